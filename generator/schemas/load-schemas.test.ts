import { fromJson, items, jsonSchema, sample, standardSchema, toJson, validate } from '@wsdl-codegen/runtime/documents';
import { type LoadSchemasOptions, loadSchemas, SchemaSetError } from './index.js';

const schema = (content: string, attributes = 'targetNamespace="urn:t" xmlns:t="urn:t"'): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" ${attributes}>${content}</xs:schema>`;

const invoice = schema(
  `<xs:include schemaLocation="common/types.xsd"/>
   <xs:element name="Invoice"><xs:complexType><xs:sequence>
     <xs:element name="Id" type="t:Id"/><xs:element name="Line" maxOccurs="unbounded" type="t:Line"/>
     <xs:any namespace="##other" minOccurs="0"/>
   </xs:sequence></xs:complexType></xs:element>`,
);
const types = schema(
  `<xs:include schemaLocation="../more.xsd"/><xs:simpleType name="Id"><xs:restriction base="xs:string"><xs:pattern value="[0-9]+"/></xs:restriction></xs:simpleType>
   <xs:element name="Common" type="t:Id"/>`,
);
const more = schema(
  `<xs:complexType name="Line"><xs:sequence><xs:element name="Sum" type="xs:decimal"/></xs:sequence></xs:complexType>`,
);
const set = { 'invoice.xsd': invoice, 'common/types.xsd': types, 'more.xsd': more };

const document = (id = '1', further = ''): string =>
  `<Invoice xmlns="urn:t">\n<Id>${id}</Id><Line><Sum>1.50</Sum></Line><Line><Sum>2</Sum></Line>${further}</Invoice>`;

/** Codes of the errors for which schemas are refused, with their places. */
async function refusal(
  texts: Parameters<typeof loadSchemas>[0],
  options: LoadSchemasOptions = {},
): Promise<readonly string[]> {
  const error = await loadSchemas(texts, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SchemaSetError);
  const { diagnostics } = error as SchemaSetError;
  return diagnostics.map(({ code, span }) => `${code} ${span?.file}:${span?.line}`);
}

describe('the roots of schemas in memory', () => {
  it('read, write and check documents', async () => {
    const Invoice = (await loadSchemas(set)).root('Invoice');
    const value = Invoice.parse(document());
    expect(value).toEqual({ Id: '1', Line: [{ Sum: '1.50' }, { Sum: '2' }] });
    expect(Invoice.parse(new TextEncoder().encode(Invoice.format(value, { indent: 2 })))).toEqual(value);
    expect([Invoice.is(value), Invoice.is({ Id: 'x' })]).toEqual([true, false]);
  });

  it('work with every function of the entry documents', async () => {
    const Invoice = (await loadSchemas(set)).root('Invoice');
    expect(validate(Invoice, document('x'))).toMatchObject([{ code: 'invalid-value', path: ['Id'], line: 2 }]);
    const lines: unknown[] = [];
    for await (const line of items(Invoice, new Response(document()).body as ReadableStream<Uint8Array>, 'Line')) {
      lines.push(line);
    }
    expect(lines).toEqual([{ Sum: '1.50' }, { Sum: '2' }]);
    const value = Invoice.parse(document());
    expect(fromJson(Invoice, toJson(Invoice, value))).toEqual(value);
    expect(Invoice.is(sample(Invoice))).toBe(true);
    expect(jsonSchema(Invoice)).toMatchObject({ $schema: expect.any(String) });
    expect(standardSchema(Invoice)['~standard'].version).toBe(1);
  });

  it('are the elements of the documents that no other one refers to, whatever the order', async () => {
    const reversed = Object.fromEntries(Object.entries(set).reverse());
    expect([...(await loadSchemas(set)).roots.keys()]).toEqual(['{urn:t}Invoice']);
    expect([...(await loadSchemas(reversed)).roots.keys()]).toEqual(['{urn:t}Invoice']);
  });

  it('are those of the first of documents that refer to each other', async () => {
    const ring = (name: string, other: string): string =>
      schema(`<xs:include schemaLocation="${other}.xsd"/><xs:element name="${name}" type="xs:int"/>`);
    const { roots } = await loadSchemas({ 'a.xsd': ring('a', 'b'), 'b.xsd': ring('b', 'a') });
    expect([...roots.keys()]).toEqual(['{urn:t}a']);
  });

  it('are those that the option names', async () => {
    const named = async (...roots: readonly string[]): Promise<readonly string[]> => [
      ...(await loadSchemas(set, { roots })).roots.keys(),
    ];
    expect(await named('*')).toEqual(['{urn:t}Common', '{urn:t}Invoice']);
    expect(await named('{urn:t}Common')).toEqual(['{urn:t}Common']);
    expect(await refusal(set, { roots: ['Invoce'] })).toEqual(['config/unknown-root undefined:undefined']);
  });

  it('are complex types where nothing else is declared', async () => {
    const Line = (await loadSchemas({ 'more.xsd': more })).typeRoot('Line');
    expect(Line.parse('<any><Sum xmlns="urn:t">3</Sum></any>')).toEqual({ Sum: '3' });
    expect(Line.format({ Sum: '3' }, { element: 'any' })).toContain('<any');
  });

  it('are found by their names, or the error says which there are', async () => {
    const { root, typeRoot } = await loadSchemas({
      'a.xsd': schema('<xs:element name="e" type="xs:int"/>'),
      'b.xsd': schema('<xs:element name="e" type="xs:int"/>', 'targetNamespace="urn:b"'),
    });
    expect(root('{urn:b}e').namespace).toBe('urn:b');
    expect(() => root('e')).toThrow('More than one root is called "e": {urn:b}e, {urn:t}e.');
    expect(() => root('f')).toThrow('No root is the element "f"; the roots are: {urn:b}e, {urn:t}e.');
    expect(() => typeRoot('e')).toThrow('No root is the complex type "e"; the roots are: none.');
  });
});

