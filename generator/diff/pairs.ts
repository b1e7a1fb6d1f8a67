/** Things of two versions, matched. */
export interface Pairs<T> {
  readonly kept: readonly (readonly [T, T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Things by their names; of those left over, with `isSame`, the ones that are the same but for their name, if that is unambiguous. */
export function pair<T>(
  old: readonly T[],
  now: readonly T[],
  nameOf: (thing: T) => string,
  isSame?: (a: T, b: T) => boolean,
): Pairs<T> {
  const after = new Map(now.map((each) => [nameOf(each), each]));
  const before = new Set(old.map(nameOf));
  const kept: (readonly [T, T])[] = [];
  const left: T[] = [];
  for (const each of old) {
    const same = after.get(nameOf(each));
    if (same) {
      kept.push([each, same]);
    } else {
      left.push(each);
    }
  }
  const fresh = now.filter((each) => !before.has(nameOf(each)));
  const removed: T[] = [];
  const used = new Set<T>();
  for (const each of left) {
    const matches = isSame ? fresh.filter((other) => !used.has(other) && isSame(each, other)) : [];
    const [match] = matches;
    if (match && matches.length === 1) {
      used.add(match);
      kept.push([each, match]);
    } else {
      removed.push(each);
    }
  }
  return { kept, removed, added: fresh.filter((each) => !used.has(each)) };
}
