import type { Range } from './ranges.js';

/** The sign for a place where a text was cut. */
const cut = '…';

/** An escape or a character that may be incomplete where a text was cut. */
const halfEscape =
  /(?:&(?:amp;)?[#\w]{0,9};?|%(?:25)?[c-f][\da-f](?:%(?:25)?[89ab][\da-f]){0,2}(?:%(?:25)?[\da-f]?)?|%(?:25)?[\da-f]{0,2}|\\{1,4}u?[\da-f]{0,3}|[\ud800-\udbff]|\ufffd{1,3})$/i;

/** Length of a text without half an escape, or half a character, at its end. */
export function wholeLength(text: string): number {
  const tail = Math.max(0, text.length - 32);
  const found = text.slice(tail).search(halfEscape);
  return found < 0 ? text.length : tail + found;
}

/** A cut in a text without halves: where it is there, and how many code units were left out up to it. */
interface Cut {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** A text without the halves of escapes before each `…`. */
export class CutText {
  declare readonly whole: string;
  readonly #cuts: readonly Cut[];

  constructor(text: string) {
    const parts = text.split(cut);
    const cuts: Cut[] = [];
    const whole: string[] = [];
    let [at, removed] = [0, 0];
    for (const [index, part] of parts.entries()) {
      const length = index < parts.length - 1 ? wholeLength(part) : part.length;
      whole.push(part.slice(0, length));
      at += length;
      cuts.push({ at, before: removed, after: removed + part.length - length });
      removed += part.length - length;
      at += cut.length;
    }
    this.whole = whole.join(cut);
    this.#cuts = cuts;
  }

  /** Those of the ranges in `whole` that end at a cut, as ranges of the text: the half that was left out is a part of them. */
  rangesAtCuts(ranges: readonly Range[]): Range[] {
    const found: Range[] = [];
    let index = 0;
    let before = 0;
    for (const { start, end } of ranges) {
      for (let next = this.#cuts[index]; next !== undefined && next.at < end; next = this.#cuts[++index]) {
        before = next.after;
      }
      const last = this.#cuts[index];
      if (last?.at === end && last.after > last.before) {
        found.push({ start: start + before, end: end + last.after });
      }
    }
    return found;
  }
}
