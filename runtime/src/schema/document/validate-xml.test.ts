import {
  any,
  attribute,
  choice,
  complexType,
  type Declarations,
  element,
  enumeration,
  field,
  restriction,
  sequence,
  validate,
  validateXml,
} from '../index.js';
import * as xs from '../xs.js';

/** All breaches of a document, with their places. */

const many = { min: 0, max: Number.POSITIVE_INFINITY };
const Name = restriction('', 'Name', xs.string, { maxLength: 3 });
const Line = complexType('', 'Line', {
  attributes: [
    attribute('', 'no', xs.int, { required: true }),
    attribute('', 'kind', enumeration('', '', xs.string, ['a', 'b'])),
  ],
  content: sequence([field('', 'name', Name), field('', 'count', xs.int), field('', 'price', xs.decimal, { min: 0 })]),
});
const order = element(
  '',
  'order',
  complexType('', 'Order', {
    content: sequence([
      field('', 'line', Line, many),
      choice([field('', 'card', xs.string), field('', 'cash', xs.decimal)]),
      field('', 'note', xs.string, { min: 0 }),
    ]),
  }),
  {
    constraints: [
      { kind: 'unique', name: 'numbers', selector: [{ steps: ['line'] }], fields: [[{ steps: [], attribute: 'no' }]] },
    ],
  },
);

const issues = (text: string): readonly string[] =>
  validateXml(order, text).map(({ path, code, line, column }) => `${line}:${column} ${path.join('.')} ${code}`);

describe('validateXml', () => {
  it('names every wrong value, attribute, and missing or unknown part', () => {
    const text = `<order>
  <line no="1" kind="c"><name>long name</name><count>x</count></line>
  <line kind="a"><count>1</count><price>1,5</price></line>
  <line no="3"><name>abc</name><count>2</count><size>9</size></line>
  <cash>none</cash>
</order>`;
    expect(issues(text)).toEqual([
      '2:3 line.0.kind invalid-value',
      '2:40 line.0.name invalid-value',
      '2:55 line.0.count invalid-value',
      '3:3 line.1.no missing-attribute',
      '3:44 line.1.price invalid-value',
      '3:52 line.1.name missing-element',
      '4:48 line.2 unknown-element',
      '5:13 cash invalid-value',
    ]);
  });

  it('has messages without path and place, and fields for these', () => {
    expect(validateXml(order, '<order>\n<line no="x"><name>a</name><count>1</count></line><card/></order>')).toEqual([
      { path: ['line', 0, 'no'], code: 'invalid-value', message: '"x" is not a valid int', line: 2, column: 1 },
    ]);
  });

  it('names the first child of an element that is out of order, and reads on', () => {
    const text = '<order><line no="1"><count>1</count><name>long name</name></line><line no="2"/><card/></order>';
    expect(issues(text)).toEqual([
      '1:21 line.0 content-model',
      '1:52 line.0.name invalid-value',
      '1:66 line.1.name missing-element',
      '1:66 line.1.count missing-element',
    ]);
  });

  it('names a missing choice and a second branch', () => {
    expect(issues('<order><note/></order>')).toEqual(['1:15  missing-choice']);
    expect(issues('<order><card/><cash>1</cash></order>')).toEqual(['1:15  unknown-order']);
  });

  it('says of a second branch what writing it says', () => {
    const message = 'only one branch of the choice of card, cash may be present';
    const said = (text: string) => validateXml(order, text).map((issue) => issue.message);
    expect(said('<order><card/><cash>1</cash></order>')).toEqual([message]);
    expect(validate(order, { line: [], card: 'c', cash: '1' }).map((issue) => issue.message)).toEqual([message]);
    const late = '<order><note/><card/></order>';
    expect(said(late)).toEqual(['element "note" does not fit here; expected line, card, cash']);
  });

  it('names no branches where a message would be far larger than the element', () => {
    const names = Array.from({ length: 500 }, (_, i) => `e${i}`);
    const content = sequence([choice(names.map((name) => field('', name, xs.string)))]);
    const root = element('', 'r', complexType('', 'R', { content }));
    const [first] = validateXml(root, '<r><e0/><e1/></r>');
    expect([first?.code, (first?.message ?? '').length < 100]).toEqual(['unknown-order', true]);
  });

  it('says of nested choices which one is taken', () => {
    const text = (name: string) => field('', name, xs.string);
    const nested = sequence([choice([sequence([text('a'), choice([text('b'), text('c')])]), text('d')]), text('e')]);
    const root = element('', 'r', complexType('', 'R', { content: nested }));
    const said = (xml: string) => validateXml(root, xml)[0]?.message;
    expect(said('<r><a/><b/><c/><e/></r>')).toBe('only one branch of the choice of b, c may be present');
    expect(said('<r><a/><b/><d/><e/></r>')).toBe('only one branch of the choice of a, b, c, d may be present');
    expect(said('<r><a/><b/><e/><a/></r>')).toBe('element "a" may occur only once');
  });

  it('names repeated keys beside wrong values, but not because of them', () => {
    const line = (no: string, count = '1'): string => `<line no="${no}"><name>a</name><count>${count}</count></line>`;
    expect(issues(`<order>\n${line('1')}\n${line('1')}<card/></order>`)).toEqual(['3:1 line.1 unique']);
    expect(issues(`<order>${line('x')}${line('y')}<card/></order>`)).toHaveLength(2);
  });

  it('has one breach for a document that is not well-formed, after those before it', () => {
    expect(issues('<order>\n<line no="x"></order>')).toEqual(['2:1 line.0.no invalid-value', '2:14  not-well-formed']);
    expect(issues('<other/>')).toEqual(['1:1  wrong-root']);
  });

  it('does not name what follows from an unknown type', () => {
    const text = `<order>
<line no="1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="other"><size/></line>
<card/></order>`;
    expect(issues(text)).toEqual(['2:1 line.0 unknown-type']);
  });

  it('finds nothing in a valid document', () => {
    expect(issues('<order><line no="1"><name>abc</name><count>2</count></line><card>x</card></order>')).toEqual([]);
  });
});

