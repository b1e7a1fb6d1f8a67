import type { ScopeState } from './element-tag.js';
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

/** The declarations in scope in a state. Of each of the `depth` elements that are open, `elements` has the state around it. */
export function scopeOf(
  state: ScopeState,
  elements: readonly { readonly outer: ScopeState }[],
  depth: number,
): WriterScope {
  const declared: (readonly [state: ScopeState, depth: number])[] = [];
  let inner = state;
  for (let at = depth; at > 0; at--) {
    const around = elements[at - 1]?.outer;
    while (inner !== around && inner.outer !== undefined) {
      declared.push([inner, at]);
      inner = inner.outer;
    }
  }
  const scope = new WriterScope();
  for (const [{ prefix, namespace }, at] of declared.reverse()) {
    scope.declare(prefix, namespace, at);
  }
  return scope;
}
