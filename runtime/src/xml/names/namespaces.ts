import { RecentMap } from '../../base/recent-map.js';
import { standsAt } from '../text/characters.js';
import { internalise } from './names.js';

/** Namespace of the prefix `xml`, which needs no declaration. */
export const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
/** Namespace of the prefix `xmlns`, which cannot be declared. */
export const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/';

/** One declaration in scope. */
export interface PrefixDeclaration {
  readonly prefix: string;
  /** As the program knows it; `''` if a declaration removes the default namespace. */
  readonly namespace: string;
  /** Depth of the element that carries the declaration. */
  readonly depth: number;
  /** The declaration of the same prefix that this one hides. */
  readonly hidden: PrefixDeclaration | undefined;
}

/** Up to here going through all declarations is faster than a map, and making none is faster still: most documents have few. */
const few = 16;

/** A part of the declarations of a document, to begin others with. */
export interface ScopeStart {
  readonly declarations: readonly PrefixDeclaration[];
  readonly defaultNamespace: string;
  readonly innermost: number;
}

/** The declarations in scope. Looking a prefix up does not depend on how many there are, beyond a few. */
export class NamespaceScope {
  /** Declarations by prefix, once they are many. */
  #byPrefix: Map<string, PrefixDeclaration> | undefined;
  #declarations: PrefixDeclaration[] = [];
  #defaultNamespace = '';
  /** The result of `inScope`, until something changes. */
  #inScope: ReadonlyMap<string, string> | undefined;
  /** The results of `anyPrefixOf`, until something changes. */
  #sought: { readonly namespace: string; readonly prefix: string | undefined }[] | undefined;
  /** Depth of the innermost element that declares something; 0 means none. */
  innermost = 0;

  /** The declarations in scope now. Undefined for more than a few. */
  start(): ScopeStart | undefined {
    return this.#byPrefix === undefined
      ? {
          declarations: [...this.#declarations],
          defaultNamespace: this.#defaultNamespace,
          innermost: this.innermost,
        }
      : undefined;
  }

  /** Has in scope what `start` gave, and nothing else. Only for a scope in which nothing was declared. */
  begin({ declarations, defaultNamespace, innermost }: ScopeStart): void {
    this.#declarations = [...declarations];
    this.#defaultNamespace = defaultNamespace;
    this.innermost = innermost;
  }

  /** Declarations in scope, including those that others hide. */
  get size(): number {
    return this.#declarations.length;
  }

  /** Namespace of a prefix; `''` for `''` if there is no default namespace; undefined if not declared. */
  resolve(prefix: string): string | undefined {
    if (prefix === '') {
      return this.#defaultNamespace;
    }
    const declaration = this.declaration(prefix);
    if (declaration !== undefined) {
      return declaration.namespace;
    }
    return prefix === 'xml' ? xmlNamespace : undefined;
  }

  /** A prefix of a namespace, `''` if it is the default or none; undefined if there is none. */
  anyPrefixOf(namespace: string): string | undefined {
    if (namespace === this.#defaultNamespace) {
      return '';
    }
    this.#sought ??= [];
    for (const known of this.#sought) {
      if (known.namespace === namespace) {
        return known.prefix;
      }
    }
    const found = this.#declarations.findLast(
      (each) => each.namespace === namespace && this.declaration(each.prefix) === each,
    );
    if (this.#sought.length < few) {
      this.#sought.push({ namespace, prefix: found?.prefix });
    }
    return found?.prefix;
  }

  /** The declaration of a prefix that is in scope. */
  declaration(prefix: string): PrefixDeclaration | undefined {
    if (this.#byPrefix !== undefined) {
      return this.#byPrefix.get(prefix);
    }
    const declarations = this.#declarations;
    for (let i = declarations.length - 1; i >= 0; i--) {
      const declaration = declarations[i]!;
      if (declaration.prefix === prefix) {
        return declaration;
      }
    }
    return undefined;
  }

