import { formatXml, parseXml } from '@wsdl-codegen/runtime';
import { findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const order = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:shop" targetNamespace="urn:shop" elementFormDefault="qualified">
  <xs:element name="order" type="Order"/>
  <xs:element name="note" type="xs:string"/>
  <xs:complexType name="Order">
    <xs:sequence>
      <xs:element name="item" type="xs:string" maxOccurs="unbounded"/>
      <xs:element name="total" type="xs:decimal"/>
    </xs:sequence>
    <xs:attribute name="id" type="xs:long" use="required"/>
  </xs:complexType>
</xs:schema>`;

describe('a package of a bare schema', () => {
  let made: InMemoryPackage;
  beforeAll(async () => {
    made = await packageOf({ 'shop.xsd': order }, { packageName: 'shop' });
  });

  it('contains types, descriptors and elements, but no services', () => {
    expect(findings(made)).toEqual([]);
    expect([...made.files.keys()].sort()).toEqual([
      'README.md',
      'codegen.contract.json',
      'package.json',
      'src/elements.ts',
      'src/index.ts',
      'src/schema.ts',
      'src/types.ts',
      'tsconfig.json',
    ]);
    expect(made.files.get('package.json')).toContain('"description": "Typed XML documents: note and order"');
  });

  it('reads and writes documents by the name of their element', () => {
    const { elements } = load(made.files);
    const text = '<order xmlns="urn:shop" id="7"><item>pen</item><item>ink</item><total>9.50</total></order>';
    const value = parseXml(elements['{urn:shop}order'], text);
    expect(value).toEqual({ id: 7n, item: ['pen', 'ink'], total: '9.50' });
    expect(parseXml(elements['{urn:shop}order'], formatXml(elements['{urn:shop}order'], value))).toEqual(value);
    expect(parseXml(elements['{urn:shop}note'], formatXml(elements['{urn:shop}note'], 'a < b'))).toBe('a < b');
  });

  it('says in its README how to read and write each element, in code that is right', () => {
    const readme = made.files.get('README.md') ?? '';
    expect(readme).toContain("import { validate } from '@wsdl-codegen/runtime/documents';");
    expect(readme).toContain('note.parse(text)');
    expect(readme).toContain('| `order` | `{urn:shop}order` |');
    expect(readme).not.toContain('Typed clients and servers');
    const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '');
    expect(examples.length).toBeGreaterThan(0);
    const modules = examples.map(
      (code, index) =>
        [
          `src/example${index}.ts`,
          `${code.replaceAll("'shop'", "'./index.js'")}\nvoid [value, written, problems];\n`,
        ] as const,
    );
    expect(typeCheck({ shop: new Map([...made.files, ...modules]) })).toBe('');
  }, 60_000);

  it('keeps types where they are when an attribute of the namespace xml is used', async () => {
    const xml = 'http://www.w3.org/XML/1998/namespace';
    const withLanguage = order
      .replace('<xs:element name="order"', `<xs:import namespace="${xml}"/><xs:element name="order"`)
      .replace('<xs:attribute name="id"', '<xs:attribute ref="xml:lang"/><xs:attribute name="id"');
    const withXml = await packageOf({ 'shop.xsd': withLanguage }, { packageName: 'shop' });
    expect([...withXml.files.keys()].sort()).toEqual([...made.files.keys()].sort());
    expect(withXml.files.get('src/types.ts')).toContain('lang?: string;');
  });

  it('has the types as roots if the schema has no elements', async () => {
    const text = order.replace(/<xs:element name="(order|note)"[^>]*>/g, '');
    const { files, ...rest } = await packageOf({ 'shop.xsd': text });
    expect(findings(rest)).toEqual([]);
    expect(files.get('README.md')).toContain("Order.format(value, { element: 'name', indent: 2 })");
    expect(load(files).elements).toEqual({});
    expect(typeCheck({ shop: files })).toBe('');
  }, 60_000);
});

it('elements and types that a schema declares in the namespace of XML Schema itself are read and written', async () => {
  const made = await packageOf({
    'own.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2001/XMLSchema">
  <xs:element name="count" type="xs:Count"/>
  <xs:complexType name="Count"><xs:attribute name="of" type="xs:int" use="required"/></xs:complexType>
</xs:schema>`,
  });
  expect(findings(made)).toEqual([]);
  const { elements } = load(made.files);
  const text = '<count xmlns="http://www.w3.org/2001/XMLSchema" of="3"/>';
  expect(parseXml(elements['{http://www.w3.org/2001/XMLSchema}count'], text)).toEqual({ of: 3 });
  expect(typeCheck({ own: made.files })).toBe('');
}, 60_000);

it('the README of a package shows an element of the first input, not of what that imports', async () => {
  const xsd = (namespace: string, content: string): string =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content}</xs:schema>`;
  const imported = '<xs:import namespace="urn:a" schemaLocation="a.xsd"/>';
  const { files } = await packageOf({
    'main.xsd': xsd('urn:z', `${imported}<xs:element name="invoice" type="xs:int"/>`),
    'a.xsd': xsd('urn:a', '<xs:element name="stamp" type="xs:int"/>'),
  });
  expect(files.get('README.md')).toContain('invoice.parse(text)');
});

it.each(['constructor', '__proto__'])(
  'roots have the version of their schema, also in the namespace %s',
  async (namespace) => {
    const { files } = await packageOf({
      'main.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:i="urn:i" targetNamespace="${namespace}" version="2.5">
      <xs:element name="invoice" type="xs:int" i:deprecated="true"/></xs:schema>`,
    });
    expect(files.get('src/elements.ts')).toContain(
      `/**\n * The element \`{${namespace}}invoice\`.\n * @deprecated\n * @version 2.5\n */\nexport const invoice`,
    );
  },
);
