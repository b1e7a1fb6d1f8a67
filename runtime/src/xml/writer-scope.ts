import { type Binding, NamespaceScope } from './namespaces.js';

interface NamedBinding {
  readonly binding: Binding;
  /** The declaration of the same namespace before this one. */
  readonly earlier: NamedBinding | undefined;
}

/** A namespace scope that also finds the prefix of a namespace. */
export class WriterScope extends NamespaceScope {
  readonly #byNamespace: Map<string, NamedBinding> = new Map();

  override declare(prefix: string, namespace: string, depth: number): Binding | undefined {
    const binding = super.declare(prefix, namespace, depth);
    if (binding !== undefined) {
      this.#byNamespace.set(namespace, { binding, earlier: this.#byNamespace.get(namespace) });
    }
    return binding;
  }

  override leave(depth: number): void {
    super.leave(depth, this.#forget);
  }

  // Declarations leave in the reverse order of their coming, so the one that leaves is the newest of its namespace.
  readonly #forget = ({ namespace }: Binding): void => {
    const earlier = this.#byNamespace.get(namespace)?.earlier;
    if (earlier !== undefined) {
      this.#byNamespace.set(namespace, earlier);
    } else {
      this.#byNamespace.delete(namespace);
    }
  };

  /** The prefix other than `''` declared last for a namespace, unless another declaration hides it. */
  prefixOf(namespace: string): string | undefined {
    for (let named = this.#byNamespace.get(namespace); named !== undefined; named = named.earlier) {
      const { prefix } = named.binding;
      if (prefix !== '' && this.binding(prefix) === named.binding) {
        return prefix;
      }
    }
    return undefined;
  }
}
