import { type Exports, findings, load, packageOf, typeCheck } from './package.js';

const xsd = (namespace: string, content: string): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" xmlns:c="urn:common" targetNamespace="${namespace}" elementFormDefault="qualified">${content}</xs:schema>`;
const common = xsd(
  'urn:common',
  `<xs:element name="Note" type="xs:string"/><xs:element name="Unused" type="c:Unused"/>
   <xs:complexType name="Unused"><xs:attribute name="x" type="xs:int"/></xs:complexType>
   <xs:complexType name="Money"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>`,
);
const line = `<xs:complexType name="Line"><xs:sequence><xs:element name="item" type="xs:string"/><xs:element name="price" type="c:Money"/></xs:sequence></xs:complexType>`;
const invoice = `<xs:import namespace="urn:common" schemaLocation="common.xsd"/><xs:include schemaLocation="lines.xsd"/>
  <xs:element name="Invoice"><xs:complexType><xs:sequence><xs:element ref="c:Note" minOccurs="0"/><xs:element name="line" type="t:Line" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Credit" type="t:Invoice"/><xs:complexType name="Invoice"><xs:attribute name="of" type="xs:int"/></xs:complexType>`;
const sources = {
  'invoice.xsd': xsd('urn:t', invoice),
  'lines.xsd': xsd(
    'urn:t',
    `<xs:import namespace="urn:common" schemaLocation="common.xsd"/><xs:element name="Lines" type="t:Line"/>${line}`,
  ),
  'common.xsd': common,
};
const text =
  '<Invoice xmlns="urn:t"><Note xmlns="urn:common">n</Note><line><item>pen</item><price currency="EUR">1.50</price></line></Invoice>';
const value = { Note: 'n', line: [{ item: 'pen', price: { currency: 'EUR', $value: '1.50' } }] };

async function rootsOf(
  files: Readonly<Record<string, string>>,
  roots?: readonly string[],
): Promise<{ names: readonly string[]; types: readonly string[]; found: readonly string[]; exports: Exports }> {
  const made = await packageOf(files, roots && { roots });
  const exports = made.diagnostics.some(({ severity }) => severity === 'error') ? {} : load(made.files);
  return {
    names: Object.keys(exports).filter((name) => typeof exports[name]?.parse === 'function'),
    types: made.contract.types.flatMap(({ name }) => name ?? []),
    found: findings(made),
    exports,
  };
}