describe('validate', () => {
  it('finds the root by the document, and checks open content by all that is declared', async () => {
    const open = schema('<xs:element name="size" type="xs:int"/>', 'targetNamespace="urn:o"');
    const { validate: check } = await loadSchemas({ ...set, 'open.xsd': open });
    expect(check(document())).toEqual([]);
    expect(check(`<!DOCTYPE Invoice>${document()}`)).toEqual([]);
    expect(check(document('1', '<size xmlns="urn:o">1</size>'))).toEqual([]);
    expect(check(document('1', '<size xmlns="urn:o">big</size>'))).toMatchObject([
      { path: ['$any'], code: 'invalid-value' },
    ]);
    expect(check(document('1', '<other xmlns="urn:o"/>'))).toHaveLength(1);
    expect(check('<Common xmlns="urn:t">x</Common>')).toMatchObject([{ code: 'invalid-value' }]);
  });

  it('says that a root is not declared, and that a document is not well-formed', async () => {
    const { validate: check } = await loadSchemas(set);
    expect(check('<Invoce xmlns="urn:t"/>')).toMatchObject([{ code: 'unknown-root', path: [], line: 1, column: 1 }]);
    expect(check('<Invoice')).toMatchObject([{ code: 'not-well-formed', line: 1 }]);
    expect(check(new Uint8Array([0x3c, 0xff]))).toMatchObject([{ code: 'not-well-formed' }]);
  });
});

