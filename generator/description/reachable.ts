import { bindingParts, isHttpBinding, isSoapBinding } from '../contract/binding-kinds.js';
import { bodyParts } from '../contract/body-parts.js';
import type {
  AttributeUse,
  Contract,
  ElementDeclaration,
  ExpandedName,
  HttpOperationBinding,
  Operation,
  Part,
  Service,
  TypeDefinition,
  TypeKey,
} from '../contract/model.js';
import { expandedName, splitExpandedName } from '../contract/names.js';
import { elementsOf } from '../contract/own-content.js';
import { headsOf } from '../contract/queries.js';

/** A global component of a schema. */
export type SchemaComponent =
  | { readonly kind: 'element'; readonly name: ExpandedName }
  | { readonly kind: 'type'; readonly name: ExpandedName }
  | { readonly kind: 'attribute'; readonly name: ExpandedName };

/**
 * The global components that a service needs, in the order in which ASP.NET exports them: the elements of each
 * operation's messages, each followed by the types it refers to, then the root elements of HTTP answers. Types derived
 * from a reached one, and members of reached substitution groups, come last.
 */
export function reachableComponents(contract: Contract, service: Service): readonly SchemaComponent[] {
  const walk = new Walk(contract);
  for (const operation of service.operations) {
    walk.soap(operation);
  }
  for (const operation of service.operations) {
    walk.http(operation);
  }
  walk.close();
  return walk.found;
}

/** Named types that no service of the contract reaches, and the types that these need. */
export function unreachedComponents(contract: Contract): readonly SchemaComponent[] {
  const reached = new Set(
    contract.services
      .flatMap((service) => reachableComponents(contract, service))
      .map(({ kind, name }) => `${kind} ${name}`),
  );
  const walk = new Walk(contract);
  for (const { key, name } of contract.types) {
    if (name !== undefined && !reached.has(`type ${name}`)) {
      walk.named(key);
    }
  }
  return walk.found;
}

/** Namespaces whose schemas every reader has: a document imports them and does not repeat them. */
const wellKnown: ReadonlySet<string> = new Set([
  'http://www.w3.org/XML/1998/namespace',
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://www.w3.org/2003/05/soap-encoding',
]);

function isWellKnown(name: string): boolean {
  return wellKnown.has(splitExpandedName(name).namespace);
}

class Walk {
  readonly found: SchemaComponent[] = [];
  readonly #contract: Contract;
  readonly #types: ReadonlyMap<TypeKey, TypeDefinition>;
  readonly #elements: ReadonlyMap<ExpandedName, ElementDeclaration>;
  readonly #attributes: ReadonlySet<ExpandedName>;
  readonly #seen = new Set<string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#types = new Map(contract.types.map((type) => [type.key, type]));
    this.#elements = new Map(contract.elements.map((element) => [element.name, element]));
    this.#attributes = new Set(contract.attributes.map((attribute) => attribute.name));
  }

  soap(operation: Operation): void {
    for (const part of [...bodyParts(operation.input), ...bodyParts(operation.output)]) {
      this.#part(part);
    }
    for (const fault of operation.faults) {
      if (fault.part) {
        this.#part(fault.part);
      }
    }
    for (const binding of operation.bindings) {
      if (!isSoapBinding(binding)) {
        continue;
      }
      for (const part of bindingParts(binding)) {
        this.#part(part);
      }
    }
  }

  http(operation: Operation): void {
    for (const binding of operation.bindings) {
      if (isHttpBinding(binding)) {
        this.#httpBinding(binding);
      }
    }
  }

  named(key: TypeKey): void {
    this.#type(key);
  }

  /** Adds the possible replacements of something that was reached, until there are no new ones. */
  close(): void {
    for (let before = -1; before !== this.#seen.size; ) {
      before = this.#seen.size;
      for (const type of this.#contract.types) {
        if (type.base !== undefined && type.name !== undefined && this.#seen.has(`type ${type.base}`)) {
          this.#type(type.key);
        }
      }
      for (const element of this.#contract.elements) {
        if (headsOf(element).some((head) => this.#seen.has(`element ${head}`))) {
          this.#element(element.name);
        }
      }
    }
  }

  #httpBinding(binding: HttpOperationBinding): void {
    for (const parameter of binding.parameters) {
      this.#part(parameter);
    }
    if (binding.output.kind === 'xml') {
      this.#part(binding.output);
    }
  }

  #part(part: Pick<Part, 'element' | 'type'>): void {
    if (part.element !== undefined) {
      this.#element(part.element);
    }
    if (part.type !== undefined) {
      this.#type(part.type);
    }
  }

  #first(kind: SchemaComponent['kind'], name: string): boolean {
    const key = `${kind} ${name}`;
    if (this.#seen.has(key)) {
      return false;
    }
    this.#seen.add(key);
    return true;
  }

  #element(name: ExpandedName): void {
    const element = this.#elements.get(name);
    if (element === undefined || isWellKnown(name) || !this.#first('element', name)) {
      return;
    }
    this.found.push({ kind: 'element', name });
    this.#type(element.type);
    for (const head of headsOf(element)) {
      this.#element(head);
    }
  }

  #type(key: TypeKey): void {
    const type = this.#types.get(key);
    if (type === undefined || isWellKnown(key) || !this.#first('type', key)) {
      return;
    }
    if (type.name !== undefined) {
      this.found.push({ kind: 'type', name: type.name });
    }
    if (type.base !== undefined) {
      this.#type(type.base);
    }
    if (type.kind === 'simpleType') {
      for (const other of [type.itemType, ...(type.memberTypes ?? [])]) {
        if (other !== undefined) {
          this.#type(other);
        }
      }
      return;
    }
    if (type.soapArray !== undefined) {
      this.#type(type.soapArray.itemType);
    }
    for (const use of type.attributes) {
      this.#attribute(use);
    }
    if (type.content.kind === 'simple') {
      this.#type(type.content.type);
    }
    for (const element of elementsOf(type.content)) {
      if (element.ref) {
        this.#element(expandedName(element.namespace, element.name));
      } else {
        this.#type(element.type);
      }
    }
  }

  #attribute(use: AttributeUse): void {
    const name = expandedName(use.namespace, use.name);
    if (use.namespace !== '' && !isWellKnown(name) && this.#attributes.has(name) && this.#first('attribute', name)) {
      this.found.push({ kind: 'attribute', name });
    }
    this.#type(use.type);
  }
}