describe('content that the schema leaves open', () => {
  const item = element(
    'urn:o',
    'item',
    complexType('', 'Item', {
      attributes: [attribute('', 'id', xs.ID), attribute('', 'ref', xs.IDREF)],
      content: sequence([field('', 'a', xs.int), field('', 'b', xs.int), any({ ...many, process: 'lax' })]),
    }),
  );
  const at = attribute('urn:o', 'at', xs.int);
  const text = complexType('', 'Text', { mixed: true, content: choice([field('', 'b', xs.int)], many) });
  const root = element(
    '',
    'r',
    complexType('', 'R', {
      anyAttribute: { namespaces: 'any', process: 'lax' },
      content: sequence([field('', 'n', xs.int), field('', 't', text, { min: 0 }), any({ ...many, process: 'lax' })]),
    }),
  );
  const declarations: Declarations = {
    elements: new Map([['{urn:o}item', item]]),
    attributes: new Map([['{urn:o}at', at]]),
  };
  const open = (document: string): readonly string[] =>
    validateXml(root, document, { declarations }).map(
      ({ path, code, line, column }) => `${line}:${column} ${path.join('.')} ${code}`,
    );

  it('has all its problems, each with its own place, beside others', () => {
    const document = `<r xmlns:o="urn:o"><n>x</n>
<t>one <b>1</b> two
  <b>x</b></t>
<o:item><a>x</a>
  <b>y</b></o:item>
<other>
  <o:item><a>1</a><b>z</b>
    <o:item><a/></o:item></o:item>
</other></r>`;
    expect(open(document)).toEqual([
      '1:24 n invalid-value',
      '3:7 t.$content.3 invalid-value',
      '4:13 $any.0.a invalid-value',
      '5:7 $any.0.b invalid-value',
      '7:23 $any.1.children.1.b invalid-value',
      '8:13 $any.1.children.1.$any.0.a invalid-value',
      '8:17 $any.1.children.1.$any.0.b missing-element',
    ]);
    expect(open(document.replace('<n>x', '<n>1'))).toHaveLength(6);
  });

  it('has IDs and references to them, and attributes that are declared', () => {
    const inner = (attributes: string): string => `<o:item ${attributes}><a>1</a><b>1</b></o:item>`;
    expect(
      open(`<r xmlns:o="urn:o" o:at="x"><n>1</n>
${inner('id="a"')}
${inner('id="b" ref="a"')}<other>
  ${inner('id="a"')}
  ${inner('ref="c"')}</other></r>`),
    ).toEqual([
      '1:1 $anyAttribute.{urn:o}at wrong-type',
      '4:3 $any.2.children.1.id duplicate-id',
      '5:3 $any.2.children.3.ref unknown-idref',
    ]);
  });

  it('has no problem where it is valid', () => {
    expect(open('<r xmlns:o="urn:o" o:at="1"><n>1</n><o:item id="a" ref="a"><a>1</a><b>1</b></o:item></r>')).toEqual(
      [],
    );
  });
});

it('an abstract element is no root', () => {
  const abstract = element('', 'e', xs.int, { abstract: true });
  expect(validateXml(abstract, '\n<e>1</e>')).toEqual([
    { path: [], code: 'abstract-element', message: 'element "e" is abstract', line: 2, column: 1 },
  ]);
  expect(validateXml(abstract, '<e>x</e>').map(({ code }) => code)).toEqual(['abstract-element', 'invalid-value']);
});
