/** A part of a text: from `start` to before `end`, in code units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Ranges in order of their start, and without overlaps: those that overlap or touch become one. */
export function union(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start);
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
    } else {
      result.push({ start, end });
    }
  }
  return result;
}

/** The text with `replacement` in the place of each range. The ranges are in order and do not overlap. */
export function replaceRanges(text: string, ranges: readonly Range[], replacement: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  return at === 0 ? text : pieces.join('') + text.slice(at);
}
