import { InternalError } from '../diagnostics/internal-error.js';
import { isBuiltIn } from '../xsd/built-ins.js';
import { bindingParts, isHttpBinding } from './binding-kinds.js';
import { bodyParts } from './body-parts.js';
import type {
  AttributeUse,
  Contract,
  ElementParticle,
  Operation,
  OperationBinding,
  Particle,
  Service,
  TypeDefinition,
} from './model.js';
import { byCodeUnits, expandedName } from './names.js';
import { openPlaceholders } from './placeholders.js';
import { headsOf } from './queries.js';

/**
 * Checks the properties that every later stage relies on: each reference resolves, names are unique, and ordered lists are in
 * order. A violation is a bug in the stages before, so it throws `InternalError`, naming the first violations.
 */
export function checkInvariants(contract: Contract): void {
  const breaches = breachesOf(contract);
  if (breaches.length === 0) {
    return;
  }
  const shown = breaches.slice(0, 10).join('\n  ');
  throw new InternalError(`The contract is not consistent:\n  ${shown}`);
}

/** The invariants that a contract breaks, each as a clause. */
export function breachesOf(contract: Contract): readonly string[] {
  const checker = new Checker(contract);
  checker.check();
  return checker.breaches;
}

class Checker {
  readonly breaches: string[] = [];
  readonly #contract: Contract;
  readonly #types: ReadonlySet<string>;
  readonly #elements: ReadonlySet<string>;

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#types = new Set(contract.types.map((type) => type.key));
    this.#elements = new Set(contract.elements.map((element) => element.name));
  }

  check(): void {
    const { types, elements, attributes, services, placeholders, roots } = this.#contract;
    this.#sorted('types', types, (type) => type.key);
    this.#sorted('elements', elements, (element) => element.name);
    this.#sorted('attributes', attributes, (attribute) => attribute.name);
    this.#sorted('services', services, (service) => `${service.namespace} ${service.name}`);
    for (const name of roots?.elements ?? []) {
      this.#require(this.#elements.has(name), `root element ${name} does not exist`);
    }
    for (const key of roots?.types ?? []) {
      this.#require(this.#types.has(key), `root type ${key} does not exist`);
    }
    for (const type of types) {
      this.#type(type);
    }
    for (const element of elements) {
      this.#typeKey(element.type, element.name);
      for (const { type } of element.alternatives ?? []) {
        this.#typeKey(type, element.name);
      }
      for (const head of headsOf(element)) {
        this.#element(head, element.name);
      }
    }
    for (const attribute of attributes) {
      this.#typeKey(attribute.type, attribute.name);
    }
    for (const service of services) {
      this.#service(service);
    }
    const open = openPlaceholders({ ...this.#contract, placeholders: [] });
    this.#require(open.join() === placeholders.join(), `placeholders are ${open.join()}, not ${placeholders.join()}`);
  }

  #require(holds: boolean, breach: string): void {
    if (!holds) {
      this.breaches.push(breach);
    }
  }

  /** Sorted by code units, and no key twice. */
  #sorted<T>(what: string, items: readonly T[], keyOf: (item: T) => string): void {
    items.forEach((item, index) => {
      const next = items[index + 1];
      if (next === undefined) {
        return;
      }
      this.#require(byCodeUnits(keyOf(item), keyOf(next)) < 0, `${what}: ${keyOf(next)} after ${keyOf(item)}`);
    });
  }

  #typeKey(key: string, owner: string): void {
    const known = this.#types.has(key) || isBuiltIn(key);
    this.#require(known, `${owner} refers to the type ${key}, which is not there`);
  }

  #element(name: string, owner: string): void {
    this.#require(this.#elements.has(name), `${owner} refers to the element ${name}, which is not there`);
  }

  #type(type: TypeDefinition): void {
    const named = type.name !== undefined;
    this.#require(named !== (type.scope !== undefined), `${type.key} needs either a name or a scope`);
    this.#require(!named || type.name === type.key, `${type.key} is not its name ${type.name}`);
    if (type.base !== undefined) {
      this.#typeKey(type.base, type.key);
    }
    if (type.kind === 'simpleType') {
      for (const key of [type.itemType, type.builtIn, ...(type.memberTypes ?? [])]) {
        if (key !== undefined) {
          this.#typeKey(key, type.key);
        }
      }
      this.#require((type.variety === 'list') === (type.itemType !== undefined), `${type.key}: item type`);
      this.#require((type.variety === 'union') === (type.memberTypes !== undefined), `${type.key}: member types`);
      return;
    }
    if (type.soapArray !== undefined) {
      this.#typeKey(type.soapArray.itemType, type.key);
    }
    this.#attributes(type.attributes, type.key);
    if (type.content.kind === 'simple') {
      this.#typeKey(type.content.type, type.key);
    }
    if ('particle' in type.content && type.content.particle) {
      this.#particle(type.content.particle, type.key);
    }
  }

  #attributes(uses: readonly AttributeUse[], owner: string): void {
    this.#sorted(`attributes of ${owner}`, uses, (use) => `${use.name} ${use.namespace}`);
    for (const use of uses) {
      this.#typeKey(use.type, owner);
    }
  }

  #particle(particle: Particle, owner: string): void {
    const { minOccurs, maxOccurs } = particle;
    this.#require(minOccurs >= 0 && (maxOccurs === null || maxOccurs >= 0), `${owner}: occurrence below zero`);
    switch (particle.kind) {
      case 'element':
        this.#elementParticle(particle, owner);
        return;
      case 'any':
        return;
      case 'sequence':
      case 'choice':
      case 'all':
        for (const child of particle.particles) {
          this.#particle(child, owner);
        }
    }
  }

  #elementParticle(particle: ElementParticle, owner: string): void {
    this.#typeKey(particle.type, owner);
    for (const { type } of particle.alternatives ?? []) {
      this.#typeKey(type, owner);
    }
    if (particle.ref) {
      this.#element(expandedName(particle.namespace, particle.name), owner);
    }
  }

  #service(service: Service): void {
    const owner = `service ${service.name}`;
    const ports = new Set(service.ports.map((port) => port.name));
    this.#require(ports.size === service.ports.length, `${owner}: two ports of one name`);
    const names = service.operations.map((operation) => `${operation.name} ${operation.overload ?? ''}`);
    this.#require(new Set(names).size === names.length, `${owner}: two operations of one name`);
    for (const operation of service.operations) {
      this.#operation(operation, ports, `${owner}, ${operation.name}`);
    }
  }

  #operation(operation: Operation, ports: ReadonlySet<string>, owner: string): void {
    this.#require(operation.bindings.length > 0, `${owner}: no binding`);
    const { input, output, faults } = operation;
    for (const part of [...bodyParts(input), ...bodyParts(output), ...faults.flatMap((fault) => fault.part ?? [])]) {
      this.#require((part.element === undefined) !== (part.type === undefined), `${owner}: part ${part.name}`);
      this.#reference(part, owner);
    }
    for (const binding of operation.bindings) {
      this.#require(binding.ports.length > 0, `${owner}: binding without a port`);
      for (const port of binding.ports) {
        this.#require(ports.has(port), `${owner}: no port ${port}`);
      }
      this.#binding(binding, owner);
    }
  }

  #binding(binding: OperationBinding, owner: string): void {
    for (const part of bindingParts(binding)) {
      const isOne = (part.element === undefined) !== (part.type === undefined);
      this.#require(isOne || isHttpBinding(binding), `${owner}: part of a header`);
      this.#reference(part, owner);
    }
  }

  #reference(what: { readonly element?: string; readonly type?: string }, owner: string): void {
    if (what.element !== undefined) {
      this.#element(what.element, owner);
    }
    if (what.type !== undefined) {
      this.#typeKey(what.type, owner);
    }
  }
}
