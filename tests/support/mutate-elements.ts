import type { Random } from './random.js';

/** Well-formed documents that differ from one in their elements, attributes or texts: most no longer fit its schema. */
export function mutateElements(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random.below(3); count > 0; count--) {
    result = mutateOne(result, random);
  }
  return result;
}

interface Found {
  readonly name: string;
  readonly tag: string;
  readonly start: number;
  /** Where its start tag ends. */
  readonly inside: number;
  readonly end: number;
}

const tags = /<([A-Za-z_][\w.:-]*)(?:\s[^<>]*)?>/g;
const values = ['', ' ', 'zz', '12', 'a b', '2020-13-01', 'true'];

function mutateOne(text: string, random: Random): string {
  const found = [...text.matchAll(tags)];
  if (found.length === 0) {
    return text;
  }
  const element = elementAt(text, random.pick(found));
  const other = elementAt(text, random.pick(found));
  const { name, tag, start, inside, end } = element;
  const before = text.slice(0, start);
  const rest = text.slice(inside);
  switch (random.below(10)) {
    case 0:
      return before + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(start);
    case 2:
      return `${before}<${other.name}/>${text.slice(end)}`;
    case 3:
      return before + text.slice(other.start, other.end) + text.slice(start);
    case 4:
      return `${before}<f:x xmlns:f="urn:f"/>${text.slice(start)}`;
    case 5:
      return `${before}<${name} bad="1"${tag.slice(name.length + 1)}${rest}`;
    case 6:
      return before + changedAttribute(tag, random, () => '') + rest;
    case 7:
      return before + changedAttribute(tag, random, (each) => each.replace(/".*"/s, `"${random.pick(values)}"`)) + rest;
    case 8:
      return before + withNil(tag) + rest;
    default:
      return text.slice(0, inside) + rest.replace(/^[^<]*/, random.pick(values));
  }
}

function elementAt(text: string, match: RegExpExecArray): Found {
  const [tag, name = ''] = match;
  const start = match.index;
  const inside = start + tag.length;
  const found = { name, tag, start, inside };
  if (tag.endsWith('/>')) {
    return { ...found, end: inside };
  }
  let depth = 0;
  for (const each of text.slice(start).matchAll(/<(\/?)([A-Za-z_][\w.:-]*)(?:\s[^<>]*)?>/g)) {
    if (each[2] === name && !each[0].endsWith('/>')) {
      depth += each[1] === '/' ? -1 : 1;
    }
    if (depth === 0) {
      return { ...found, end: start + each.index + each[0].length };
    }
  }
  return { ...found, end: inside };
}

function changedAttribute(tag: string, random: Random, change: (attribute: string) => string): string {
  const attributes = tag.match(/\s[\w:.-]+="[^"]*"/g)?.filter((each) => !each.includes('xmlns')) ?? [];
  const one = attributes.length === 0 ? '' : random.pick(attributes);
  return tag.replace(one, change(one));
}

function withNil(tag: string): string {
  return tag.includes(':nil=')
    ? tag
    : tag.replace(/\/?>$/, ' xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"$&');
}
