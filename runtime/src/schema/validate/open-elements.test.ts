import { itInAll } from '../../../../tests/support/in-all.js';
import {
  attribute,
  complexType,
  type Declarations,
  element,
  field,
  formatXml,
  parseXml,
  sequence,
  type Type,
  validateXml,
} from '../index.js';
import { anyType, ID, int, QName } from '../xs.js';

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const t = complexType('urn:t', 'n', { text: int });
const known = element('urn:t', 'name', QName);
const declarations: Declarations = {
  elements: new Map([['{urn:t}name', known]]),
  types: new Map<string, Type>([
    ['{urn:t}n', t],
    ['{http://www.w3.org/2001/XMLSchema}int', int],
  ]),
};
const codes = (root: Parameters<typeof validateXml>[0], text: string) =>
  validateXml(root, text, { declarations }).map(({ code }) => code);

describe('an element declared to be of any type', () => {
  const open = element('', 'e', anyType, { nillable: true });
  const fixed = element('', 'e', anyType, { nillable: true, fixed: '1' });

  it.each([
    ['text that is fixed', fixed, '<e>1</e>', []],
    ['nothing, which means the fixed text', fixed, '<e/>', []],
    ['another text', fixed, '<e>2</e>', ['fixed']],
    ['an element where the text is fixed', fixed, '<e><a/></e>', ['fixed']],
    ['nil where the text is fixed', fixed, `<e ${xsi} xsi:nil="true"/>`, ['fixed']],
    ['xsi:nil that is no boolean', open, `<e ${xsi} xsi:nil="yes"/>`, ['invalid-nil']],
    ['a type', open, `<e ${xsi} xmlns:t="urn:t" xsi:type="t:n">1</e>`, []],
    ['nothing and a type, which the fixed text fits', fixed, `<e ${xsi} xmlns:t="urn:t" xsi:type="t:n"/>`, []],
    ['a type that nobody declares', open, `<e ${xsi} xmlns:t="urn:t" xsi:type="t:m"/>`, ['unknown-type']],
    ['a type of undeclared prefix', open, `<e ${xsi} xsi:type="no:n"/>`, ['unknown-type']],
  ] as const)('holds %s', (_, root, text, expected) => {
    expect(codes(root, text)).toEqual(expected);
  });

  itInAll('holds very many typed elements under very many declarations', () => {
    const others = Array.from({ length: 200 }, (_, i) => `xmlns:p${i}="urn:${i}"`).join(' ');
    const typed = (name: string) => `<a xsi:type="t:n">1</a><t:name>${name}</t:name>`;
    const text = (name: string) => `<e ${xsi} xmlns:t="urn:t" ${others}><b>${typed(name).repeat(10_000)}</b></e>`;
    expect(codes(open, text('p7:x'))).toEqual([]);
    expect(codes(open, text('q:x'))).toHaveLength(10_000);
  });

  it('holds elements whose prefixes are declared further out', () => {
    const text = (name: string) => `<e xmlns:t="urn:t" xmlns:p="urn:p"><a><t:name>${name}</t:name></a></e>`;
    expect(codes(open, text('p:x'))).toEqual([]);
    expect(codes(open, text('q:x'))).toHaveLength(1);
  });
});

it('attributes of elements that nobody declares are checked by their own declarations', () => {
  const attributes = new Map([
    ['{urn:t}size', attribute('urn:t', 'size', int)],
    ['{urn:t}id', attribute('urn:t', 'id', ID)],
  ]);
  const root = element('', 'e', anyType);
  const issues = (text: string) =>
    validateXml(root, `<e xmlns:t="urn:t">${text}</e>`, { declarations: { ...declarations, attributes } }).map(
      ({ code, path, column = 0 }) => [code, path.join('/'), column],
    );
  expect(issues('<a t:size="1" size="x" t:other="x"><b t:id="i"/><t:name t:id="j">x</t:name></a>')).toEqual([
    ['unknown-attribute', 'children/0/children/1', expect.any(Number)],
  ]);
  expect(issues('<a t:size="x"/><a><b t:size="y"/></a>')).toEqual([
    ['wrong-type', 'children/0/attributes/0', 20],
    ['wrong-type', 'children/1/children/0/attributes/0', 38],
  ]);
  expect(issues('<a t:id="i"/><b><c t:id="i"/></b>').map(([code]) => code)).toEqual(['duplicate-id']);
});

it('an element of any type that is nil is null, unless it says more than that', () => {
  const member = complexType<{ x?: unknown }>('', 'T', {
    content: sequence([field('', 'x', anyType, { nillable: true })]),
  });
  const root = element('', 'e', member);
  const read = (attributes: string) => parseXml(root, `<e ${xsi}><x ${attributes}/></e>`);
  expect(read('xsi:nil="true"')).toEqual({ x: null });
  expect(read('xsi:nil="true" k="1"')).toMatchObject({ x: { name: 'x', children: [] } });
  expect(read('xsi:nil="false"')).toMatchObject({ x: { name: 'x' } });
  expect(read('')).toMatchObject({ x: { name: 'x' } });
  expect(parseXml(root, formatXml(root, { x: null }))).toEqual({ x: null });
});

it('xsi has four attributes and no others', () => {
  const root = element('', 'e', int);
  expect(codes(root, `<e ${xsi} xsi:schemaLocation="a b" xsi:noNamespaceSchemaLocation="c">1</e>`)).toEqual([]);
  expect(codes(root, `<e ${xsi} xsi:other="1">1</e>`)).toHaveLength(1);
});

it('nil content has the type that xsi:type names, which must not be abstract', () => {
  const nillable = element('', 'e', int, { nillable: true });
  expect(codes(nillable, `<e ${xsi} xmlns:t="urn:t" xsi:nil="true" xsi:type="t:n"/>`)).toHaveLength(1);
  const abstract = element('', 'e', complexType('', 'a', { abstract: true }), { nillable: true });
  expect(codes(abstract, `<e ${xsi} xsi:nil="true"/>`)).toEqual(['abstract-type']);
  expect(parseXml(abstract, `<e ${xsi} xsi:nil="true"/>`)).toBeNull();
});
