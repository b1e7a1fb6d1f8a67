import type { Random } from './random.js';

/** Documents written in another way, which mean the same, and documents with one small change, which mean something else. For those of `randomDocumentOf` without mistakes. */

/** Markup and texts in turn. */
type Item =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly name: string }
  | { readonly kind: 'start'; readonly name: string; readonly isEmpty: boolean; readonly attributes: Attributes };
type Start = Extract<Item, { readonly kind: 'start' }>;
type Attributes = readonly (readonly [name: string, value: string])[];

function itemsOf(text: string): readonly Item[] {
  return text.split(/(<[^>]*>)/).map((each, index): Item => {
    if (index % 2 === 0) {
      return { kind: 'text', text: each };
    }
    const name = /[^\s<>/]+/.exec(each)?.[0] ?? '';
    if (each.startsWith('</')) {
      return { kind: 'end', name };
    }
    const attributes = [...each.matchAll(/([^\s=]+)=(["'])(.*?)\2/g)].map(
      ([, key = '', , value = '']) => [key, value] as const,
    );
    return { kind: 'start', name, isEmpty: each.endsWith('/>'), attributes };
  });
}

function textOf(items: readonly Item[]): string {
  return items.map(itemText).join('');
}

function itemText(item: Item): string {
  switch (item.kind) {
    case 'text':
      return item.text;
    case 'end':
      return `</${item.name}>`;
    case 'start':
      return `<${item.name}${item.attributes.map(([name, value]) => ` ${name}="${value}"`).join('')}${item.isEmpty ? '/' : ''}>`;
  }
}

/** The document with other prefixes, quotes, references, CDATA sections, comments, and white space where none counts. */
export function rewritten(text: string, random: Random): string {
  // Half of them differ in their texts only: an unusual tag leaves little to the fast ways.
  const isAsWritten = random.oneIn(2);
  const names: string[] = [];
  const scopes: ReadonlyMap<string, string>[] = [new Map()];
  let result = '';
  for (const item of itemsOf(text)) {
    if (item.kind === 'text') {
      result += disguised(item.text, random);
    } else if (isAsWritten) {
      result += itemText(item);
    } else if (item.kind === 'end') {
      scopes.pop();
      result += `</${names.pop()}${random.pick(['', '', '\n'])}>`;
    } else {
      const scope = new Map([...(scopes.at(-1) ?? []), ...declarationsOf(item)]);
      const renamed = random.oneIn(3) ? withOwnPrefix(item, scope) : item;
      if (!item.isEmpty) {
        names.push(renamed.name);
        scopes.push(scope);
      }
      result += tagText(renamed, random);
    }
  }
  return result;
}

function declarationsOf({ attributes }: Start): readonly (readonly [string, string])[] {
  return attributes.flatMap(([name, value]) => {
    const [, prefix] = /^xmlns(?::(.*))?$/.exec(name) ?? [];
    return name.startsWith('xmlns') ? [[prefix ?? '', value] as const] : [];
  });
}

/** The element with a prefix that nothing else has. */
function withOwnPrefix(start: Start, scope: ReadonlyMap<string, string>): Start {
  const [prefix, local] = start.name.includes(':') ? start.name.split(':') : ['', start.name];
  const namespace = scope.get(prefix ?? '') ?? '';
  return namespace === ''
    ? start
    : { ...start, name: `own:${local}`, attributes: [...start.attributes, ['xmlns:own', namespace]] };
}

function tagText({ name, isEmpty, attributes }: Start, random: Random): string {
  const all = random.oneIn(4) ? attributes.toReversed() : attributes;
  const quote = random.pick(['"', '"', "'"]);
  const space = random.pick([' ', ' ', '\n ']);
  const equals = random.pick(['=', '=', ' = ']);
  const written = all.map(([key, value]) => space + key + equals + quote + padded(key, value, random) + quote);
  return `<${name}${written.join('')}${isEmpty ? random.pick(['/>', ' />', `></${name}>`]) : random.pick(['>', '>', ' >'])}`;
}

const pads: readonly string[] = ['', '', ' ', '\n', '\t', '&#13;', ' &#9;', '  '];

/** All attributes of these documents have types of which white space around a value is no part. */
function padded(name: string, value: string, random: Random): string {
  return name.startsWith('xmlns') || !random.oneIn(3) ? value : random.pick(pads) + value + random.pick(pads);
}

/** Texts of types of which white space around a value is no part, and of no others. */
const collapsing = /^(?:[-+]?[0-9][-+0-9.:TZeE ]*|true|false|-?INF|NaN)$/;

function disguised(text: string, random: Random): string {
  if (!random.oneIn(2)) {
    return text;
  }
  const referred = text.replace(/&[^;]*;|\w/g, (each) =>
    each.length === 1 && random.oneIn(6) ? `&#${each.charCodeAt(0)};` : each,
  );
  const parts = referred.split(/(?=&)|(?<=;)/);
  const at = random.below(parts.length);
  const part = parts[at] ?? '';
  const hidden = /^[^&]*[^&\s][^&]*$/.test(part)
    ? random.pick([part, `<![CDATA[${part}]]>`, `${part.slice(0, 1)}<!-- c -->${part.slice(1)}`, `<?p?>${part}`])
    : part;
  const whole = parts.with(at, hidden).join('');
  return collapsing.test(text) && random.oneIn(2) ? random.pick(pads) + whole + random.pick(pads) : whole;
}

/** A change that has to be noticed. */
export type Change = 'namespace' | 'repeated' | 'removed' | 'attribute' | 'nil';

/** The document with one change in an element below the root; undefined if there is no such element. */
export function changed(text: string, change: Change, random: Random): string | undefined {
  const items = itemsOf(text);
  const places = [...items.keys()].filter((index) => index > 1 && isChangeable(items[index], change));
  if (places.length === 0) {
    return undefined;
  }
  const at = random.pick(places);
  const start = items[at] as Start;
  const end = endOf(items, at);
  const element = items.slice(at, end + 1);
  return textOf(items.toSpliced(at, element.length, ...changedElement(element, start, change)));
}

function isChangeable(item: Item | undefined, change: Change): boolean {
  if (item?.kind !== 'start') {
    return false;
  }
  const changeable = change === 'attribute' ? isOwn : change === 'nil' ? isNil : undefined;
  return changeable === undefined || item.attributes.some(([name]) => changeable(name));
}

/** True for the attributes of a type. */
const isOwn = (name: string): boolean => name === 'k' || name === 'l';

const isNil = (name: string): boolean => name === 'xsi:nil';

function endOf(items: readonly Item[], start: number): number {
  let depth = 0;
  for (let index = start; ; index++) {
    const item = items[index] as Item;
    depth += item.kind === 'start' && !item.isEmpty ? 1 : item.kind === 'end' ? -1 : 0;
    if (depth === 0) {
      return index;
    }
  }
}

function changedElement(element: readonly Item[], start: Start, change: Change): readonly Item[] {
  switch (change) {
    case 'namespace': {
      const name = `other:${start.name.replace(/^.*:/, '')}`;
      const renamed: Item = { ...start, name, attributes: [...start.attributes, ['xmlns:other', 'urn:other']] };
      return [renamed, ...element.slice(1, -1), ...(element.length > 1 ? [{ kind: 'end', name } as const] : [])];
    }
    case 'repeated':
      return [...element, ...element];
    case 'removed':
      return [];
    case 'attribute':
      return [{ ...start, attributes: start.attributes.filter(([name]) => !isOwn(name)) }, ...element.slice(1)];
    case 'nil':
      return [{ ...start, attributes: start.attributes.map(withOtherNil) }, ...element.slice(1)];
  }
}

/** An attribute that is called `nil` in another namespace. */
function withOtherNil([name, value]: Attributes[number]): Attributes[number] {
  return isNil(name) ? ['xsd:nil', value] : [name, value];
}
