import type { Random } from '../../support/random.js';
import type { Grammar } from './grammar.js';

/**
 * An input that can be grown: `before`, then `open` as often as the size allows, `core`, `close` as often again, `after`. The character U+0001 in
 * `open` and `close` stands for the number of the turn, so that names can differ.
 */
export interface Shape {
  readonly before: string;
  readonly open: string;
  readonly core: string;
  readonly close: string;
  readonly after: string;
}

/** Placeholder for the number of a repetition. */
export const number = '\u0001';

/** The input of a shape. */
export function grammarOf({ before, open, core, close, after }: Shape): Grammar {
  return (size) => {
    const fixed = before.length + core.length + after.length;
    const turns = Math.max(1, Math.round((size - fixed) / Math.max(1, open.length + close.length)));
    const opened = repeated(open, turns, (turn) => turn);
    const closed = repeated(close, turns, (turn) => turns - 1 - turn);
    return before + opened + core + closed + after;
  };
}

function repeated(unit: string, turns: number, numberOf: (turn: number) => number): string {
  if (!unit.includes(number)) {
    return unit.repeat(turns);
  }
  const parts = unit.split(number);
  return Array.from({ length: turns }, (_, turn) => parts.join(numberOf(turn).toString(36))).join('');
}

/** A shape of what a grammar makes: what is new in a larger input is what is repeated. */
export function shapeOf(grammar: Grammar, random: Random): Shape {
  const [small, large] = [grammar(150, random), grammar(300, random)];
  let start = 0;
  while (start < small.length && small[start] === large[start]) {
    start++;
  }
  let end = 0;
  while (end < small.length - start && small.at(-1 - end) === large.at(-1 - end)) {
    end++;
  }
  const open = large.slice(start, large.length - end);
  return { before: large.slice(0, start), open, core: '', close: '', after: large.slice(large.length - end) };
}

/** Characters of a part of a shape at most: long ones hide what costs. */
const maxPart = 4000;
const maxUnit = 400;

/** A shape with something of it changed. `others` are shapes to take parts from, `tokens` pieces that matter to whoever reads it. */
export function mutateShape(shape: Shape, others: readonly Shape[], tokens: readonly string[], random: Random): Shape {
  let result = shape;
  for (let count = 1 + random.below(3); count > 0; count--) {
    result = mutateOnce(result, others, tokens, random);
  }
  const { before, open, core, close, after } = result;
  if (open === '' || open.length > maxUnit || close.length > maxUnit) {
    return shape;
  }
  return before.length + after.length + core.length > maxPart ? shape : result;
}

function mutateOnce(shape: Shape, others: readonly Shape[], tokens: readonly string[], random: Random): Shape {
  const { before, open, core, close, after } = shape;
  const other = random.pick(others);
  const token = random.pick(tokens);
  switch (random.below(12)) {
    case 0:
      return { ...shape, open: slice(open, random) };
    case 1:
      return { ...shape, open: open + token };
    case 2:
      return { ...shape, open: insert(open, token, random) };
    case 3:
      return { ...shape, open: insert(open, slice(other.open, random), random) };
    case 4:
      return { ...shape, open: insert(open, number, random) };
    case 5:
      return { ...shape, open: remove(open, random) };
    case 6:
      return nested(shape, random);
    case 7:
      return { ...shape, before: other.before, after: other.after };
    case 8:
      return { ...shape, before: insert(before, token, random) };
    case 9:
      return { ...shape, after: insert(after, token, random) };
    case 10:
      // The text around the repeated part becomes a part of it.
      return { ...shape, open: lastPiece(before, random) + open, core: core + (random.oneIn(2) ? token : '') };
    default:
      return random.oneIn(2) ? { ...shape, close: slice(open, random) } : { ...shape, open: open + close, close: '' };
  }
}

/** Adjacent elements become nested ones. */
function nested(shape: Shape, random: Random): Shape {
  const tags = [...shape.open.matchAll(/<([^\s<>/!?"']+)([^<>]*?)\/?>/g)];
  const tag = tags.length === 0 ? undefined : random.pick(tags);
  if (tag === undefined) {
    return { ...shape, close: shape.open.split('').reverse().join('') };
  }
  return { ...shape, open: `<${tag[1]}${tag[2]}>`, close: `</${tag[1]}>` };
}

function insert(text: string, piece: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + piece + text.slice(at);
}

function remove(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + text.slice(at + 1 + random.below(20));
}

/** A part of a text, mostly from one piece of markup to another. */
function slice(text: string, random: Random): string {
  const cuts = [0, ...[...text.matchAll(/(?=[<&;,= \n"])/g)].map(({ index }) => index), text.length];
  const [one, other] = [random.pick(cuts), random.pick(cuts)].sort((a, b) => a - b);
  return text.slice(one, other) || text;
}

function lastPiece(text: string, random: Random): string {
  return text.slice(text.length - random.below(Math.min(60, text.length + 1)));
}
