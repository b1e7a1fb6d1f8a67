import type { OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';

/** An operation with its service and its key in it: several may have one name. */
export interface NamedOperation {
  readonly service: ServiceDescriptor;
  readonly method: string;
  readonly operation: OperationDescriptor;
}

/** What the query of an operation's page says: the name and, where several have it, which one. */
export interface OperationChoice {
  readonly name: string;
  readonly method?: string | undefined;
  readonly service?: string | undefined;
}

/** The operations of the services at one address. */
export class NamedOperations {
  readonly all: readonly NamedOperation[];
  readonly #byName = new Map<string, NamedOperation[]>();
  readonly #severalServices: boolean;

  constructor(services: readonly ServiceDescriptor[]) {
    this.#severalServices = services.length > 1;
    this.all = services.flatMap((service) =>
      Object.entries(service.operations).map(([method, operation]) => ({ service, method, operation })),
    );
    for (const each of this.all) {
      const same = this.#byName.get(each.operation.name) ?? [];
      this.#byName.set(each.operation.name, same);
      same.push(each);
    }
  }

  /** The operations that a query means, in the letter case in which it is written. */
  chosen({ name, method, service }: OperationChoice): readonly NamedOperation[] {
    return (this.#byName.get(name) ?? []).filter(
      (each) => (method ?? each.method) === each.method && (service ?? each.service.name) === each.service.name,
    );
  }

  /** The query of the page of an operation. */
  query({ operation, method, service }: NamedOperation): string {
    const { name } = operation;
    const query = `?op=${encodeURIComponent(name)}`;
    if (this.chosen({ name }).length < 2) {
      return query;
    }
    const exact = `${query}&method=${encodeURIComponent(method)}`;
    return this.chosen({ name, method }).length < 2 ? exact : `${exact}&service=${encodeURIComponent(service.name)}`;
  }

  /** How an operation differs from others of its name: the element of its request, or its method. Undefined for a name of one operation. */
  distinction({ operation, method, service }: NamedOperation): string | undefined {
    const { name } = operation;
    if (this.chosen({ name }).length < 2) {
      return undefined;
    }
    const element = operation.input.element?.name ?? name;
    const own = element === name ? method : element;
    return this.#severalServices ? `${service.name}: ${own}` : own;
  }

  /** A name for an operation in the address of a part of a page. */
  anchor({ method, service }: NamedOperation): string {
    return this.#severalServices ? `op-${service.name}-${method}` : `op-${method}`;
  }
}
