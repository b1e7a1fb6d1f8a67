import type { BindingOperationDefinition, OperationDefinition } from '../../wsdl/components.js';

/** Names with which an operation of a binding selects one of a port type; names that it does not give are `undefined`. */
interface Names {
  readonly name: string;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
}

/** The operations of a port type that no operation of a binding has taken yet. */
export class WaitingOperations {
  /** By each combination of names that may select them, the first of the port type last. */
  readonly #queues = new Map<string, OperationDefinition[]>();
  readonly #taken = new Set<OperationDefinition>();

  constructor(operations: readonly OperationDefinition[]) {
    for (const operation of [...operations].reverse()) {
      for (const key of keysOf(operation)) {
        const queue = this.#queues.get(key) ?? [];
        queue.push(operation);
        this.#queues.set(key, queue);
      }
    }
  }

  /** The first of its name that has its names of input and output (WSDL 1.1, 2.4.5), else the first of its name. */
  take({ name, inputName: input, outputName: output }: BindingOperationDefinition): OperationDefinition | undefined {
    const operation = this.#first(keyOf({ name, input, output })) ?? this.#first(keyOf({ name }));
    if (operation !== undefined) {
      this.#taken.add(operation);
    }
    return operation;
  }

  #first(key: string): OperationDefinition | undefined {
    const queue = this.#queues.get(key) ?? [];
    for (let last = queue.at(-1); last !== undefined && this.#taken.has(last); last = queue.at(-1)) {
      queue.pop();
    }
    return queue.at(-1);
  }
}

function keysOf({ name, input, output }: OperationDefinition): ReadonlySet<string> {
  const names = { name, input: input?.name, output: output?.name };
  return new Set([
    keyOf(names),
    keyOf({ name, input: names.input }),
    keyOf({ name, output: names.output }),
    keyOf({ name }),
  ]);
}

function keyOf({ name, input, output }: Names): string {
  return JSON.stringify([name, input ?? null, output ?? null]);
}
