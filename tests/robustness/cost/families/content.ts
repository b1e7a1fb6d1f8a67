import { patterns } from '../direct.js';
import { documents, growing, samples, schemaAnd, schemaOf } from '../documents.js';
import { type Area, type Family, familiesOf } from '../family.js';
import { around, chain, count, fixed, type Grammar, type Grammars, list, nest, repeat, times } from '../grammar.js';

/** Content models, identity constraints, unions and patterns: documents of a fixed schema, and schemas that grow with their documents. */

const complex = (particles: string, rest = ''): string =>
  `<x:element name="r"><x:complexType>${particles}</x:complexType>${rest}</x:element>`;
const root = (inside: Grammar): Grammar => around('<r xmlns="urn:t">', inside, '</r>');
const many = 'minOccurs="0" maxOccurs="1000"';

const nested = complex(
  `<x:sequence ${many}><x:choice ${many}><x:element name="a" type="x:int" ${many}/><x:sequence ${many}><x:element name="b" type="x:int" ${many}/><x:element name="a" type="x:int" ${many}/></x:sequence></x:choice></x:sequence>`,
);
const choices = complex(
  `<x:choice minOccurs="0" maxOccurs="unbounded"><x:element name="a" type="x:int"/><x:element name="b" type="x:int"/><x:sequence><x:element name="c" type="x:int"/><x:element name="d" type="x:int" minOccurs="0"/></x:sequence></x:choice>`,
);
const counted = complex(
  '<x:sequence><x:element name="a" type="x:int" minOccurs="0" maxOccurs="99999"/><x:element name="b" type="x:int" minOccurs="2" maxOccurs="4294967295"/><x:element name="a" type="x:int" minOccurs="0" maxOccurs="99999999"/></x:sequence>',
);
const wide = complex(`<x:all>${times(60, (i) => `<x:element name="a${i}" type="x:int" minOccurs="0"/>`)}</x:all>`);
const sequenceOfMany = complex(
  `<x:sequence maxOccurs="unbounded">${times(100, (i) => `<x:element name="a${i}" type="x:int" minOccurs="0"/>`)}</x:sequence>`,
);
const open = complex(
  '<x:sequence><x:any minOccurs="0" maxOccurs="unbounded" namespace="##any" processContents="lax"/></x:sequence>',
);
const openAttributes = complex('<x:anyAttribute processContents="lax"/>');
const recursive = `<x:complexType name="N"><x:sequence><x:element name="n" type="t:N" minOccurs="0" maxOccurs="unbounded"/></x:sequence></x:complexType><x:element name="r" type="t:N"/>`;
const substitutes = `<x:element name="h" type="x:string"/>${times(50, (i) => `<x:element name="m${i}" type="x:string" substitutionGroup="t:h"/>`)}${complex('<x:sequence><x:element ref="t:h" minOccurs="0" maxOccurs="unbounded"/></x:sequence>')}`;

const row = (extra = ''): string =>
  `<x:sequence><x:element name="a" minOccurs="0" maxOccurs="unbounded"><x:complexType><x:attribute name="id" type="x:string"/><x:attribute name="ref" type="x:string"/><x:attribute name="i" type="x:ID"/><x:attribute name="j" type="x:IDREF"/><x:attribute name="js" type="x:IDREFS"/>${extra}</x:complexType></x:element></x:sequence>`;
const keyed = complex(
  row(),
  `<x:key name="k"><x:selector xpath="t:a"/><x:field xpath="@id"/></x:key><x:keyref name="kr" refer="t:k"><x:selector xpath="t:a"/><x:field xpath="@ref"/></x:keyref>`,
);
const fields = (all: number): string =>
  complex(
    row(times(all, (i) => `<x:attribute name="f${i}" type="x:int"/>`)),
    `<x:unique name="u"><x:selector xpath="t:a"/>${times(all, (i) => `<x:field xpath="@f${i}"/>`)}</x:unique>`,
  );
