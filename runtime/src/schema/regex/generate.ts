import { RecentMap } from '../../base/recent-map.js';
import { type CharacterNode, parseRegex, type RegexNode } from './parse.js';

/** Characters tried first, so that samples are pleasant to read. */
export const preferredCharacters: readonly string[] = [...'abcAB019 -_.:/,;@#+*()[]<>&"\'éж', '\t', '\n'];
const lastScanned = 0x2fff;
/** A character of each set, by the expression of the set; `''` where none was found. */
const known = new RecentMap<string>(100_000);

function characterOf(node: CharacterNode): string | undefined {
  if (node.literal !== undefined) {
    return node.literal;
  }
  let found = known.get(node.source);
  if (found === undefined) {
    found = findCharacter(node.source) ?? '';
    known.set(node.source, found);
  }
  return found === '' ? undefined : found;
}

/** A character of a set, given as a JavaScript (`u` flag) expression; undefined if none was found. */
export function findCharacter(source: string): string | undefined {
  const expression = new RegExp(`^${source}$`, 'u');
  const preferred = preferredCharacters.find((character) => expression.test(character));
  if (preferred !== undefined) {
    return preferred;
  }
  for (const match of source.matchAll(/\\u\{([0-9a-fA-F]+)\}/g)) {
    const character = String.fromCodePoint(Number.parseInt(match[1] ?? '0', 16));
    if (expression.test(character)) {
      return character;
    }
  }
  for (let code = 0x20; code <= lastScanned; code++) {
    const character = String.fromCodePoint(code);
    if (expression.test(character)) {
      return character;
    }
  }
  return undefined;
}

/** How to choose a text among those that match: repetitions beyond the minimum, and the alternative to use. */
interface Choices {
  readonly extra: number;
  readonly branch: number;
}

const maxLength = 5000;

function generate(node: RegexNode, choices: Choices): string | undefined {
  switch (node.kind) {
    case 'character':
      return characterOf(node);
    case 'sequence': {
      let text = '';
      for (const item of node.items) {
        const part = generate(item, choices);
        if (part === undefined || text.length > maxLength) {
          return undefined;
        }
        text += part;
      }
      return text;
    }
    case 'choice': {
      const branch = node.branches[choices.branch % node.branches.length];
      return branch === undefined ? undefined : generate(branch, choices);
    }
    case 'repeat': {
      const count = Math.min(node.max, node.min + choices.extra);
      if (count === 0) {
        return '';
      }
      const part = generate(node.node, choices);
      return part === undefined || part.length * count > maxLength ? undefined : part.repeat(count);
    }
  }
}

const extras = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100];
const branches = 6;

/** Some texts that match a pattern facet, short ones first. For patterns that combine sets in unusual ways, there may be none. */
export function* matchingTexts(pattern: string): Generator<string> {
  const node = parseRegex(pattern);
  const seen = new Set<string>();
  for (const extra of extras) {
    for (let branch = 0; branch < branches; branch++) {
      const text = generate(node, { extra, branch });
      if (text === undefined || seen.has(text)) {
        continue;
      }
      seen.add(text);
      yield text;
    }
  }
}
