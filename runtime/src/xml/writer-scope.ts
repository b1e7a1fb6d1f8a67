import { NamespaceScope, type PrefixDeclaration } from './namespaces.js';

interface NamedDeclaration {
  readonly declaration: PrefixDeclaration;
  /** The declaration of the same namespace before this one. */
  readonly earlier: NamedDeclaration | undefined;
}

/** A namespace scope that also finds the prefix of a namespace. */
export class WriterScope extends NamespaceScope {
  readonly #byNamespace: Map<string, NamedDeclaration> = new Map();

  override declare(prefix: string, namespace: string, depth: number): PrefixDeclaration | undefined {
    const declaration = super.declare(prefix, namespace, depth);
    if (declaration !== undefined) {
      this.#byNamespace.set(namespace, { declaration, earlier: this.#byNamespace.get(namespace) });
    }
    return declaration;
  }

  override leave(depth: number): void {
    super.leave(depth, this.#forget);
  }

  // Declarations leave in the reverse order of their coming, so the one that leaves is the newest of its namespace.
  readonly #forget = ({ namespace }: PrefixDeclaration): void => {
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
      const { prefix } = named.declaration;
      if (prefix !== '' && this.declaration(prefix) === named.declaration) {
        return prefix;
      }
    }
    return undefined;
  }
}