describe('documents that schemas refer to', () => {
  it('are an error where nobody gives them: source/not-given', async () => {
    expect(await refusal({ 'invoice.xsd': invoice, 'more.xsd': more })).toContain('source/not-given invoice.xsd:1');
    const error = await loadSchemas({ 'invoice.xsd': invoice }).catch((thrown: unknown) => String(thrown));
    expect(error).toContain('invoice.xsd:1:155: "common/types.xsd" is not among the texts that were given.');
    const imported = schema('<xs:import namespace="urn:gone" schemaLocation="https://host.example/gone.xsd"/>');
    expect(await refusal({ 'a.xsd': imported })).toEqual(['source/not-given a.xsd:1']);
  });

  it.each([
    ['included without a namespace', '<xs:include schemaLocation="p.xsd"/><xs:element name="e" type="t:P"/>', ''],
    [
      'redefined',
      '<xs:redefine schemaLocation="p.xsd"><xs:simpleType name="P"><xs:restriction base="t:P"><xs:maxInclusive value="5"/></xs:restriction></xs:simpleType></xs:redefine><xs:element name="e" type="t:P"/>',
      'targetNamespace="urn:t" xmlns:t="urn:t"',
    ],
  ])('may be %s, before or after it among the texts', async (_, content, attributes) => {
    const user = schema(content);
    const used = schema(
      '<xs:simpleType name="P"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleType>',
      attributes,
    );
    for (const texts of [
      { 'a.xsd': user, 'p.xsd': used },
      { 'p.xsd': used, 'a.xsd': user },
    ]) {
      const { roots, validate: check } = await loadSchemas(texts);
      expect([...roots.keys()]).toEqual(['{urn:t}e']);
      expect(check('<e xmlns="urn:t">5</e>')).toEqual([]);
      expect(check('<e xmlns="urn:t">10</e>')).toHaveLength(1);
    }
  });

  it('may be schemas in a WSDL', async () => {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types>${schema('<xs:include schemaLocation="more.xsd"/><xs:element name="e" type="t:Line"/>')}</types></definitions>`;
    const { root } = await loadSchemas({ 'a.wsdl': wsdl, 'more.xsd': more });
    expect(root('e').parse('<e xmlns="urn:t"><Sum>1</Sum></e>')).toEqual({ Sum: '1' });
  });

  it('are given by a function, with the place that a location means', async () => {
    const asked: (readonly string[])[] = [];
    const rest: Readonly<Record<string, string>> = { 'x/common/types.xsd': types, 'x/more.xsd': more };
    const { root } = await loadSchemas(
      { 'x/invoice.xsd': invoice },
      {
        resolve: async (location, base) => {
          asked.push([location, base]);
          return rest[location];
        },
      },
    );
    expect(asked).toEqual([
      ['x/common/types.xsd', 'x/invoice.xsd'],
      ['x/more.xsd', 'x/common/types.xsd'],
    ]);
    expect(root('Invoice').is({ Id: '1', Line: [{ Sum: '1' }] })).toBe(true);
  });

  it('have addresses that are relative to addresses', async () => {
    const asked: string[] = [];
    const resolve = (location: string): string => {
      asked.push(location);
      return location.endsWith('types.xsd') ? types : more;
    };
    await loadSchemas({ 'https://host.example/ubl/invoice.xsd?v=1': invoice }, { resolve });
    expect(asked).toEqual(['https://host.example/ubl/common/types.xsd', 'https://host.example/ubl/more.xsd']);
  });

  it('are an error with its reason where the function fails', async () => {
    const resolve = (): never => {
      throw new Error('no route');
    };
    expect(await refusal({ 'invoice.xsd': invoice }, { resolve })).toContain('source/unreadable-file invoice.xsd:1');
  });

  it('may be those that are part of the product, which nobody has to give', async () => {
    const text = schema(
      '<xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="http://www.w3.org/2001/xml.xsd"/><xs:element name="e"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>',
    );
    const { root, diagnostics } = await loadSchemas({ 'a.xsd': text });
    expect([root('e').parse('<e xmlns="urn:t" xml:lang="de"/>'), diagnostics]).toEqual([{ lang: 'de' }, []]);
  });

  it('do not matter where another text has the namespace', async () => {
    const user = schema(
      '<xs:import namespace="urn:t" schemaLocation="https://host.example/t.xsd"/>',
      'targetNamespace="urn:u"',
    );
    const { diagnostics } = await loadSchemas({ 'u.xsd': user, 't.xsd': more });
    expect(diagnostics).toEqual([]);
  });
});

describe('schemas with mistakes', () => {
  const wrong = schema('<xs:element name="e" type="t:Gone"/><xs:element name="f" type="xs:int"/>');

  it('are refused with all of them', async () => {
    expect(await refusal({ 'a.xsd': wrong, 'b.xsd': '<xs:schema' })).toHaveLength(2);
  });

  it('are used as far as they are right where strict is false', async () => {
    const { roots, diagnostics } = await loadSchemas({ 'a.xsd': wrong }, { strict: false });
    expect(roots.has('{urn:t}f')).toBe(true);
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning']);
  });

  it('stay within the limits', async () => {
    const deep = schema(`${'<xs:annotation><xs:appinfo>'.repeat(600)}`);
    expect(await refusal({ 'a.xsd': deep })).not.toEqual([]);
    const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
    const bomb = `<!DOCTYPE xs:schema [<!ENTITY e0 "x">${entities}]>${schema('<xs:annotation><xs:documentation>&e30;</xs:documentation></xs:annotation>')}`;
    expect(await refusal({ 'a.xsd': bomb })).toEqual([expect.stringContaining('source/entity-expansion')]);
    let asked = 0;
    const endless = (): string => schema(`<xs:include schemaLocation="${++asked}.xsd"/>`);
    expect(await refusal({ 'a.xsd': endless() }, { resolve: endless, limits: { maxDocuments: 20 } })).toEqual([
      expect.stringContaining('source/too-many'),
    ]);
    expect(asked).toBeLessThan(25);
    expect(await refusal({ 'a.xsd': more }, { limits: { maxBytes: 10 } })).toEqual([
      'source/too-large undefined:undefined',
    ]);
    expect(await refusal({ 'invoice.xsd': invoice }, { limits: { maxDocuments: 1 }, resolve: () => more })).toContain(
      'source/too-many invoice.xsd:1',
    );
  });
});

it('a text is decoded already, whatever its declaration says; bytes are read as theirs does', async () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${schema('<xs:element name="Größe" type="xs:int"/>')}`;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  expect([...(await loadSchemas({ 'a.xsd': text })).roots.keys()]).toEqual(['{urn:t}Größe']);
  expect([...(await loadSchemas({ 'a.xsd': bytes })).roots.keys()]).toEqual(['{urn:t}Größe']);
});

it.each([
  [{}, {}, 'needs at least one text'],
  [{ 'a.xsd': 1 }, {}, '"a.xsd" is neither a string nor a Uint8Array.'],
  [{ 'a.xsd': more, './a.xsd': more }, {}, '"a.xsd" and "./a.xsd" are the same location.'],
  [set, { root: 'a' }, 'did you mean `roots`'],
  [set, { limits: { maxByte: 1 } }, 'did you mean `maxBytes`'],
  [set, { limits: { maxDepth: '1' } }, '`maxDepth` of `limits of loadSchemas`'],
])('mistakes of programs are TypeErrors: %#', async (texts, options, message) => {
  await expect(loadSchemas(texts as typeof set, options as LoadSchemasOptions)).rejects.toThrow(message);
  await expect(loadSchemas(texts as typeof set, options as LoadSchemasOptions)).rejects.toThrow(TypeError);
});