const everywhere = `<x:complexType name="N"><x:sequence><x:element name="n" type="t:N" minOccurs="0" maxOccurs="unbounded"/></x:sequence><x:attribute name="id" type="x:string"/></x:complexType><x:element name="r" type="t:N"><x:unique name="u"><x:selector xpath=".//t:n"/><x:field xpath="@id"/></x:unique></x:element>`;
const scoped = `<x:complexType name="N"><x:sequence><x:element ref="t:n" minOccurs="0" maxOccurs="unbounded"/></x:sequence><x:attribute name="id" type="x:string"/></x:complexType><x:element name="n" type="t:N"><x:unique name="u"><x:selector xpath=".//t:n"/><x:field xpath="@id"/></x:unique></x:element><x:element name="r" type="t:N"/>`;

const rows = (attributes: (index: number, count: number) => string): Grammar =>
  root(list(32, (all) => times(all, (i) => `<a ${attributes(i, all)}/>`)));

/** Schemas with the documents that try them. */
const fixedSchemas: readonly (readonly [name: string, declarations: string, grammars: Grammars])[] = [
  [
    'nested occurrence',
    nested,
    {
      'in turn': root(repeat('<a>1</a><b>1</b>')),
      'two and one': root(repeat('<a>1</a><a>1</a><b>1</b>')),
      'one name': root(repeat('<a>1</a>')),
      'wrong at the end': root(around('', repeat('<a>1</a><b>1</b>'), '<z/>')),
    },
  ],
  [
    'choices',
    choices,
    {
      'at random': root(count((_, random) => random.pick(['<a>1</a>', '<b>1</b>', '<c>1</c>', '<c>1</c><d>1</d>']))),
      'wrong at the end': root(around('', repeat('<c>1</c>'), '<d>1</d><d>1</d>')),
    },
  ],
  [
    'counts',
    counted,
    {
      'one name': root(repeat('<a>1</a>')),
      'two names': root(chain(repeat('<a>1</a>'), repeat('<b>1</b>'), repeat('<a>1</a>'))),
    },
  ],
  [
    'all',
    wide,
    { 'one name': root(repeat('<a1>1</a1>')), 'many names': root(count((i) => `<a${i % 60}>1</a${i % 60}>`)) },
  ],
  [
    'open content',
    open,
    {
      siblings: root(repeat('<z/>')),
      'declared elements': root(repeat('<r/>')),
      namespaces: root(count((i) => `<z xmlns="u${i}"/>`)),
      texts: root(repeat('<z>a</z>')),
    },
  ],
  [
    'open attributes',
    openAttributes,
    {
      many: (size, random) => `<r xmlns="urn:t"${count((i) => ` a${i}=""`)(size, random)}/>`,
      prefixed: (size, random) => `<r xmlns="urn:t" xmlns:p="u"${count((i) => ` p:a${i}=""`)(size, random)}/>`,
    },
  ],
  ['a wide sequence', sequenceOfMany, { 'the first of its elements': root(repeat('<a0>1</a0>')) }],
  [
    'recursion',
    recursive,
    { wide: root(repeat('<n/>')), 'deep, again and again': root(repeat('<n>'.repeat(100) + '</n>'.repeat(100))) },
  ],
  ['substitution', substitutes, { members: root(count((i) => `<m${i % 50}>1</m${i % 50}>`)) }],
  [
    'keys',
    keyed,
    {
      'all different': rows((i, all) => `id="k${i}" ref="k${all - 1 - i}"`),
      'all the same': rows(() => 'id="same" ref="same"'),
      'references to nothing': rows((i) => `id="k${i}" ref="x${i}"`),
      'missing keys': rows(() => ''),
      'long keys': rows((i) => `id="${'k'.repeat(500)}${i}"`),
      IDs: rows((i, all) => `id="k${i}" i="i${i}" j="i${all - 1 - i}"`),
      'one ID': rows((i) => `id="k${i}" i="same"`),
      'IDREFs to nothing': rows((i) => `id="k${i}" j="n${i}"`),
      'a long list of IDREFs': (size) => `<r xmlns="urn:t"><a id="k" i="i" js="${'i '.repeat(size / 2)}"/></r>`,
    },
  ],
  [
    'keys of many fields',
    fields(40),
    { present: rows((i) => times(40, (f) => ` f${f}="${i}"`)), absent: rows((i) => `f0="${i}"`) },
  ],
  [
    'keys at any depth',
    everywhere,
    {
      wide: root(count((i) => `<n id="${i}"/>`)),
      deep: root(count((i) => `${'<n>'.repeat(100)}<n id="${i}"/>${'</n>'.repeat(100)}`)),
    },
  ],
  [
    'keys within keys',
    scoped,
    {
      wide: root(count((i) => `<n id="${i}"/>`)),
      deep: root(count((i) => `${'<n>'.repeat(20)}<n id="${i}"/>${'</n>'.repeat(20)}`)),
    },
  ],
];

