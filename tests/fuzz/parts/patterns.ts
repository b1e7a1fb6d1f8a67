import { deepStrictEqual } from 'node:assert/strict';
import { matchAutomaton } from '../../../runtime/src/schema/regex/automaton.js';
import { compilePattern, parseRegex, RegexSyntaxError } from '../../../runtime/src/schema/regex/regex.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import type { Random } from '../../support/random.js';
import { expecting, type FuzzPart } from '../part.js';

/** A pattern that means the same to the engine's own expressions, texts, and a pattern that may be none. */
interface Input {
  readonly pattern: string;
  readonly texts: readonly string[];
  readonly changed: string;
}

/** The automaton, the compiled pattern and the engine's own expression agree; everything else is a `RegexSyntaxError`. */
export const patterns: FuzzPart<Input> = {
  name: 'patterns',
  cases: 3000,
  inputs: drawn((random) => {
    const pattern = randomPattern(random, 0);
    const character = (): string => random.pick(['a', 'b', 'c', '1', 'é', '.', '😀']);
    const other = random.pick([pattern, '[\\i-[:]][\\c-[:]]*', '\\p{Lu}[\\P{IsBasicLatin}-[x]]{2,9}']);
    return {
      pattern,
      texts: Array.from({ length: 4 }, () => Array.from({ length: random.below(7) }, character).join('')),
      changed: mutate(other, random).slice(0, 300),
    };
  }),
  check: ({ pattern, texts, changed }) => {
    const node = expecting(() => parseRegex(pattern), RegexSyntaxError);
    if (node !== undefined) {
      const own = new RegExp(`^(?:${pattern.replaceAll('\\d', '[0-9]')})$`, 'u');
      const results = texts.map((text) => [matchAutomaton(node, text), compilePattern(pattern).test(text)]);
      deepStrictEqual(
        results,
        texts.map((text) => [own.test(text), own.test(text)]),
      );
    }
    expecting(() => compilePattern(changed).test('aabb:1'), RegexSyntaxError);
  },
};

const atoms = ['a', 'b', '[ab]', '[^a]', '\\d', 'é', '\\.', '[a-c]', '😀'];
const counts = ['', '', '', '?', '*', '+', '{2}', '{0,3}', '{1,}'];

/** A pattern that the engine's own expressions understand in the same way, and in no more time. */
function randomPattern(random: Random, depth: number): string {
  const piece = (): string => {
    if (depth > 1 || random.oneIn(2)) {
      return random.pick(atoms) + random.pick(counts);
    }
    const inner = randomPattern(random, depth + 1);
    // Repetitions within repetitions keep the engine busy for ever; ours run on an automaton.
    return `(${inner})${random.pick(/[?*+{]|\(\||\|\||\|\)|^\||\|$|^$/.test(inner) ? ['', '?', '{2}'] : counts)}`;
  };
  const branch = (): string => Array.from({ length: random.below(4) }, piece).join('');
  return Array.from({ length: 1 + random.below(3) }, branch).join('|');
}
