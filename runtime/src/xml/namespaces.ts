import { RecentMap } from '../recent-map.js';
import { internalise } from './names.js';

/** Namespace of the prefix `xml`, which needs no declaration. */
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
/** Namespace of the prefix `xmlns`, which cannot be declared. */
export const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** One declaration in scope. */
export interface Binding {
  readonly prefix: string;
  /** As the program knows it; `''` where a declaration takes the default namespace away. */
  readonly namespace: string;
  /** Depth of the element that carries the declaration. */
  readonly depth: number;
  /** The declaration of the same prefix that this one hides. */
  readonly hidden: Binding | undefined;
}

/** The declarations in scope. Looking a prefix up does not depend on how many there are. */
export class NamespaceScope {
  readonly #byPrefix: Map<string, Binding> = new Map();
  readonly #bindings: Binding[] = [];
  #defaultNamespace = '';
  /** What `inScope` returned, until something changes. */
  #inScope: ReadonlyMap<string, string> | undefined;
  /** Depth of the innermost element that declares something; 0 is none. */
  innermost = 0;

  /** Declarations in force, those that others hide included. */
  get size(): number {
    return this.#bindings.length;
  }

  /** Namespace of a prefix; `''` for `''` when there is no default namespace; undefined when not declared. */
  resolve(prefix: string): string | undefined {
    if (prefix === '') {
      return this.#defaultNamespace;
    }
    const binding = this.#byPrefix.get(prefix);
    if (binding !== undefined) {
      return binding.namespace;
    }
    return prefix === 'xml' ? xmlNamespace : undefined;
  }

  /** The declaration of a prefix that is in force. */
  binding(prefix: string): Binding | undefined {
    return this.#byPrefix.get(prefix);
  }

  /** Declares a prefix on the element at `depth`. Undefined when that element declares it already. */
  declare(prefix: string, namespace: string, depth: number): Binding | undefined {
    const hidden = this.#byPrefix.get(prefix);
    if (hidden !== undefined && hidden.depth === depth) {
      return undefined;
    }
    const binding: Binding = { prefix, namespace, depth, hidden };
    this.#byPrefix.set(prefix, binding);
    this.#bindings.push(binding);
    this.#inScope = undefined;
    this.innermost = depth;
    if (prefix === '') {
      this.#defaultNamespace = namespace;
    }
    return binding;
  }

  /** Takes back what the element at `depth` declared, the last declaration first, and tells `removed` about each. */
  leave(depth: number, removed?: (binding: Binding) => void): void {
    for (;;) {
      const binding = this.#bindings[this.#bindings.length - 1];
      this.innermost = binding?.depth ?? 0;
      if (binding === undefined || binding.depth < depth) {
        return;
      }
      this.#bindings.pop();
      this.#inScope = undefined;
      if (binding.hidden !== undefined) {
        this.#byPrefix.set(binding.prefix, binding.hidden);
      } else {
        this.#byPrefix.delete(binding.prefix);
      }
      if (binding.prefix === '') {
        this.#defaultNamespace = binding.hidden?.namespace ?? '';
      }
      removed?.(binding);
    }
  }

  /** What the element at `depth`, the innermost one, declares, in document order. */
  declaredAt(depth: number): [prefix: string, namespace: string][] {
    const declared: [string, string][] = [];
    for (let i = this.#bindings.length - 1; i >= 0; i--) {
      const binding = this.#bindings[i]!;
      if (binding.depth < depth) {
        break;
      }
      declared.push([binding.prefix, binding.namespace]);
    }
    return declared.reverse();
  }

  /**
   * Every prefix in scope with its namespace; `xml` and a default namespace that was taken away are left out. The same map
   * as long as nothing is declared and no declaration ends.
   */
  inScope(): ReadonlyMap<string, string> {
    if (this.#inScope !== undefined) {
      return this.#inScope;
    }
    const all = new Map<string, string>();
    for (const { prefix, namespace } of this.#byPrefix.values()) {
      if (namespace !== '') {
        all.set(prefix, namespace);
      }
    }
    this.#inScope = all;
    return all;
  }
}

/** What a declaration breaks (Namespaces in XML 1.0, section 3), or undefined. `namespace` is the one on the wire. */
export function declarationFault(prefix: string, namespace: string): string | undefined {
  if (prefix === 'xmlns') {
    return 'The prefix "xmlns" cannot be declared';
  }
  if (namespace === xmlnsNamespace) {
    return `The namespace ${xmlnsNamespace} cannot be declared`;
  }
  if ((prefix === 'xml') !== (namespace === xmlNamespace)) {
    return `The prefix "xml" and the namespace ${xmlNamespace} can be bound only to each other`;
  }
  if (prefix !== '' && namespace === '') {
    return `The prefix "${prefix}" cannot be bound to no namespace`;
  }
  return undefined;
}

// Programs meet the same few namespaces again and again. Others pass through: what a document may bring is bounded in characters.
const known = new RecentMap<string>(65_536);

/** The engine's one copy of a namespace name. */
export function internaliseNamespace(namespace: string): string {
  const found = known.get(namespace);
  if (found !== undefined) {
    return found;
  }
  const copy = internalise(namespace);
  known.set(copy, copy);
  return copy;
}

/** What a translation makes `namespace` of; the namespace itself when nothing becomes it. Translations have few entries. */
export function translatedBack(translation: ReadonlyMap<string, string>, namespace: string): string {
  for (const [from, to] of translation) {
    if (to === namespace) {
      return from;
    }
  }
  return namespace;
}