  /** Declares a prefix on the element at `depth`. Undefined if that element declares it already. */
  declare(prefix: string, namespace: string, depth: number): PrefixDeclaration | undefined {
    const hidden = this.declaration(prefix);
    if (hidden !== undefined && hidden.depth === depth) {
      return undefined;
    }
    const declaration: PrefixDeclaration = { prefix, namespace, depth, hidden };
    this.#declarations.push(declaration);
    if (this.#byPrefix !== undefined) {
      this.#byPrefix.set(prefix, declaration);
    } else if (this.#declarations.length > few) {
      this.#byPrefix = new Map(this.#declarations.map((each) => [each.prefix, each]));
    }
    this.#inScope = undefined;
    this.#sought = undefined;
    this.innermost = depth;
    if (prefix === '') {
      this.#defaultNamespace = namespace;
    }
    return declaration;
  }

  /** Removes the declarations of the element at `depth`, the last one first, and calls `removed` for each. */
  leave(depth: number, removed?: (declaration: PrefixDeclaration) => void): void {
    if (depth === 1 && removed === undefined) {
      this.#clear();
      return;
    }
    for (;;) {
      const declaration = this.#declarations[this.#declarations.length - 1];
      this.innermost = declaration?.depth ?? 0;
      if (declaration === undefined || declaration.depth < depth) {
        return;
      }
      this.#declarations.pop();
      this.#inScope = undefined;
      this.#sought = undefined;
      this.#unhide(declaration);
      removed?.(declaration);
    }
  }

  #clear(): void {
    this.#declarations = [];
    this.#byPrefix?.clear();
    this.#inScope = undefined;
    this.#sought = undefined;
    this.#defaultNamespace = '';
    this.innermost = 0;
  }

  #unhide({ prefix, hidden }: PrefixDeclaration): void {
    if (prefix === '') {
      this.#defaultNamespace = hidden?.namespace ?? '';
    }
    if (hidden !== undefined) {
      this.#byPrefix?.set(prefix, hidden);
    } else {
      this.#byPrefix?.delete(prefix);
    }
  }

  /** The declarations of the innermost element, at `depth`, in document order. */
  declaredAt(depth: number): [prefix: string, namespace: string][] {
    const declared: [string, string][] = [];
    for (let i = this.#declarations.length - 1; i >= 0; i--) {
      const declaration = this.#declarations[i]!;
      if (declaration.depth < depth) {
        break;
      }
      declared.push([declaration.prefix, declaration.namespace]);
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
    for (const { prefix, namespace } of this.#byPrefix?.values() ?? this.#declarations) {
      // A prefix has the place of its first declaration, and the namespace of its last.
      all.set(prefix, namespace);
    }
    for (const [prefix, namespace] of all) {
      if (namespace === '') {
        all.delete(prefix);
      }
    }
    this.#inScope = all;
    return all;
  }
}

/** The rule that a declaration breaks (Namespaces in XML 1.0, section 3), or undefined. `namespace` is the one on the wire. */
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

// Programs use the same few namespaces again and again. Others pass through: those from documents are bounded in characters.
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

/** The namespace name met last of each length, more or less. */
const latest: string[] = new Array<string>(64).fill('');

/** The namespace name between two places of a text: the engine's own copy, if a document had the same one lately. */
export function namespaceText(text: string, start: number, end: number): string {
  const slot = (end - start) % latest.length;
  const likely = latest[slot]!;
  if (likely.length === end - start && standsAt(text, start, likely)) {
    return likely;
  }
  const namespace = internaliseNamespace(text.slice(start, end));
  latest[slot] = namespace;
  return namespace;
}

/**
 * The namespace that a translation turns into `namespace`; the namespace itself if there is none. Translations have few
 * entries.
 */
export function translatedBack(translation: ReadonlyMap<string, string> | undefined, namespace: string): string {
  for (const [from, to] of translation ?? []) {
    if (to === namespace) {
      return from;
    }
  }
  return namespace;
}
