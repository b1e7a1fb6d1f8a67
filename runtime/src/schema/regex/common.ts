import { type Automaton, automatonOf, type CharacterSet } from './automaton.js';
import { findCharacter, preferredCharacters } from './generate.js';
import { parseRegex } from './parse.js';

/** Texts that several patterns have in common: a search through the states of all of them at once. */

/** Lengths of the texts to find, in code points. */
export interface TextRange {
  readonly least: number;
  readonly most: number;
  /** States that the search may visit. */
  readonly visits?: number;
}

/** Limits of a search: states that it may visit, and texts that it returns. */
const maxVisits = 500_000;
const maxTexts = 40;
/** Searches, each of which prefers other characters. */
const rounds = 24;
/** Characters that may be tried for one kind of character. */
const maxOfKind = 12;
const more = [...'234567890defghxyzDEFXYZ'];

interface Place {
  readonly states: readonly ReadonlySet<number>[];
  readonly before: Place | undefined;
  readonly character: string;
}

/**
 * Some texts that match one pattern of every group, short ones first, the same every time. No texts if there are none, or if
 * the search would take too long.
 */
export function* commonTexts(groups: readonly (readonly string[])[], range: TextRange): Generator<string> {
  const automata: Automaton[] = [];
  for (const group of groups) {
    const automaton = automatonOf({ kind: 'choice', branches: group.map(parseRegex) });
    if (automaton === null) {
      return;
    }
    automata.push(automaton);
  }
  const kinds = kindsOf(automata.flatMap(({ sets }) => sets));
  const seen = new Set<string>();
  const budget = { visits: range.visits ?? maxVisits };
  for (let round = 0; round < rounds && budget.visits > 0; round++) {
    for (const text of search(automata, kinds, range, round, budget)) {
      if (seen.has(text)) {
        continue;
      }
      seen.add(text);
      yield text;
    }
    // Other characters of the same kinds lead no further.
    if (seen.size === 0) {
      return;
    }
  }
}

/** Bounds of a search for a form of a value: there are few, but it may be one of very many values that have none. */
const formRange: TextRange = { least: 0, most: 2000, visits: 200_000 };

/** As `commonTexts`, where one of the groups has all forms of one value. */
export function formsWithin(groups: readonly (readonly string[])[]): Generator<string> {
  return commonTexts(groups, formRange);
}

/** Characters that all sets treat alike, together: one of them stands for all. */
function kindsOf(sets: readonly CharacterSet[]): readonly (readonly string[])[] {
  const distinct = [...new Map(sets.map((set) => [set.source, set])).values()];
  const found = distinct.flatMap(({ source }) => findCharacter(source) ?? []);
  const literals = distinct.flatMap(({ source }) => [...source.replace(/[\\^$[\](){}|]/g, '')]);
  const kinds = new Map<string, string[]>();
  for (const character of new Set([...preferredCharacters, ...more, ...found, ...literals])) {
    const signature = distinct.map((set) => (set.has(character) ? '1' : '0')).join('');
    if (!signature.includes('1')) {
      continue;
    }
    const kind = kinds.get(signature);
    if (kind === undefined) {
      kinds.set(signature, [character]);
    } else if (kind.length < maxOfKind) {
      kind.push(character);
    }
  }
  return [...kinds.values()];
}

function* search(
  automata: readonly Automaton[],
  kinds: readonly (readonly string[])[],
  { least, most }: TextRange,
  round: number,
  budget: { visits: number },
): Generator<string> {
  let front: Place[] = [{ states: automata.map((each) => each.start()), before: undefined, character: '' }];
  let given = 0;
  let turn = round;
  for (let length = 0; length <= most && front.length > 0; length++) {
    if (length >= least) {
      for (const place of front) {
        if (!automata.every((each, i) => each.accepts(place.states[i] ?? new Set()))) {
          continue;
        }
        yield textOf(place);
        if (++given >= maxTexts) {
          return;
        }
      }
    }
    const next = new Map<string, Place>();
    for (const place of front) {
      for (const kind of kinds) {
        // Round 0 uses the most readable character of each kind, the others a different one each time.
        if (round > 0) {
          turn = (turn * 31 + 7) % 65_521;
        }
        const character = kind[turn % kind.length] ?? '';
        const states = automata.map((each, i) => each.step(place.states[i] ?? new Set(), character));
        for (const { size } of states) {
          budget.visits -= 1 + size;
        }
        if (budget.visits <= 0) {
          return;
        }
        if (states.some(({ size }) => size === 0)) {
          continue;
        }
        const key = states.map((set) => [...set].sort((a, b) => a - b).join(' ')).join('|');
        if (!next.has(key)) {
          next.set(key, { states, before: place, character });
        }
      }
    }
    front = [...next.values()];
  }
}

function textOf(place: Place): string {
  let text = '';
  for (let at: Place | undefined = place; at !== undefined; at = at.before) {
    text = at.character + text;
  }
  return text;
}
