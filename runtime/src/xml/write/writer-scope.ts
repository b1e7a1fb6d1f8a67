import { describe } from '../../base/describe.js';
import type { ScopeState } from '../names/element-tag.js';
import { declarationFault, NamespaceScope, type PrefixDeclaration } from '../names/namespaces.js';
import { isNCName } from '../text/characters.js';
import { XmlWriteError } from '../text/errors.js';
import { escapeAttribute } from '../text/escape.js';

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

/** The text of a declaration of a prefix. Throws `XmlWriteError` for one that is not allowed. */
export function declarationText(prefix: string, wire: string): string {
  if (prefix !== '') {
    checkName(prefix);
  }
  const fault = declarationFault(prefix, wire);
  if (fault !== undefined) {
    throw new XmlWriteError(fault);
  }
  return prefix === '' ? ` xmlns="${escapeAttribute(wire)}"` : ` xmlns:${prefix}="${escapeAttribute(wire)}"`;
}

/** Throws `XmlWriteError` for a text that is not a name, or has a colon. */
export function checkName(name: string): void {
  if (typeof name !== 'string' || !isNCName(name)) {
    throw new XmlWriteError(`${describe(name)} is not an XML name without a colon`);
  }
}