const uses = ['read', 'read strictly', 'validate'] as const;
/** Further operations for documents of schemas that leave something open or have a choice. */
const moreUses = ['write', 'read with declarations'] as const;
const withMoreUses: ReadonlySet<string> = new Set([
  'choices',
  'open content',
  'open attributes',
  'substitution',
  'keys',
]);

const simple = (name: string, inside: string): string => `<x:simpleType name="${name}">${inside}</x:simpleType>`;
const union = (members: string): string => `<x:union memberTypes="${members}"/>`;
const restricted = (base: string, facets: string): string => `<x:restriction base="${base}">${facets}</x:restriction>`;
const rootOfType = (type: string): string => `<x:element name="r" type="${type}"/>`;
const value = (text: Grammar): Grammar => around('<r xmlns="urn:t">', text, '</r>');

/** A document with so few elements that any schema has them. */
const few = (make: (index: number) => string): Grammar => fixed(`<r xmlns="urn:t">${times(9, make)}</r>`);

/** Each union holds a restriction of the one before, and that one itself. */
const restrictedUnions: Grammar = list(
  160,
  (all) =>
    simple('u0', union('x:int x:date')) +
    times(
      all,
      (i) =>
        simple(`v${i}`, restricted(`t:u${i}`, '<x:enumeration value="1"/>')) +
        simple(`u${i + 1}`, union(`t:v${i} t:u${i} x:date`)),
    ) +
    rootOfType(`t:u${all}`),
);

