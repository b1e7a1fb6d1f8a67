import type { Random } from '../../support/random.js';

/**
 * Texts that grow. A grammar makes a text of about so many characters, the same for the same seed. Bigger grammars are made from smaller ones, so
 * that a new family of inputs is one line.
 */
export type Grammar = (size: number, random: Random) => string;

/** A grammar, a fixed text, or a text that depends on how many came before it. */
export type Unit = Grammar | string | ((index: number, random: Random) => string);

/** Characters that one unit of a repeated grammar gets. */
const unitSize = 24;

/** The text, whatever the size. */
export const fixed =
  (text: string): Grammar =>
  () =>
    text;

/** `unit` again and again until the size is reached, at least once. */
export const repeat =
  (unit: string): Grammar =>
  (size) =>
    unit.repeat(Math.max(1, Math.round(size / unit.length)));

/** A text for each number from 0 until the size is reached: names, keys and values that all differ. */
export const count =
  (unit: (index: number, random: Random) => string, between = ''): Grammar =>
  (size, random) => {
    const parts: string[] = [];
    for (let length = 0, index = 0; length < size || index === 0; index++) {
      const part = unit(index, random);
      parts.push(part);
      length += part.length + between.length;
    }
    return parts.join(between);
  };

/** Small texts of several grammars in turn. */
export const alternate = (...units: readonly Grammar[]): Grammar =>
  count((index, random) => (units[index % units.length] as Grammar)(unitSize, random));

/** Small texts of several grammars in random order. */
export const mix = (...units: readonly Grammar[]): Grammar =>
  count((_, random) => random.pick(units)(unitSize, random));

/** One grammar after the other, each with an equal share of the size. */
export const chain =
  (...parts: readonly Grammar[]): Grammar =>
  (size, random) =>
    parts.map((part) => part(size / parts.length, random)).join('');

/** A grammar between two fixed texts. */
export const around =
  (before: string, inside: Grammar, after: string): Grammar =>
  (size, random) =>
    before + inside(size, random) + after;

/** Levels of `open` and `close` around a core, as many as the size allows. */
export const nest =
  (open: string, close: string, core = ''): Grammar =>
  (size) => {
    const levels = Math.max(1, Math.round((size - core.length) / (open.length + close.length)));
    return open.repeat(levels) + core + close.repeat(levels);
  };

/** So many levels of `open` and `close` around a grammar that takes the rest. */
export const deep = (open: string, close: string, levels: number, inside: Grammar): Grammar =>
  around(open.repeat(levels), inside, close.repeat(levels));

/** Texts that are made with knowledge of how many there are: chains in which each names the next. */
export const list =
  (unitLength: number, make: (count: number, random: Random) => string): Grammar =>
  (size, random) =>
    make(Math.max(1, Math.round(size / unitLength)), random);

/** A text for each number below `length`. */
export const times = (length: number, make: (index: number) => string): string =>
  Array.from({ length }, (_, index) => make(index)).join('');

/** A text in a document: what is markup in it becomes references. */
export const escaped =
  (inside: Grammar): Grammar =>
  (size, random) =>
    inside(size, random).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Grammars by what their texts are. */
export type Grammars = Readonly<Record<string, Grammar>>;

/** The result of each grammar, under the same name with a prefix. */
export const each = (grammars: Grammars, make: (grammar: Grammar) => Grammar, prefix = ''): Grammars =>
  Object.fromEntries(Object.entries(grammars).map(([name, grammar]) => [prefix + name, make(grammar)]));
