import type { Operation, Part, Particle, Service, TypeKey } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { derivedTypes, substitutionMembers } from '../contract/queries.js';
import type { BindContext } from './context.js';

/** Namespaces of every element, attribute and type that messages of a service can hold. */
export function reachableNamespaces(service: Service, context: BindContext): readonly string[] {
  const walk = new Walk(context);
  for (const operation of service.operations) for (const part of partsOf(operation)) walk.part(part);
  return walk.namespaces();
}

/** Everything that an operation sends, returns, or puts beside the Body. */
function partsOf(operation: Operation): readonly Part[] {
  const parts: Part[] = operation.faults.flatMap((fault) => (fault.part ? [fault.part] : []));
  for (const message of [operation.input, operation.output]) {
    if (message?.kind === 'element') parts.push({ name: message.part, element: message.element });
    if (message?.kind === 'rpc' || message?.kind === 'parts') parts.push(...message.parts);
  }
  for (const binding of operation.bindings) {
    if ('parameters' in binding) {
      if (binding.output.kind === 'xml') parts.push({ ...binding.output, name: binding.output.part });
      parts.push(...binding.parameters);
    } else {
      for (const side of [binding.input, binding.output]) {
        for (const header of side?.headers ?? []) parts.push(header.part, ...header.headerFaults);
      }
    }
  }
  return parts;
}

/** A walk over types and elements that meets each once. */
class Walk {
  readonly #context: BindContext;
  readonly #seen = new Set<string>();
  readonly #namespaces = new Set<string>();
  readonly #pending: (() => void)[] = [];

  constructor(context: BindContext) {
    this.#context = context;
  }

  namespaces(): readonly string[] {
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) next();
    return [...this.#namespaces];
  }

  part(part: Part): void {
    if (part.element !== undefined) this.#element(part.element);
    if (part.type !== undefined) this.#type(part.type);
  }

  #once(kind: string, name: string, visit: () => void): void {
    if (this.#seen.has(`${kind} ${name}`)) return;
    this.#seen.add(`${kind} ${name}`);
    this.#pending.push(visit);
  }

  #element(name: string): void {
    this.#once('element', name, () => {
      this.#namespaces.add(splitExpandedName(name).namespace);
      const declaration = this.#context.index.elements.get(name);
      if (!declaration) return;
      this.#type(declaration.type);
      for (const member of substitutionMembers(this.#context.contract, name)) this.#element(member.name);
    });
  }

  #type(key: TypeKey): void {
    this.#once('type', key, () => {
      const type = this.#context.index.types.get(key);
      if (type?.kind !== 'complexType') return;
      if (type.name !== undefined) this.#namespaces.add(splitExpandedName(type.name).namespace);
      if (type.base !== undefined) this.#type(type.base);
      for (const use of type.attributes) this.#namespaces.add(use.namespace);
      for (const derived of derivedTypes(this.#context.contract, key)) this.#type(derived.key);
      if (type.soapArray) this.#type(type.soapArray.itemType);
      if (type.content.kind === 'elementOnly' || type.content.kind === 'mixed') {
        if (type.content.particle) this.#particle(type.content.particle);
      }
    });
  }

  #particle(particle: Particle): void {
    switch (particle.kind) {
      case 'element':
        this.#namespaces.add(particle.namespace);
        if (particle.ref) this.#element(`{${particle.namespace}}${particle.name}`);
        else this.#type(particle.type);
        return;
      case 'any':
        if (particle.namespaces.kind !== 'any')
          for (const uri of particle.namespaces.namespaces) this.#namespaces.add(uri);
        return;
      case 'sequence':
      case 'choice':
      case 'all':
        for (const inner of particle.particles) this.#particle(inner);
    }
  }
}