/** Declarations that grow, and a short document for them. */
const growingSchemas: Grammars = {
  'a chain of unions': schemaAnd(
    list(
      100,
      (all) =>
        simple('u0', union('x:int x:date')) +
        times(all, (i) => simple(`u${i + 1}`, union(`t:u${i} t:u${i} x:date`))) +
        rootOfType(`t:u${all}`),
    ),
    value(fixed('zz')),
  ),
  'a chain of unions with restrictions': schemaAnd(restrictedUnions, value(fixed('zz'))),
  'a chain of unions with restrictions that fit': schemaAnd(restrictedUnions, value(fixed('1'))),
  'a wide union': schemaAnd(
    list(
      60,
      (all) =>
        times(all, (i) => simple(`m${i}`, restricted('x:int', `<x:minInclusive value="${i}"/>`))) +
        simple('u', union(Array.from({ length: all }, (_, i) => `t:m${i}`).join(' '))) +
        rootOfType('t:u'),
    ),
    value(fixed('zz')),
  ),
  'restrictions of restrictions': schemaAnd(
    list(
      90,
      (all) =>
        simple('v0', restricted('x:string', '')) +
        times(all, (i) => simple(`v${i + 1}`, restricted(`t:v${i}`, '<x:minLength value="1"/>'))) +
        rootOfType(`t:v${all}`),
    ),
    value(fixed('zz')),
  ),
  'patterns of restrictions': schemaAnd(
    list(
      90,
      (all) =>
        simple('v0', restricted('x:string', '')) +
        times(all, (i) => simple(`v${i + 1}`, restricted(`t:v${i}`, '<x:pattern value="a*z*"/>'))) +
        rootOfType(`t:v${all}`),
    ),
    value(fixed('zz')),
  ),
  enumerations: schemaAnd(
    list(
      40,
      (all) =>
        simple(
          'e',
          restricted(
            'x:string',
            times(all, (i) => `<x:enumeration value="v${i}"/>`),
          ),
        ) + rootOfType('t:e'),
    ),
    value(fixed('zz')),
  ),
  'enumerations of dates': schemaAnd(
    list(
      60,
      (all) =>
        simple(
          'e',
          restricted(
            'x:date',
            times(all, (i) => `<x:enumeration value="${1000 + (i % 8000)}-01-01"/>`),
          ),
        ) + rootOfType('t:e'),
    ),
    value(fixed('2000-01-02')),
  ),
  'chains of sixty extensions': schemaAnd(
    list(
      9000,
      (all) =>
        times(all, (chain) => {
          const type = (i: number): string => `c${chain}x${i}`;
          const own = (i: number): string =>
            `<x:sequence><x:element name="e${i}" type="x:int" minOccurs="0"/></x:sequence>`;
          return `<x:complexType name="${type(0)}">${own(0)}</x:complexType>${times(60, (i) => `<x:complexType name="${type(i + 1)}"><x:complexContent><x:extension base="t:${type(i)}">${own(i + 1)}</x:extension></x:complexContent></x:complexType>`)}`;
        }) +
        complex(
          `<x:sequence>${times(all, (chain) => `<x:element name="a${chain}" type="t:c${chain}x0" minOccurs="0"/>`)}</x:sequence>`,
        ),
    ),
    fixed(
      '<r xmlns="urn:t" xmlns:t="urn:t" xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><a0 i:type="t:c0x60"><e0>1</e0><e9>1</e9></a0></r>',
    ),
  ),
  'elements of a sequence': schemaAnd(
    list(50, (all) =>
      complex(`<x:sequence>${times(all, (i) => `<x:element name="a${i}" type="x:int" minOccurs="0"/>`)}</x:sequence>`),
    ),
    few((i) => `<a${i}>1</a${i}>`),
  ),
  'branches of a choice': schemaAnd(
    list(50, (all) =>
      complex(
        `<x:choice minOccurs="0" maxOccurs="unbounded">${times(all, (i) => `<x:element name="a${i}" type="x:int"/>`)}</x:choice>`,
      ),
    ),
    few((i) => `<a${i}>1</a${i}>`),
  ),
  'optional branches': schemaAnd(
    list(120, (all) =>
      complex(
        `<x:sequence>${times(all, (i) => `<x:choice minOccurs="0"><x:element name="a${i}" type="x:int"/><x:element name="b${i}" type="x:int"/></x:choice>`)}</x:sequence>`,
      ),
    ),
    few((i) => `<a${i}>1</a${i}>`),
  ),
  'members of an all group': schemaAnd(
    list(50, (all) =>
      complex(`<x:all>${times(all, (i) => `<x:element name="a${i}" type="x:int" minOccurs="0"/>`)}</x:all>`),
    ),
    few((i) => `<a${i}>1</a${i}>`),
  ),
  attributes: schemaAnd(
    list(50, (all) => complex(times(all, (i) => `<x:attribute name="a${i}" type="x:int"/>`))),
    fixed(`<r xmlns="urn:t"${times(20, (i) => ` a${i}="1"`)}/>`),
  ),
  'required attributes that are missing': schemaAnd(
    list(50, (all) => complex(times(all, (i) => `<x:attribute name="a${i}" type="x:int" use="required"/>`))),
    fixed('<r xmlns="urn:t"/>'),
  ),
  'members of a substitution group': schemaAnd(
    list(
      70,
      (all) =>
        `<x:element name="h" type="x:string"/>${times(all, (i) => `<x:element name="m${i}" type="x:string" substitutionGroup="t:h"/>`)}${complex('<x:sequence><x:element ref="t:h" minOccurs="0" maxOccurs="unbounded"/></x:sequence>')}`,
    ),
    few((i) => `<m${i}>1</m${i}>`),
  ),
  'a chain of substitution': schemaAnd(
    list(
      70,
      (all) =>
        `<x:element name="m0" type="x:string"/>${times(all, (i) => `<x:element name="m${i + 1}" type="x:string" substitutionGroup="t:m${i}"/>`)}${complex('<x:sequence><x:element ref="t:m0" minOccurs="0" maxOccurs="unbounded"/></x:sequence>')}`,
    ),
    few((i) => `<m${i}>1</m${i}>`),
  ),
  'many keys': schemaAnd(
    list(110, (all) =>
      complex(
        row(),
        times(all, (i) => `<x:unique name="k${i}"><x:selector xpath="t:a"/><x:field xpath="@id"/></x:unique>`),
      ),
    ),
    root(fixed('<a id="1"/>')),
  ),
  'many paths of a selector': schemaAnd(
    list(20, (all) =>
      complex(
        row(),
        `<x:unique name="k"><x:selector xpath="${Array.from({ length: all }, (_, i) => `.//t:a${i}`).join('|')}"/><x:field xpath="@id"/></x:unique>`,
      ),
    ),
    root(fixed('<a id="1"/>')),
  ),
  'a long path of a selector': schemaAnd(
    list(4, (all) =>
      complex(
        row(),
        `<x:unique name="k"><x:selector xpath="${Array.from({ length: all }, () => 't:a').join('/')}"/><x:field xpath="@id"/></x:unique>`,
      ),
    ),
    root(fixed('<a id="1"/>')),
  ),
  'elements within elements': schemaAnd(
    list(
      80,
      (all) =>
        times(
          all,
          (i) =>
            `<x:complexType name="c${i}"><x:sequence><x:element name="e" type="t:c${i + 1}" minOccurs="0"/></x:sequence></x:complexType>`,
        ) +
        `<x:complexType name="c${all}"/>` +
        rootOfType('t:c0'),
    ),
    fixed(`<r xmlns="urn:t">${'<e>'.repeat(9)}${'</e>'.repeat(9)}</r>`),
  ),
  'types that refer to each other': schemaAnd(
    list(
      90,
      (all) =>
        times(
          all,
          (i) =>
            `<x:complexType name="c${i}"><x:sequence><x:element name="e" type="t:c${(i + 1) % all}" minOccurs="0"/></x:sequence></x:complexType>`,
        ) + rootOfType('t:c0'),
    ),
    fixed('<r xmlns="urn:t"><e/></r>'),
  ),
};

