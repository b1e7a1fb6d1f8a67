import { isDeepStrictEqual } from 'node:util';

/**
 * Whether two values of a message say the same: deeply equal, but for what has no place in the infoset of a tree (prefixes and
 * where they are declared, neighbouring texts) and for an empty `$anyAttribute`, which is as good as none.
 */
export function sayTheSame(a: unknown, b: unknown): boolean {
  const left = withoutName(plain(a));
  const right = withoutName(plain(b));
  return isDeepStrictEqual(alignTypes(left, right), alignTypes(right, left));
}

/** The value without a `$type` that the other side leaves to the declaration: SOAP encoding names every type. */
function alignTypes(value: unknown, other: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item, i) => alignTypes(item, Array.isArray(other) ? other[i] : undefined));
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) {
    return value;
  }
  const match = (typeof other === 'object' && other !== null ? other : {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$type' || '$type' in match)
      .map(([name, item]) => [name, alignTypes(item, match[name])]),
  );
}

/** A result that is a tree has the name of the element in which the binding carries it. */
function withoutName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('children' in value)) {
    return value;
  }
  const { name: _, namespace: __, ...rest } = value as Record<string, unknown>;
  return rest;
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) {
    return joinTexts(value.map(plain));
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) {
    return value;
  }
  const record = value as Record<string, unknown>;
  const isTree = 'children' in record && 'attributes' in record && 'namespace' in record;
  return Object.fromEntries(
    Object.entries(record)
      .filter(([name, item]) => {
        if (name === '$anyAttribute') {
          return Object.keys(item as object).length > 0;
        }
        return !isTree || (name !== 'prefix' && name !== 'declarations');
      })
      .map(([name, item]) => [name, name === 'attributes' && isTree ? (item as object[]).map(plain) : plain(item)]),
  );
}

/** Texts side by side in mixed content are one. */
function joinTexts(items: readonly unknown[]): readonly unknown[] {
  if (!items.some((item) => typeof item === 'object' && item !== null && 'children' in item)) {
    return items;
  }
  const joined: unknown[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    if (typeof item === 'string' && typeof last === 'string') {
      joined[joined.length - 1] = last + item;
    } else if (item !== '') {
      joined.push(item);
    }
  }
  return joined;
}