describe('the roots of a package of schemas', () => {
  it('are the elements that the named schema declares, with what they can contain', async () => {
    const { names, types, found } = await rootsOf(sources);
    expect([names, found]).toEqual([['Credit', 'Invoice'], []]);
    expect(types).toEqual(['{urn:common}Money', '{urn:t}Invoice', '{urn:t}Line']);
  });

  it('are those of what it includes, where it declares none, and else its types', async () => {
    const include = xsd('urn:t', '<xs:include schemaLocation="lines.xsd"/>');
    expect((await rootsOf({ 'all.xsd': include, ...sources })).names).toEqual(['Lines']);
    const types = { ...sources, 'lines.xsd': sources['lines.xsd'].replace(/<xs:element name="Lines"[^>]*>/, '') };
    const { names, exports } = await rootsOf({ 'all.xsd': include, ...types });
    expect(names).toEqual(['Line']);
    const item = exports.Line.parse('<any><item xmlns="urn:t">pen</item><price xmlns="urn:t">2</price></any>');
    expect(item).toEqual({ item: 'pen', price: { $value: '2' } });
    expect(exports.Line.format(item, { element: '{urn:x}row' })).toMatch(/<(\w+):row xmlns:\1="urn:x">.*<\/\1:row>$/s);
    expect(() => exports.Line.format(item)).toThrow(/the name of the root element/);
    expect(exports.Line.is(item)).toBe(true);
  });

  it('are those that are named, also of imported schemas, and types', async () => {
    expect((await rootsOf(sources, ['Unused', 'Money'])).names).toEqual(['Money', 'Unused']);
    expect((await rootsOf(sources, ['{urn:t}Invoice'])).types).toEqual(['{urn:common}Money', '{urn:t}Line']);
    expect((await rootsOf(sources, ['*'])).names).toEqual(['Credit', 'Invoice', 'Lines', 'Note', 'Unused']);
  });

  it('are told if they do not exist, or if several have the name (config/unknown-root, config/ambiguous-root)', async () => {
    expect((await rootsOf(sources, ['Invoce'])).found).toContain('config/unknown-root');
    const other = {
      'a.xsd': xsd(
        'urn:a',
        '<xs:import namespace="urn:t" schemaLocation="invoice.xsd"/><xs:import namespace="urn:b" schemaLocation="b.xsd"/><xs:element name="A" type="xs:int"/>',
      ),
      'b.xsd': xsd('urn:b', '<xs:element name="Note" type="xs:int"/>'),
    };
    expect((await rootsOf({ ...other, ...sources }, ['Note'])).found).toContain('config/ambiguous-root');
  });

  it('are no abstract elements (config/abstract-root)', async () => {
    const shapes = xsd(
      'urn:t',
      `<xs:element name="Shape" type="t:Shape" abstract="true"/><xs:element name="Circle" type="t:Shape" substitutionGroup="t:Shape"/>
       <xs:complexType name="Shape"><xs:attribute name="size" type="xs:int"/></xs:complexType>`,
    );
    expect((await rootsOf({ 'shapes.xsd': shapes })).names).toEqual(['Circle']);
    expect((await rootsOf({ 'shapes.xsd': shapes }, ['*'])).names).toEqual(['Circle']);
    expect((await rootsOf({ 'shapes.xsd': shapes }, ['Shape'])).found).toContain('config/abstract-root');
  });

  it('read and write documents, and tell what is no value', async () => {
    const { exports } = await rootsOf(sources);
    const { Invoice } = exports;
    expect(Invoice.parse(text)).toEqual(value);
    expect(Invoice.parse(new TextEncoder().encode(text))).toEqual(value);
    expect(Invoice.format(value, { prefixes: { '': 'urn:t', c: 'urn:common' } })).toBe(
      `<?xml version="1.0" encoding="utf-8"?><Invoice xmlns="urn:t" xmlns:c="urn:common"><c:Note>n</c:Note><line><item>pen</item><price currency="EUR">1.50</price></line></Invoice>`,
    );
    expect([Invoice.is(value), Invoice.is({}), Invoice.is(undefined)]).toEqual([true, false, false]);
  });

  it('have namespaces with the prefixes that the schemas declare', async () => {
    const named = sources['invoice.xsd'].replaceAll('xmlns:c=', 'xmlns:com=').replaceAll('"c:', '"com:');
    const made = await packageOf({ ...sources, 'invoice.xsd': named });
    const { files } = made;
    expect([...files.keys()].filter((path) => path.startsWith('src/types'))).toEqual([
      'src/types/com.ts',
      'src/types.ts',
    ]);
    expect(files.get('src/index.ts')).toContain("export * as com from './types/com.js';");
    const { Invoice, prefixes } = load(files);
    expect(prefixes).toEqual({ '': 'urn:t', com: 'urn:common' });
    expect(Invoice.format(value, { prefixes })).toContain(
      '<Invoice xmlns="urn:t" xmlns:com="urn:common"><com:Note>n</com:Note>',
    );
  });

  it('have no prefix that would be the prototype of an object', async () => {
    const named = sources['invoice.xsd'].replaceAll('xmlns:c=', 'xmlns:__proto__=').replaceAll('"c:', '"__proto__:');
    const { prefixes } = load((await packageOf({ ...sources, 'invoice.xsd': named })).files);
    expect(Object.entries(prefixes)).toEqual([['', 'urn:t']]);
    expect(Object.getPrototypeOf(prefixes)).toBe(Object.prototype);
  });

  it('have types that say the same', async () => {
    const made = await packageOf(sources);
    const use = `import { Credit, Invoice, InvoiceType } from './index.js';
      const invoice: Invoice = Invoice.parse('');
      const item: string = invoice.line[0]?.price.$value ?? '';
      const credit: Credit = { of: 1 };
      const unknown: unknown = item;
      if (Credit.is(unknown)) { const of: number | undefined = unknown.of; void of; }
      // @ts-expect-error another type
      Invoice.format(credit);
      void [item, InvoiceType];`;
    const without = use.replace(', InvoiceType', '').replace(', InvoiceType', '');
    expect(typeCheck({ p: new Map([...made.files, ['src/use.ts', without]]) })).toBe('');
  }, 60_000);
});