const patternTexts: Grammars = {
  'a*a*a*b': around('a*a*a*a*b\n', repeat('a'), ''),
  '(a+)+b': around('(a+)+b\n', repeat('a'), ''),
  '(a|a)*b': around('(a|a)*b\n', repeat('a'), ''),
  '(a|ab|b)*c': around('(a|ab|b)*c\n', repeat('ab'), ''),
  '(.*)*(.*)*b': around('(.*)*(.*)*b\n', repeat('a'), ''),
  '(a{0,9}){0,9}b': around('(a{0,9}){0,9}b\n', repeat('a'), ''),
  '((a{0,50}){0,50}){0,50}b': around('((a{0,50}){0,50}){0,50}b\n', repeat('a'), ''),
  '\\p{L}*x': around('(\\p{L}|\\p{N}|[a-z])*!\n', repeat('é'), ''),
  '[a-z-[aeiou]]+': around('[a-z-[aeiou]]+\n', repeat('b'), ''),
  '.*,.*,.*!': around('.*,.*,.*!\n', repeat(','), ''),
  '\\s*\\S*\\s*!': around('\\s*a*\\s*!\n', repeat(' '), ''),
  '(a?){9}a{9}': around('((a?){9}a{9})*\n', repeat('a'), ''),
  '([ab]*a[ab]{8})': around('[ab]*a[ab]{8}!\n', repeat('ab'), ''),
  alternatives: around(`(${times(60, (i) => `a${i}|`)}b)*!\n`, repeat('a1'), ''),
  'astral characters': around('(😀|.)*!\n', repeat('😀'), ''),
};

/** Patterns that grow, with a short text or one that grows as well. */
const patternGrowth: Grammars = {
  'growing alternatives': around(
    '',
    count((i) => `a${i}|`),
    'b\nz',
  ),
  'empty alternatives': around('', repeat('|'), '\nz'),
  letters: around('', repeat('a'), '\nz'),
  'optional letters': around('', repeat('a?'), '\nz'),
  'repeated letters': around('', repeat('a*'), 'b\nz'),
  'groups in groups': nestWith('(', ')', 'a\nz'),
  'repeated groups in groups': nestWith('(', ')*', 'a\nz'),
  'groups side by side': around('', repeat('(a)'), '\nz'),
  classes: around('', repeat('[a-z]'), '\nz'),
  'a wide class': around(
    '[',
    count((i) => String.fromCodePoint(0x4e00 + (i % 20000))),
    ']\nz',
  ),
  'ranges of a class': around(
    '[',
    count((i) => `${String.fromCodePoint(0x4e00 + 3 * (i % 6000))}-${String.fromCodePoint(0x4e01 + 3 * (i % 6000))}`),
    ']\nz',
  ),
  'subtractions of classes': (size) => `${'[a-z-'.repeat(size / 6)}[a]${']'.repeat(size / 6)}\nz`,
  properties: around('', repeat('\\p{L}'), '\nz'),
  counts: around('', repeat('a{2,3}'), '\nz'),
  'large counts': around('a{', repeat('9'), '}\nz'),
  'brackets without end': around('', repeat('['), '\nz'),
  'parentheses without end': around('', repeat('('), '\nz'),
  backslashes: around('', repeat('\\\\'), '\nz'),
};

