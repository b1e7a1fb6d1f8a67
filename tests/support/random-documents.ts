import {
  any,
  attribute,
  type ComplexType,
  choice,
  complexType,
  derivedTypes,
  type ElementDescriptor,
  element,
  enumeration,
  field,
  list,
  type ParticleDescriptor,
  patterns,
  restriction,
  type SimpleType,
  scalar,
  sequence,
  union,
} from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { Random } from './random.js';

/** Schemas of records that are made at random, and documents that nearly fit them. */

const namespaces = ['urn:a', 'urn:b', ''];
const unbounded = Number.POSITIVE_INFINITY;

/** A simple type with texts that are values of it, and others. */
interface Leaf {
  readonly type: SimpleType;
  readonly texts: readonly string[];
}

const words = [
  '',
  'x &amp; y',
  'a',
  'some text',
  ' ',
  ' padded  text ',
  '&lt;tag&gt;',
  'é',
  '😀',
  'line\r\nbreak',
  '&#13;',
  'a\tb',
];
const numbers = ['0', '1', '-7', '+3', '007', ' 12 ', '2147483648', '1.5', '', 'x', '1&#48;', '\r\n5'];

const longBase64 = 'AQID/+8A'.repeat(40);

const sizes = union('', '', [xs.int, enumeration('', '', xs.token, ['small', 'large'])]);

