import { byCodeUnits, splitExpandedName } from '../../contract/names.js';
import { toUniqueIdentifier } from './identifiers.js';

/** A root of documents that needs a name in the index. */
export interface NamelessRoot {
  readonly kind: 'element' | 'type';
  /** Expanded name. */
  readonly name: string;
  /** True if the index exports the types of its namespace by name. */
  readonly isFlat: boolean;
  /** Name in the index of the type of its values; undefined if that is no type of its own there. */
  readonly ownType: string | undefined;
}

/** The names in the index that are taken. */
export interface TakenNames {
  /** Types. */
  readonly types: ReadonlySet<string>;
  /** All other names, and types that are values, too. */
  readonly others: ReadonlySet<string>;
}

const suffixes = { element: 'Element', type: 'Type' } as const;

/**
 * The names in the index of roots, by kind and expanded name (`element {ns}order`): the name of the element, beside the type of its values. If something else has that name, `Element` (for types
 * `Type`) comes after it, and `$` if that is taken, too. Of several roots with one name, those of the package's main namespaces come first.
 */
export function rootNames(roots: readonly NamelessRoot[], taken: TakenNames): ReadonlyMap<string, string> {
  const used = new Set(taken.others);
  const names = new Map<string, string>();
  const inOrder = [...roots].sort((a, b) => rank(a) - rank(b) || byCodeUnits(a.name, b.name));
  for (const { kind, name, ownType } of inOrder) {
    const wanted = toUniqueIdentifier(splitExpandedName(name).local);
    const isFree = (candidate: string): boolean =>
      !used.has(candidate) && (candidate === ownType || !taken.types.has(candidate));
    let free = isFree(wanted) ? wanted : `${wanted}${suffixes[kind]}`;
    while (!isFree(free)) {
      free += '$';
    }
    used.add(free);
    names.set(`${kind} ${name}`, free);
  }
  return names;
}

function rank({ isFlat, kind }: NamelessRoot): number {
  return (isFlat ? 0 : 2) + (kind === 'element' ? 0 : 1);
}
