import type {
  AttributeDescriptor,
  ComplexType,
  ElementDescriptor,
  Lazy,
  ParticleDescriptor,
  Type,
  WildcardDescriptor,
} from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { bindingKinds } from './binding-kinds.js';
import type { MessageDescriptor, OperationDescriptor, ServiceDescriptor } from './descriptor.js';

/** Every namespace that the messages of services can name, in the order met: elements, attributes, and types for `xsi:type`. */
export function collectNamespaces(services: readonly ServiceDescriptor<unknown>[]): ReadonlySet<string> {
  const walk = new NamespaceWalk();
  for (const service of services) {
    walk.namespaces.add(service.namespace);
    for (const name of service.placeholders) {
      walk.namespaces.add(`{${name}}`);
    }
    for (const operation of Object.values<OperationDescriptor>(service.operations)) {
      walk.operation(operation);
    }
  }
  walk.finish();
  return walk.namespaces;
}

/** Visits each type once; recursive and deeply nested types are fine, because types wait in a list. */
class NamespaceWalk {
  readonly namespaces = new Set<string>();
  readonly #seen = new Set<Type>();
  readonly #waiting: Type[] = [];

  operation(operation: OperationDescriptor): void {
    this.#message(operation.input);
    this.#message(operation.output);
    for (const fault of operation.faults ?? []) {
      this.#element(fault.element);
    }
    for (const { elements } of Object.values(bindingKinds)) {
      for (const element of elements(operation)) {
        this.#element(element);
      }
    }
  }

  finish(): void {
    for (let type = this.#waiting.pop(); type !== undefined; type = this.#waiting.pop()) {
      this.namespaces.add(type.namespace);
      if (type.kind === 'complex') {
        this.#complexType(type);
      }
    }
    this.namespaces.delete('');
  }

  #message(message: MessageDescriptor | undefined): void {
    this.#element(message?.element);
    if (message?.content !== undefined) {
      this.#type(message.content);
    }
  }

  #element(element: ElementDescriptor | undefined): void {
    if (element !== undefined) {
      this.namespaces.add(element.namespace);
      this.#type(element.type);
      for (const standIn of element.standIns?.() ?? []) {
        this.#type(standIn);
      }
    }
  }

  #type(reference: Lazy<Type>): void {
    const type = resolve<Type>(reference);
    if (!this.#seen.has(type)) {
      this.#seen.add(type);
      this.#waiting.push(type);
    }
  }

  #complexType(type: ComplexType): void {
    if (type.extends !== undefined) {
      this.#type(type.extends);
    }
    for (const derived of type.derived?.() ?? []) {
      this.#type(derived);
    }
    for (const attribute of type.attributes ?? []) {
      this.#attribute(attribute);
    }
    if (type.anyAttribute !== undefined) {
      this.#wildcard(type.anyAttribute);
    }
    if (type.content !== undefined) {
      this.#particle(type.content);
    }
    if (type.soapArray !== undefined) {
      this.#type(type.soapArray.itemType);
    }
  }

  #attribute(attribute: AttributeDescriptor): void {
    this.namespaces.add(attribute.namespace);
  }

  #wildcard({ namespaces }: WildcardDescriptor): void {
    if (namespaces !== 'any') {
      for (const namespace of 'not' in namespaces ? namespaces.not : namespaces) {
        this.namespaces.add(namespace);
      }
    }
  }

  #particle(particle: ParticleDescriptor): void {
    switch (particle.kind) {
      case 'element':
        this.namespaces.add(particle.namespace);
        this.#type(particle.type);
        for (const standIn of particle.standIns?.() ?? []) {
          this.#type(standIn);
        }
        for (const member of Object.values(particle.substitutes?.() ?? {})) {
          this.#element(member);
        }
        return;
      case 'sequence':
      case 'choice':
      case 'all':
        for (const child of particle.particles) {
          this.#particle(child);
        }
        return;
      case 'any':
        this.#wildcard(particle);
        return;
    }
    assertNever(particle);
  }
}

/** Ends a `switch` over a union: fails to compile when a member is not handled, and throws when a value lies about its type. */
function assertNever(value: never): never {
  throw new TypeError(`Unexpected value: ${JSON.stringify(value)}`);
}