const leaves: readonly Leaf[] = [
  { type: xs.string, texts: words },
  { type: xs.token, texts: words },
  { type: xs.int, texts: numbers },
  { type: xs.long, texts: numbers },
  { type: xs.decimal, texts: numbers },
  { type: xs.double, texts: [...numbers, 'INF', 'NaN', '1e5', '1E999'] },
  { type: xs.boolean, texts: ['true', 'false', '1', '0', ' true', 'TRUE', ''] },
  { type: xs.dateTime, texts: ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05', '2024-13-02T03:04:05', ''] },
  {
    type: xs.date,
    texts: [
      '2024-02-29',
      '2000-02-29Z',
      '9996-02-29',
      '1900-02-29',
      '2023-02-29',
      '2024-06-31',
      '02024-01-01',
      '0400-02-29',
    ],
  },
  {
    type: xs.time,
    texts: ['23:59:59.5', '00:00:00+13:59', '12:00:00', '24:00:00', '24:00:01', '12:00:00+14:00', '12:00'],
  },
  { type: xs.float, texts: ['1.5', '-0', '.5e-3', '-INF', 'NaN', '3.5e38', '-1e39', '1.', 'e5', '1e', '0x1'] },
  { type: xs.unsignedByte, texts: ['0', '255', '+7', '-0', '256', '-1', '1.0', ''] },
  { type: xs.nonNegativeInteger, texts: ['0', '123456789012345678901234567890', '-0', '-1', '+0', ''] },
  {
    type: xs.base64Binary,
    texts: [
      '',
      'AA==',
      longBase64,
      'A A A A',
      'AB==',
      'x',
      `${longBase64}AB==`,
      longBase64.replaceAll('+', '\r\n'),
      longBase64.replace('AQ', 'A&#81;'),
      longBase64.slice(1),
      longBase64.replaceAll('/', '-'),
      longBase64.replaceAll('Q', 'Ń'),
    ],
  },
  { type: xs.QName, texts: ['a', 'p:a', 'q:a', 'unknown:a', ''] },
  { type: enumeration('', '', xs.string, ['red', 'green', '']), texts: ['red', 'green', '', ' red', 'blue'] },
  { type: restriction('', '', xs.string, { maxLength: 3 }), texts: ['', 'abc', 'abcd', '&amp;&amp;&amp;'] },
  { type: restriction('', '', xs.int, { minInclusive: '1', maxExclusive: '10' }), texts: ['1', '9', '10', '0', 'x'] },
  { type: restriction('', '', xs.string, { patterns: patterns(['[A-Z]+']) }), texts: ['ABC', 'abc', ''] },
  { type: list('', '', xs.int), texts: ['1 2 3', '', 'x', ' 1 '] },
  { type: sizes, texts: ['7', 'large', ' small ', 'tiny', ''] },
  { type: list('', '', sizes), texts: ['7 large', '', 'large\n small', 'large tiny'] },
  { type: union('', '', [list('', '', xs.int), xs.QName, xs.boolean]), texts: ['1 2', 'true', 'p:q', 'x y'] },
  {
    type: scalar(xs.int, {
      parse: (text) => ({ number: Number(text) }),
      format: ({ number }) => String(number),
      checked: true,
    }),
    texts: numbers,
  },
];

/** Many are texts, as in most messages. */
const randomLeaf = (random: Random): Leaf => (random.oneIn(3) ? (leaves[0] as Leaf) : random.pick(leaves));

/** An element of a schema, and how its instances are written. */
interface Node {
  readonly namespace: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly leaf: Leaf | undefined;
  readonly children: readonly Node[];
  readonly attributes: readonly string[];
  /** Members of its substitution group. */
  readonly members?: readonly Node[];
  /** The type that `xsi:type` names. */
  readonly named?: { readonly namespace: string; readonly name: string };
  readonly nillable?: boolean;
  /** Levels of a node that contains itself. */
  readonly isAgain?: boolean;
}

/** A schema: the root element, and what its documents are made of. */
export interface RandomSchema {
  readonly element: ElementDescriptor;
  readonly root: Node;
  /** How most of its documents are written. */
  readonly style: WritingStyle;
}

/** How a document writes its elements, as one peer does always. */
interface WritingStyle {
  /**
   * `root`: the root declares a prefix for each namespace; `default`: elements declare the default namespace where it changes; `same`: they
   * declare one prefix for whatever namespace they are in; `own`: they declare the prefix of their namespace where it is not in scope.
   */
  readonly prefixes: 'root' | 'default' | 'same' | 'own';
  /** Names of elements that declare namespaces once more: of so many one. 0 for none. */
  readonly repeats: number;
  readonly quote: string;
  readonly typesLast: boolean;
  readonly typesOfLeaves: boolean;
}

function randomStyle(random: Random): WritingStyle {
  return {
    prefixes: random.pick(['root', 'root', 'default', 'same', 'own']),
    repeats: random.pick([0, 0, 1, 2]),
    quote: random.pick(['"', '"', "'"]),
    typesLast: random.oneIn(3),
    typesOfLeaves: random.oneIn(4),
  };
}

/** An element that only a wildcard takes. */
const wild: Node = {
  namespace: 'urn:b',
  name: 'wild',
  min: 0,
  max: 1,
  leaf: { type: xs.string, texts: ['a', 'b', 'c'] },
  children: [],
  attributes: [],
};

/** Random numbers for one schema. Some have much of what others do not have at all: so rare constructs meet each other. */
class SchemaRandom extends Random {
  /** Once in how many times there is each of them. */
  readonly rate: Readonly<
    Record<'empty' | 'attributes' | 'wildcard' | 'group' | 'text' | 'again' | 'nillable' | 'inner', number>
  >;

  constructor(random: Random) {
    super(random.below(2 ** 32));
    const rate = (usual: number): number => this.pick([1.5, usual, usual, unbounded]);
    this.rate = {
      empty: rate(6),
      attributes: rate(2),
      wildcard: rate(5),
      group: rate(4),
      text: rate(5),
      again: rate(4),
      nillable: rate(6),
      inner: this.pick([2, 3]),
    };
  }

  /** True once in as many times as the schema has something. */
  has(what: keyof SchemaRandom['rate']): boolean {
    return this.next() * this.rate[what] < 1;
  }
}

/** A schema of nested records. */
export function randomSchema(source: Random): RandomSchema {
  const random = new SchemaRandom(source);
  const { node, type } = randomRecord(random, random.pick(namespaces), 'root', 0);
  return { element: element(node.namespace, node.name, type), root: node, style: randomStyle(random) };
}

/** A schema of a list of records, which come again and again. */
export function randomRows(source: Random): RandomSchema {
  const random = new SchemaRandom(source);
  const namespace = random.pick(namespaces);
  const { node, type } = randomRecord(random, namespace, 'row', 2);
  const rows = sequence([field(namespace, 'row', type, { min: 0, max: unbounded })]);
  const children = [{ ...node, max: unbounded }];
  const root: Node = { namespace, name: 'rows', min: 1, max: 1, leaf: undefined, children, attributes: [] };
  const list = element(namespace, 'rows', complexType('', '', { content: rows }));
  return { element: list, root, style: randomStyle(random) };
}

function randomRecord(
  random: SchemaRandom,
  namespace: string,
  name: string,
  depth: number,
): { readonly node: Node; readonly type: ComplexType } {
  const inner = random.oneIn(3) ? random.pick(namespaces) : namespace;
  const made = Array.from({ length: 1 + random.below(random.pick([3, 6])) }, (_, i) => {
    return randomField(random, random.oneIn(8) ? random.pick(namespaces) : inner, `f${i}`, depth + 1);
  });
  const children: Node[] = made.map(({ node }) => node);
  const attributes = random.has('attributes') ? ['k', 'l'] : [];
  const fields: ParticleDescriptor[] = made.map(({ particle }) => particle);
  if (random.has('wildcard')) {
    const place = random.below(fields.length + 1);
    const max = random.pick([1, unbounded]);
    fields.splice(
      place,
      0,
      any({ namespaces: random.pick<'any' | readonly string[]>(['any', ['urn:b']]), process: 'lax', min: 0, max }),
    );
    children.splice(place, 0, { ...wild, max });
  }
  const isGrouped = random.has('group');
  const content = isGrouped ? grouped(random, fields) : sequence(fields);
  if (random.has('text')) {
    const leaf = randomLeaf(random);
    const type = complexType('', '', {
      text: leaf.type,
      attributes: attributes.map((each) =>
        attribute('', each, each === 'k' ? xs.token : xs.int, { required: each === 'l' && random.oneIn(2) }),
      ),
    });
    return { node: { namespace, name, min: 1, max: 1, leaf, children: [], attributes }, type };
  }
  const isAgain = random.has('again');
  const max = random.pick([1, 2, unbounded]);
  const again = field(inner, 'again', (): ComplexType => type, { min: 0, max });
  const [only] = fields;
  const unwrap =
    !isGrouped &&
    !isAgain &&
    attributes.length === 0 &&
    fields.length === 1 &&
    only !== undefined &&
    'list' in only &&
    only.list
      ? only.property
      : undefined;
  const type: ComplexType = complexType('', '', {
    content: isAgain ? sequence([content, again]) : content,
    attributes: attributes.map((each) =>
      attribute('', each, each === 'k' ? xs.token : xs.int, { required: each === 'l' && random.oneIn(2) }),
    ),
    ...(unwrap !== undefined && random.oneIn(2) && { unwrap }),
  });
  const node: Node = { namespace, name, min: 1, max: 1, leaf: undefined, children, attributes };
  if (isAgain) {
    children.push({ ...node, namespace: inner, name: 'again', min: 0, max, isAgain: true });
  }
  return { node, type };
}

/** Some of the fields in a choice. */
function grouped(random: SchemaRandom, fields: readonly ParticleDescriptor[]): ReturnType<typeof sequence> {
  const from = random.below(fields.length);
  if (random.oneIn(3)) {
    return sequence([...fields.slice(0, from), sequence(fields.slice(from), { min: random.below(2) })]);
  }
  const group = random.oneIn(2)
    ? choice(fields.slice(from), { min: random.below(2) })
    : choice(
        fields.slice(from).map((each) => ({ ...each, min: 1, max: 1, list: false })),
        { min: 0, max: unbounded, property: '$items' },
      );
  return sequence([...fields.slice(0, from), group]);
}

function randomField(
  random: SchemaRandom,
  namespace: string,
  name: string,
  depth: number,
): { readonly node: Node; readonly particle: ParticleDescriptor } {
  const min = random.below(2);
  const max = random.pick([1, 1, 1, 1, 2, 3, 3, unbounded]);
  const options = { min, max, nillable: random.has('nillable'), ...(random.oneIn(12) && { default: '1' }) };
  if (depth < 4 && random.has('inner')) {
    const { node, type } = randomRecord(random, namespace, name, depth);
    return {
      node: { ...node, min, max, nillable: options.nillable },
      particle: field(namespace, name, type, options),
    };
  }
  const { nillable } = options;
  if (random.has('empty')) {
    const node = { namespace, name, min, max, leaf: undefined, children: [], attributes: [], nillable };
    return { node, particle: field(namespace, name, complexType('', '', { content: sequence([]) }), options) };
  }
  const leaf = randomLeaf(random);
  const node: Node = { namespace, name, min, max, leaf, children: [], attributes: [], nillable };
  const particle = field(namespace, name, leaf.type, options);
  if (depth < 5 && random.oneIn(8)) {
    return randomDerived(random, namespace, name, depth, { min, max });
  }
  if (depth > 4 || !random.oneIn(8)) {
    return { node, particle };
  }
  const members = Array.from({ length: 1 + random.below(3) }, (_, i) => {
    return randomRecord(random, random.oneIn(3) ? random.pick(namespaces) : namespace, `${name}m${i}`, depth + 1);
  });
  const substitutes = Object.fromEntries(
    members.map(({ node: { namespace, name }, type }) => [name, element(namespace, name, type)]),
  );
  return {
    node: { ...node, members: [node, ...members.map((member) => member.node)] },
    particle: { ...particle, substitutes: () => substitutes },
  };
}

/** A field whose type others extend. */
function randomDerived(
  random: SchemaRandom,
  namespace: string,
  name: string,
  depth: number,
  occurs: { readonly min: number; readonly max: number },
): { readonly node: Node; readonly particle: ParticleDescriptor } {
  const own = randomField(random, namespace, 'own', depth + 3);
  const made = ['T1', 'T2'].map((typeName) => {
    const added = randomField(random, random.pick(namespaces), 'added', depth + 3);
    const named = { namespace: random.pick(namespaces), name: typeName };
    const type: ComplexType = complexType(named.namespace, typeName, {
      typeName,
      extends: () => base,
      content: sequence([added.particle]),
    });
    return { named, type, children: [own.node, added.node] };
  });
  const base: ComplexType = complexType(namespace, 'Base', {
    typeName: 'Base',
    content: sequence([own.particle]),
    abstract: random.oneIn(2),
    derived: derivedTypes(() => made.map(({ type }) => type)),
  });
  const node: Node = { namespace, name, ...occurs, leaf: undefined, children: [own.node], attributes: [] };
  const members = made.map(({ named, children }) => ({ ...node, named, children }));
  return {
    node: { ...node, members: base.abstract === true ? members : [node, ...members] },
    particle: field(namespace, name, base, occurs),
  };
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';

/** Prefixes in scope with their namespaces. */
type Scope = ReadonlyMap<string, string>;

/** A document of the schema, with mistakes once in `mistakes` elements; prefixes and white space vary from one document to the next. */
export function randomDocumentOf({ root, style }: RandomSchema, random: Random, mistakes: number): string {
  const prefixes = new Map([
    ['urn:a', random.pick(['p', 'p', 'p', 'other.1', 'q'])],
    ['urn:b', random.pick(['r', 'r', 'r', ''])],
    ['', ''],
    [instance, 'xsi'],
    [xsd, 'xsd'],
  ]);
  const writer = new Writer(random, prefixes, mistakes, random.oneIn(5) ? randomStyle(random) : style);
  return writer.document(root);
}

class Writer {
  readonly #random: Random;
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #mistakes: number;
  readonly #space: string;
  readonly #isReversed: boolean;
  readonly #style: WritingStyle;

  constructor(random: Random, prefixes: ReadonlyMap<string, string>, mistakes: number, style: WritingStyle) {
    this.#random = random;
    this.#prefixes = prefixes;
    this.#mistakes = mistakes;
    this.#style = style;
    this.#space = random.pick(['', '', '\n  ', '\r\n\t']);
    this.#isReversed = random.oneIn(3);
  }

  document(root: Node): string {
    const declared = [...this.#prefixes].filter(
      ([namespace]) => namespace !== '' && (this.#style.prefixes === 'root' || !namespace.startsWith('urn:')),
    );
    return this.element(root, new Map([['', '']]), new Map(declared.map(([namespace, prefix]) => [prefix, namespace])));
  }

  element(declared: Node, outer: Scope, more: Scope = new Map()): string {
    const node = declared.members === undefined ? declared : this.#random.pick(declared.members);
    const usual = this.#prefixOf(node.namespace);
    const prefix = this.#isWrong() ? this.#random.pick(['', 'p', 'r']) : usual;
    const name = prefix === '' ? node.name : `${prefix}:${node.name}`;
    const added = this.#declared(node, outer, more);
    const scope = new Map([...outer, ...added]);
    const declarations = [...added].map(([each, namespace]) => {
      const shown = this.#isWrong() ? 'urn:z' : namespace;
      return ` xmlns${each === '' ? '' : ':'}${each}=${this.#quoted(shown)}`;
    });
    const typed = this.#typeOf(node, scope);
    const attributes = this.#style.typesLast
      ? `${this.#attributes(node)}${typed}${declarations.join('')}`
      : `${declarations.join('')}${typed}${this.#attributes(node)}`;
    if (node.nillable === true && this.#random.oneIn(4)) {
      const nil = ` ${this.#isWrong() ? this.#random.pick(['p', 'xsd']) : 'xsi'}:nil=${this.#quoted(this.#random.pick(['true', '1']))}`;
      return `<${name}${declarations.join('')}${nil}${this.#random.pick(['/>', ' />', `></${name}>`])}`;
    }
    const content = node.leaf === undefined ? this.#children(node, scope) : this.#text(node.leaf);
    if (content === '' && this.#random.oneIn(2)) {
      return `<${name}${attributes}${this.#random.pick(['', ' '])}/>`;
    }
    return `<${name}${attributes}>${content}</${name}${this.#isWrong() ? ' ' : ''}>`;
  }

  /** The prefix that elements of a namespace have. */
  #prefixOf(namespace: string): string {
    const { prefixes } = this.#style;
    const isOurs = namespace.startsWith('urn:');
    return isOurs && prefixes === 'default'
      ? ''
      : isOurs && prefixes === 'same'
        ? 'n'
        : (this.#prefixes.get(namespace) ?? '');
  }

  /** The declarations of an element: those that it needs, and others. */
  #declared({ namespace, name, named }: Node, outer: Scope, more: Scope): Scope {
    const declared = new Map(more);
    const needed = named === undefined ? [namespace] : [namespace, named.namespace];
    const { repeats } = this.#style;
    const isRepeated = repeats > 0 && name.length % repeats === 0;
    for (const each of needed) {
      const prefix = this.#prefixOf(each);
      const present = declared.get(prefix) ?? outer.get(prefix);
      if ((present !== each || isRepeated) && (prefix !== '' || each !== '' || present !== undefined)) {
        declared.set(prefix, each);
      }
    }
    if (isRepeated && this.#random.oneIn(2)) {
      declared.set('xsi', instance);
    }
    if (repeats === 2) {
      declared.set('unused', 'urn:unused');
    }
    return declared;
  }

  #quoted(value: string): string {
    return this.#style.quote + value + this.#style.quote;
  }

  #typeOf({ named, leaf }: Node, scope: Scope): string {
    if (named === undefined) {
      const isTyped = leaf !== undefined && this.#style.typesOfLeaves && leaf.type.name !== '';
      return isTyped ? ` xsi:type=${this.#quoted(`${this.#isWrong() ? 'xsi' : 'xsd'}:${leaf.type.name}`)}` : '';
    }
    const prefix = this.#prefixOf(named.namespace);
    const isRight = scope.get(prefix) === named.namespace || prefix === '';
    const type = `${prefix === '' ? '' : `${prefix}:`}${this.#isWrong() && isRight ? 'T1' : named.name}`;
    return ` xsi:type=${this.#quoted(type)}`;
  }

  #isWrong(): boolean {
    return this.#random.oneIn(this.#mistakes);
  }

  #attributes({ attributes }: Node): string {
    const own = attributes
      .filter(() => this.#random.oneIn(2))
      .map((name) => ` ${name}=${this.#quoted(this.#attributeText(name))}`);
    const other = this.#isWrong()
      ? this.#random.pick([
          ...[' xsi:nil="true"', ' xsi:nil="false"', ' z="1"', ' xmlns:r="urn:z"', ' xsi:type="x"'],
          ...[' xmlns:xsi="urn:z"', ' xmlns:n="urn:z"', ' xmlns="urn:b"', ' xmlns="urn:a"'],
        ])
      : '';
    return (this.#isReversed ? own.reverse() : own).join('') + other;
  }

  #attributeText(name: string): string {
    return this.#isWrong()
      ? this.#random.pick(['&amp;', ']]>', '&lt;', this.#style.quote === '"' ? "'" : '"', 'a\tb', ''])
      : name === 'k'
        ? 'a b'
        : '12';
  }

  #text({ texts }: Leaf): string {
    const plain = this.#isWrong() ? this.#random.pick(texts) : (texts[this.#random.below(3)] as string);
    const text = this.#random.oneIn(8) ? withReference(plain) : plain;
    return this.#isWrong()
      ? text + this.#random.pick(['<!-- c -->', '<![CDATA[<&]]>', '<b/>', ']]>', '&bad;', '\ud800'])
      : text;
  }

  #children({ children }: Node, scope: Scope): string {
    const written = children.flatMap((child) => {
      const usual = child.min === 0 && this.#random.oneIn(2) ? 0 : Math.min(child.max, 1 + this.#random.below(3));
      const isDeep = child.isAgain === true && !this.#random.oneIn(3);
      const count = isDeep ? 0 : this.#isWrong() ? this.#random.below(6) : usual;
      return Array.from({ length: count }, () => this.element(child, scope));
    });
    if (written.length > 1 && this.#isWrong()) {
      const from = this.#random.below(written.length);
      written.push(...written.splice(from, 1));
    }
    if (this.#isWrong()) {
      written.push(this.#random.pick(['<stray/>', 'text', '<!-- c -->', '<?pi?>', '<p:f0 xmlns:p="urn:b">1</p:f0>']));
    }
    return this.#space + written.join(this.#space) + this.#space;
  }
}

/** The text with its last letter as a reference. */
function withReference(text: string): string {
  return text.replace(/[a-z](?=[^a-z;&]*$)/, (letter) => `&#${letter.charCodeAt(0)};`);
}
