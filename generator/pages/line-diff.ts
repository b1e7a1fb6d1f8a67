/** A line of two texts side by side. A side is absent where the other one has a line more. */
export interface LinePair {
  readonly old?: string;
  readonly new?: string;
}

/** Comparisons of lines up to which the best alignment is found; larger texts are compared as wholes. */
const mostCells = 4_000_000;

/** Two texts side by side: equal lines next to each other, and of others as many as possible in one row. `most` pairs of lines are compared. */
export function lineDiff(
  old: readonly string[],
  now: readonly string[],
  most: number = mostCells,
): readonly LinePair[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) {
    end++;
  }
  const [before, after] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  const same = (lines: readonly string[]): readonly LinePair[] => lines.map((line) => ({ old: line, new: line }));
  return [...same(old.slice(0, start)), ...changed(before, after, most), ...same(old.slice(old.length - end))];
}

function changed(old: readonly string[], now: readonly string[], most: number): readonly LinePair[] {
  if (old.length * now.length > most) {
    return sideBySide(old, now);
  }
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: LinePair[] = [];
  let [gone, added]: [string[], string[]] = [[], []];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [a, b] = [old[i], now[j]];
    if (a !== undefined && a === b) {
      // One by one: a call takes no hundred thousand arguments.
      for (const pair of sideBySide(gone, added)) {
        pairs.push(pair);
      }
      pairs.push({ old: a, new: a });
      [gone, added] = [[], []];
      i++;
      j++;
    } else if (b === undefined || (a !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      gone.push(a ?? '');
      i++;
    } else {
      added.push(b);
      j++;
    }
  }
  return [...pairs, ...sideBySide(gone, added)];
}

function sideBySide(old: readonly string[], now: readonly string[]): readonly LinePair[] {
  return Array.from({ length: Math.max(old.length, now.length) }, (_, at): LinePair => {
    const [a, b] = [old[at], now[at]];
    return { ...(a !== undefined && { old: a }), ...(b !== undefined && { new: b }) };
  });
}

/** Equal lines that are shown around a change. */
const context = 3;

/** Whether a row is a change, or near one. Without any change all rows are, if they are few. */
export function nearChanges(pairs: readonly LinePair[]): (at: number) => boolean {
  const near = new Set<number>();
  for (const [at, pair] of pairs.entries()) {
    if (pair.old !== pair.new) {
      for (let each = at - context; each <= at + context; each++) {
        near.add(each);
      }
    }
  }
  return (at) => near.has(at) || (near.size === 0 && at < 2 * context);
}
