import {
  any,
  attribute,
  choice,
  complexType,
  type DecodeOptions,
  type ElementDescriptor,
  element,
  enumeration,
  field,
  parseXml,
  sequence,
  type UnknownContent,
  XmlDecodeError,
} from './index.js';
import * as xs from './xs.js';

/** Documents that differ from their schema in a way that can mean only one thing. */

const t = 'urn:t';
const many = { min: 0, max: Number.POSITIVE_INFINITY };
const optional = { min: 0 };
const Color = enumeration(t, 'Color', xs.string, ['red', 'blue']);
const Item = complexType(t, 'Item', {
  attributes: [attribute('', 'id', xs.int, { required: true }), attribute('', 'rank', xs.int)],
  content: sequence([
    field(t, 'a', xs.string),
    field(t, 'b', xs.int),
    field(t, 'n', xs.int, optional),
    field(t, 'd', xs.dateTime, optional),
    field(t, 'e', Color, optional),
    field(t, 'c', xs.string, optional),
    field(t, 'sub', complexType(t, 'Sub', { content: sequence([field(t, 'x', xs.int)]) }), optional),
  ]),
});
const response = element(t, 'r', complexType(t, '', { content: sequence([field(t, 'item', Item, many)]) }));

const branches = element(
  t,
  'r',
  complexType(t, '', {
    content: sequence([
      field(t, 'head', xs.string),
      choice([field(t, 'yes', xs.int), field(t, 'no', xs.string)]),
      field(t, 'note', xs.int, optional),
    ]),
  }),
);

interface Reading {
  readonly value: unknown;
  readonly told: readonly string[];
}

function read(root: ElementDescriptor, content: string, options: DecodeOptions = {}): Reading {
  const told: string[] = [];
  const text = `<r xmlns="urn:t" xmlns:o="urn:o" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</r>`;
  const onUnknown = ({ kind, namespace, name, path }: UnknownContent): number =>
    told.push(`${kind} {${namespace}}${name} in ${path}`);
  return { value: parseXml(root, text, { onUnknown, ...options }), told };
}

function failure(root: ElementDescriptor, content: string, options?: DecodeOptions): string {
  try {
    return `read as ${JSON.stringify(read(root, content, options).value)}`;
  } catch (error) {
    if (error instanceof XmlDecodeError) {
      return error.message;
    }
    throw error;
  }
}

const one = (content: string, attributes = 'id="7"'): string => `<item ${attributes}>${content}</item>`;
const item = { id: 7, a: 'x', b: 5 };

