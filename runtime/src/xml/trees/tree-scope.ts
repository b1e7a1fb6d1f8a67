import type { XmlElement } from '../interfaces/tree.js';

/** The declarations of an element, and those around it. */
export interface TreeScope {
  readonly declarations: Readonly<Record<string, string>>;
  readonly outer: TreeScope | undefined;
  /** Declarations of this element and of all around it that have some. */
  readonly depth: number;
  /** Everything in scope, made when it is first asked for. */
  all?: ReadonlyMap<string, string>;
}

/** The scope inside an element. */
export function innerScope({ declarations }: XmlElement, outer: TreeScope | undefined): TreeScope | undefined {
  return declarations === undefined ? outer : { declarations, outer, depth: (outer?.depth ?? 0) + 1 };
}

/** The namespace of a prefix in a scope; undefined if none of its elements declares it. Costs as many steps as there are such elements. */
export function namespaceIn(scope: TreeScope | undefined, prefix: string): string | undefined {
  for (let at = scope; at !== undefined; at = at.outer) {
    if (Object.hasOwn(at.declarations, prefix)) {
      return at.declarations[prefix];
    }
  }
  return undefined;
}

/** Every prefix of a scope with its namespace; a default namespace that was taken away is left out. */
export function listScope(scope: TreeScope): ReadonlyMap<string, string> {
  const bound = new Map<string, string>();
  for (let at: TreeScope | undefined = scope; at !== undefined; at = at.outer) {
    for (const [prefix, namespace] of Object.entries(at.declarations)) {
      if (!bound.has(prefix)) {
        bound.set(prefix, namespace);
      }
    }
  }
  if (bound.get('') === '') {
    bound.delete('');
  }
  return bound;
}