function nestWith(open: string, close: string, core: string): Grammar {
  const [inside = '', text = ''] = core.split('\n');
  return around('', nest(open, close, inside), `\n${text}`);
}

const trees: Grammars = {
  'required types twice each': around(
    '',
    list(130, (all) =>
      schemaOf(
        times(
          all,
          (i) =>
            `<x:complexType name="T${i}"><x:sequence><x:element name="a" type="t:T${i + 1}"/><x:element name="b" type="t:T${i + 1}"/></x:sequence></x:complexType>`,
        ) +
          `<x:complexType name="T${all}"/>` +
          rootOfType('t:T0'),
      ),
    ),
    '',
  ),
  'optional types twice each': around(
    '',
    list(150, (all) =>
      schemaOf(
        times(
          all,
          (i) =>
            `<x:complexType name="T${i}"><x:sequence><x:element name="a" type="t:T${i + 1}" minOccurs="0"/><x:element name="b" type="t:T${i + 1}" minOccurs="0"/></x:sequence></x:complexType>`,
        ) +
          `<x:complexType name="T${all}"/>` +
          rootOfType('t:T0'),
      ),
    ),
    '',
  ),
  'a wide type': list(50, (all) =>
    schemaOf(complex(`<x:sequence>${times(all, (i) => `<x:element name="a${i}" type="x:int"/>`)}</x:sequence>`)),
  ),
  attributes: list(50, (all) => schemaOf(complex(times(all, (i) => `<x:attribute name="a${i}" type="x:int"/>`)))),
  'large occurrences': list(60, (all) =>
    schemaOf(
      complex(
        `<x:sequence>${times(all, (i) => `<x:element name="a${i}" type="x:int" minOccurs="100000" maxOccurs="100000"/>`)}</x:sequence>`,
      ),
    ),
  ),
  choices: list(100, (all) =>
    schemaOf(
      complex(
        `<x:sequence>${times(all, (i) => `<x:choice><x:element name="a${i}" type="x:int"/><x:element name="b${i}" type="x:int"/></x:choice>`)}</x:sequence>`,
      ),
    ),
  ),
  patterns: list(60, (all) =>
    schemaOf(
      complex(
        times(
          all,
          (i) =>
            `<x:attribute name="a${i}"><x:simpleType>${restricted('x:string', '<x:pattern value="[a-z]{3}[0-9]{2}"/>')}</x:simpleType></x:attribute>`,
        ),
      ),
    ),
  ),
};

const ofFixedSchemas: readonly Family[] = fixedSchemas.flatMap(([name, declarations, grammars]) =>
  [...uses, ...(withMoreUses.has(name) ? moreUses : [])].flatMap((use) =>
    familiesOf(documents(name, declarations, use), grammars),
  ),
);

export const content: Area = { name: 'content', families: ofFixedSchemas };

export const growingContent: Area = {
  name: 'growing schemas',
  families: [
    ...familiesOf(growing('growing schema', 'read strictly'), growingSchemas, 2 ** 16),
    ...familiesOf(
      growing('growing schema', 'write'),
      { 'a chain of unions with restrictions': schemaAnd(restrictedUnions, value(fixed('1'))) },
      2 ** 16,
    ),
    ...familiesOf(samples, trees, 2 ** 16),
  ],
};

export const patternFamilies: Area = {
  name: 'patterns',
  families: [...familiesOf(patterns, patternTexts, 2 ** 20), ...familiesOf(patterns, patternGrowth, 2 ** 16)],
};
