import { type LinePair, lineDiff, nearChanges } from '../pages/line-diff.js';

/** More pairs of lines than this are not compared: all of them are shown as changed. */
const mostPairs = 16_000_000;

/** The difference of two texts in the unified form. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const rows = lineDiff(linesOf(before), linesOf(after), mostPairs);
  const isShown = before === after ? () => false : nearChanges(rows);
  const hunks: LinePair[][] = [];
  const starts: (readonly [old: number, now: number])[] = [];
  let [old, now] = [0, 0];
  for (const [at, row] of rows.entries()) {
    if (isShown(at)) {
      if (at === 0 || !isShown(at - 1)) {
        hunks.push([]);
        starts.push([old, now]);
      }
      hunks.at(-1)?.push(row);
    }
    old += row.old === undefined ? 0 : 1;
    now += row.new === undefined ? 0 : 1;
  }
  return `--- a/${path}\n+++ b/${path}\n${hunks.map((hunk, at) => hunkText(hunk, starts[at] ?? [0, 0])).join('')}`;
}

/** Lines with their ends, so that one that changes is seen. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function hunkText(rows: readonly LinePair[], [old, now]: readonly [old: number, now: number]): string {
  const range = (before: number, side: keyof LinePair): string => {
    const length = rows.filter((row) => row[side] !== undefined).length;
    return `${before + (length === 0 ? 0 : 1)},${length}`;
  };
  let text = '';
  let added = '';
  for (const row of rows) {
    const isKept = row.old === row.new;
    text += isKept ? added : '';
    added = isKept ? '' : added + signed('+', row.new);
    text += signed(isKept ? ' ' : '-', row.old);
  }
  return `@@ -${range(old, 'old')} +${range(now, 'new')} @@\n${text}${added}`;
}

function signed(sign: ' ' | '-' | '+', line: string | undefined): string {
  if (line === undefined) {
    return '';
  }
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}
