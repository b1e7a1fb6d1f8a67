import { xmlNamespace } from './namespaces.js';

interface Declaration {
  readonly prefix: string;
  readonly namespace: string;
  /** Depth of the element that carries it. */
  readonly depth: number;
  /** The declaration of the same prefix that this one hides. */
  readonly hidden: Declaration | undefined;
}

/** The namespace declarations in scope. */
export class SmallScope {
  readonly #byPrefix: Map<string, Declaration> = new Map();
  readonly #all: Declaration[] = [];
  /** The result of `inScope`, until something changes. */
  #listed: ReadonlyMap<string, string> | undefined;

  /** Declarations in scope, including those that others hide. */
  get size(): number {
    return this.#all.length;
  }

  /** Namespace of a prefix; `''` for `''` if there is no default namespace; undefined if not declared. */
  resolve(prefix: string): string | undefined {
    return this.#byPrefix.get(prefix)?.namespace ?? (prefix === '' ? '' : prefix === 'xml' ? xmlNamespace : undefined);
  }

  /** Depth of the element that declares a prefix; undefined if none does. */
  depthOf(prefix: string): number | undefined {
    return this.#byPrefix.get(prefix)?.depth;
  }

  /** The prefix other than `''` declared last for a namespace, unless another declaration hides it. */
  prefixOf(namespace: string): string | undefined {
    return this.#all.findLast(
      (each) => each.namespace === namespace && each.prefix !== '' && this.#byPrefix.get(each.prefix) === each,
    )?.prefix;
  }

  /** Declares a prefix on the element at `depth`. False if that element declares it already. */
  declare(prefix: string, namespace: string, depth: number): boolean {
    const hidden = this.#byPrefix.get(prefix);
    const isNew = hidden?.depth !== depth;
    if (isNew) {
      const declaration = { prefix, namespace, depth, hidden };
      this.#byPrefix.set(prefix, declaration);
      this.#all.push(declaration);
      this.#listed = undefined;
    }
    return isNew;
  }

  /** Removes the declarations of the element at `depth`. */
  leave(depth: number): void {
    for (let last = this.#all.at(-1); last !== undefined && last.depth >= depth; last = this.#all.at(-1)) {
      const { prefix, hidden } = last;
      this.#all.pop();
      this.#listed = undefined;
      if (hidden === undefined) {
        this.#byPrefix.delete(prefix);
      } else {
        this.#byPrefix.set(prefix, hidden);
      }
    }
  }

  /** The declarations of the innermost element, at `depth`, in document order. */
  declaredAt(depth: number): (readonly [prefix: string, namespace: string])[] {
    const first = this.#all.findLastIndex((each) => each.depth < depth) + 1;
    return this.#all.slice(first).map(({ prefix, namespace }) => [prefix, namespace]);
  }

  /**
   * Every prefix in scope with its namespace; `xml` and a default namespace that was taken away are left out. The same map
   * as long as nothing is declared and no declaration ends.
   */
  inScope(): ReadonlyMap<string, string> {
    if (this.#listed === undefined) {
      // A prefix has the place of its first declaration, and the namespace of its last.
      const all = new Map(this.#all.map(({ prefix, namespace }) => [prefix, namespace]));
      if (all.get('') === '') {
        all.delete('');
      }
      this.#listed = all;
    }
    return this.#listed;
  }
}

/** Adds an expanded name to those of an element. False if it is there already. A combined name would cost the length of the namespace each time. */
export function isNewName(seen: Map<string, Set<string>>, namespace: string, name: string): boolean {
  const names = seen.get(namespace) ?? new Set();
  seen.set(namespace, names);
  return names.size < names.add(name).size;
}
