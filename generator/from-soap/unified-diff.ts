/** Lines around a change that are shown with it. */
const context = 3;

/** The difference of two texts in the unified form. Its changes are few and far between in long files: what both begin and end with is left out first. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const steps = stepsBetween(old, now);
  const hunks = hunksOf(steps);
  const text = hunks.map((hunk) => hunkText(steps.slice(...hunk), steps.slice(0, hunk[0])));
  return `--- a/${path}\n+++ b/${path}\n${text.join('')}`;
}

type Step = readonly [sign: ' ' | '-' | '+', line: string];

/** Lines with their ends, so that one that changes is seen. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function stepsBetween(old: readonly string[], now: readonly string[]): readonly Step[] {
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    start++;
  }
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) {
    end++;
  }
  const kept = (lines: readonly string[]): readonly Step[] => lines.map((line) => [' ', line]);
  return [
    ...kept(old.slice(0, start)),
    ...changedLines(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...kept(old.slice(old.length - end)),
  ];
}

/** More pairs of lines than this are not compared: all of them are shown as changed. */
const mostPairs = 16_000_000;

/** The longest common sequence of lines decides what is shown as kept. */
function changedLines(old: readonly string[], now: readonly string[]): readonly Step[] {
  if (old.length * now.length > mostPairs) {
    return [...old.map((line): Step => ['-', line]), ...now.map((line): Step => ['+', line])];
  }
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      common[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [removed, added] = [old[i], now[j]];
    if (removed !== undefined && removed === added) {
      steps.push([' ', removed]);
      i++;
      j++;
    } else if (removed !== undefined && (added === undefined || at(i + 1, j) >= at(i, j + 1))) {
      steps.push(['-', removed]);
      i++;
    } else {
      steps.push(['+', added ?? '']);
      j++;
    }
  }
  return steps;
}

/** Ranges of steps that are shown together. */
function hunksOf(steps: readonly Step[]): readonly (readonly [start: number, end: number])[] {
  const hunks: [number, number][] = [];
  for (const [index, [sign]] of steps.entries()) {
    if (sign === ' ') {
      continue;
    }
    const last = hunks.at(-1);
    const [start, end] = [Math.max(0, index - context), Math.min(steps.length, index + context + 1)];
    if (last !== undefined && start <= last[1]) {
      last[1] = end;
    } else {
      hunks.push([start, end]);
    }
  }
  return hunks;
}

function hunkText(steps: readonly Step[], earlier: readonly Step[]): string {
  const count = (all: readonly Step[], other: string): number => all.filter(([sign]) => sign !== other).length;
  const range = (other: string): string => {
    const length = count(steps, other);
    return `${count(earlier, other) + (length === 0 ? 0 : 1)},${length}`;
  };
  const lines = steps.map(([sign, line]) => {
    return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
  });
  return `@@ -${range('+')} +${range('-')} @@\n${lines.join('')}`;
}