describe('children in a wrong namespace', () => {
  it('are read where they have none', () => {
    const { value, told } = read(response, '<item xmlns="" id="7"><a>x</a><b>5</b></item>');
    expect(value).toEqual({ item: [item] });
    expect(told).toEqual(['namespace {}a in /r/item[0]', 'namespace {}b in /r/item[0]', 'namespace {}item in /r']);
  });

  it('are read in another one, lists too', () => {
    const { value } = read(
      response,
      '<o:item id="7"><o:a>x</o:a><o:b>5</o:b></o:item><o:item id="8"><a>y</a><b>6</b></o:item>',
    );
    expect(value).toEqual({ item: [item, { id: 8, a: 'y', b: 6 }] });
  });

  it('are read where the schema has none', () => {
    const plain = element(t, 'r', complexType(t, '', { content: sequence([field('', 'a', xs.int)]) }));
    expect(read(plain, '<a>1</a>')).toEqual({ value: { a: 1 }, told: ['namespace {urn:t}a in /r'] });
  });

  it('do not count where one of the right name comes, before or after them', () => {
    for (const content of ['<o:b>9</o:b><b>5</b>', '<b>5</b><o:b>9</o:b>', '<o:b>nine</o:b><b>5</b>']) {
      const { value, told } = read(response, one(`<a>x</a>${content}`));
      expect(value).toEqual({ item: [item] });
      expect(told).toEqual(['element {urn:o}b in /r/item[0]']);
    }
  });

  it('do not count in two namespaces, and the error says so', () => {
    expect(failure(response, one('<a>x</a><o:b>9</o:b><b xmlns="">8</b>'))).toMatch(
      /element "b" is missing; there is one in namespace "urn:o", one in no namespace/,
    );
  });

  it('are extensions where they do not fit an optional element', () => {
    const { value, told } = read(response, one('<a>x</a><b>5</b><o:n>many</o:n>'));
    expect(value).toEqual({ item: [item] });
    expect(told).toEqual(['element {urn:o}n in /r/item[0]']);
  });

  it('have errors with their place', () => {
    expect(failure(response, one('<a>x</a>\n<b xmlns="">five</b>'))).toBe(
      '/r/item[0]/b: "five" is not a valid int (line 2, column 17)',
    );
  });

  it('are read in choices', () => {
    expect(read(branches, '<head>h</head><no xmlns="">x</no><note xmlns="">1</note>')).toEqual({
      value: { head: 'h', no: 'x', note: 1 },
      told: ['namespace {}no in /r', 'namespace {}note in /r'],
    });
    expect(read(branches, '<head xmlns="">h</head><o:yes>1</o:yes>').value).toEqual({ head: 'h', yes: 1 });
    expect(read(branches, '<head>h</head><yes>1</yes><head xmlns="">no</head>').told).toEqual(['element {}head in /r']);
    expect(failure(branches, '<head>h</head>\n<o:yes>one</o:yes>')).toMatch(/^\/r\/yes: .* \(line 2, column 1\)$/);
  });

  it('are read in choices inside each other', () => {
    const Tree = complexType(t, 'Tree', () => ({
      content: choice([field(t, 'leaf', xs.int), field(t, 'left', Tree), field(t, 'right', Tree)]),
    })) as ReturnType<typeof complexType>;
    const tree = element(t, 'r', Tree);
    const content = '<left xmlns=""><right xmlns:p="urn:p"><left><leaf>1</leaf></left></right></left>';
    expect(read(tree, content).value).toEqual({ left: { right: { left: { leaf: 1 } } } });
  });

  it('belong to a wildcard that takes them', () => {
    const open = element(
      t,
      'r',
      complexType(t, '', {
        content: sequence([
          field(t, 'a', xs.int, optional),
          any({ namespaces: { not: [t] }, process: 'lax', ...many }),
        ]),
      }),
    );
    expect(read(open, '<o:a>1</o:a>').value).toMatchObject({ $any: [{ name: 'a' }] });
  });

  it('do not count in groups that repeat, unless all are like that', () => {
    const rows = element(
      t,
      'r',
      complexType(t, '', {
        content: sequence([
          sequence([field(t, 'k', xs.string, optional), field(t, 'v', xs.string, optional)], {
            ...many,
            property: 'row',
          }),
        ]),
      }),
    );
    expect(read(rows, '<k>1</k><v xmlns="">a</v><k>2</k>').value).toEqual({ row: [{ k: '1' }, { k: '2' }] });
    expect(read(rows, '<k xmlns="">1</k><v xmlns="">a</v><k xmlns="">2</k>').value).toEqual({
      row: [{ k: '1', v: 'a' }, { k: '2' }],
    });
  });

  it('are refused by a strict reader, which says what it expects', () => {
    const found = one('<a>x</a><b xmlns="">5</b>');
    expect(failure(response, found, { strict: true })).toMatch(
      /element "b" is not allowed here; it is expected in namespace "urn:t"/,
    );
    expect(failure(branches, '<o:head>h</o:head>', { strict: true })).toMatch(/it is expected in namespace "urn:t"/);
    expect(failure(response, found, { nearMisses: 'refuse' })).toMatch(/element "b" is missing \(/);
  });
});

describe('attributes in a wrong namespace', () => {
  it('are read in that of their element', () => {
    const { value, told } = read(response, '<item xmlns:p="urn:t" p:id="7" p:rank="1"><a>x</a><b>5</b></item>');
    expect(value).toEqual({ item: [{ ...item, rank: 1 }] });
    expect(told).toEqual(['namespace {urn:t}id in /r/item[0]', 'namespace {urn:t}rank in /r/item[0]']);
  });

  it('are others in a namespace of their own, or where the right one is there', () => {
    const { value, told } = read(response, one('<a>x</a><b>5</b>', 'xmlns:p="urn:t" id="7" p:id="8" o:rank="1"'));
    expect(value).toEqual({ item: [item] });
    expect(told).toEqual(['attribute {urn:t}id in /r/item[0]', 'attribute {urn:o}rank in /r/item[0]']);
    expect(failure(response, one('<a>x</a><b>5</b>', 'o:id="7"'))).toMatch(/attribute "id" is missing/);
  });
});

describe('optional values without a value', () => {
  it.each([
    ['an empty number', '<n/>', 'empty {urn:t}n in /r/item[0]/n'],
    ['a blank date', '<d> </d>', 'empty {urn:t}d in /r/item[0]/d'],
    ['an empty enumeration', '<e></e>', 'empty {urn:t}e in /r/item[0]/e'],
    ['a number that is nil', '<n xsi:nil="true"/>', 'nil {urn:t}n in /r/item[0]'],
    ['a string that is nil', '<c xsi:nil="1"/>', 'nil {urn:t}c in /r/item[0]'],
    ['an object that is nil', '<sub xsi:nil="true"/>', 'nil {urn:t}sub in /r/item[0]'],
  ])('are absent: %s', (_, content, expected) => {
    const { value, told } = read(response, one(`<a>x</a><b>5</b>${content}`));
    expect(value).toStrictEqual({ item: [item] });
    expect(told).toEqual([expected]);
  });

  it('are absent in choices and in attributes', () => {
    expect(read(branches, '<head>h</head><yes>1</yes><note/>').value).toStrictEqual({ head: 'h', yes: 1 });
    expect(read(branches, '<head>h</head><yes>1</yes><note xsi:nil="true"/>').value).toStrictEqual({
      head: 'h',
      yes: 1,
    });
    const { value, told } = read(response, one('<a>x</a><b>5</b>', 'id="7" rank=""'));
    expect(value).toStrictEqual({ item: [item] });
    expect(told).toEqual(['empty {}rank in /r/item[0]/rank']);
  });

  it('keep a form that the type has', () => {
    expect(read(response, one('<a>x</a><b>5</b><c/>')).value).toEqual({ item: [{ ...item, c: '' }] });
  });

  it('are refused where the value is required, and by a strict reader', () => {
    expect(failure(response, one('<a>x</a><b/>'))).toMatch(/b: "" is not a valid int/);
    expect(failure(response, one('<a>x</a><b xsi:nil="true"/>'))).toMatch(/b: "" is not a valid int/);
    expect(failure(response, one('<a>x</a><b>5</b><n/>'), { strict: true })).toMatch(/n: "" is not a valid int/);
    expect(failure(response, one('<a>x</a><b>5</b><n xsi:nil="true"/>'), { strict: true })).toMatch(/must not be nil/);
    expect(failure(response, one('<a>x</a><b>5</b><n/>'), { nearMisses: 'refuse' })).toMatch(
      /n: "" is not a valid int/,
    );
  });
});
