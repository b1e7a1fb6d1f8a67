import {
  formatTree,
  formatXml,
  parseTree,
  parseXml,
  readDataSet,
  writeDataSet,
  type XmlElement,
} from '@wsdl-codegen/runtime';
import { sample, validate } from '@wsdl-codegen/runtime/schema';
import { connect } from './connect.js';
import { libraryDiffgram, librarySchema } from './data-set-fixture.js';
import { type Exports, findings, type InMemoryPackage, load, packageOf, typeCheck } from './package.js';

const libraryNamespace = 'http://library.example/Library.xsd';

/** A service that returns a DataSet, whose position has some content and attributes; and the schemas of data sets that it knows. */
function service(position: string, schemas = librarySchema): string {
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" targetNamespace="urn:t">
<types><x:schema targetNamespace="urn:t" elementFormDefault="qualified">
  <x:import namespace="http://www.w3.org/2001/XMLSchema"/><x:import namespace="${libraryNamespace}"/>
  <x:element name="Save"><x:complexType><x:sequence><x:element name="library" minOccurs="0"><x:complexType>${position}</x:complexType></x:element></x:sequence></x:complexType></x:element>
  <x:element name="SaveResponse"><x:complexType><x:sequence><x:element name="SaveResult" minOccurs="0"><x:complexType>${position}</x:complexType></x:element></x:sequence></x:complexType></x:element>
</x:schema>${schemas}</types>
<message name="in"><part name="parameters" element="t:Save"/></message><message name="out"><part name="parameters" element="t:SaveResponse"/></message>
<portType name="pt"><operation name="Save"><input message="t:in"/><output message="t:out"/></operation></portType>
<binding name="b" type="t:pt"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Save"><soap:operation soapAction="urn:save"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="Net"><port name="p" binding="t:b"><soap:address location="http://net.example/svc"/></port></service>
</definitions>`;
}

const typed = `<x:sequence><x:any namespace="${libraryNamespace}"/></x:sequence>`;
const untyped = '<x:sequence><x:element ref="x:schema"/><x:any/></x:sequence>';

/** A message of .NET's in the position. */
function message(content: string): string {
  return `<SaveResponse xmlns="urn:t"><SaveResult>${content}</SaveResult></SaveResponse>`;
}

/** The content of a document: without prefixes, and with attributes in any order. */
function infoset(text: string): unknown {
  const bare = ({ namespace, name, attributes, children }: XmlElement): unknown => ({
    name: `{${namespace}}${name}`,
    attributes: attributes.map((each) => `{${each.namespace}}${each.name}=${each.value}`).sort(),
    children: children.map((child) => (typeof child === 'string' ? child : bare(child))),
  });
  return bare(parseTree(text));
}

describe('a typed DataSet, whose schema is in the WSDL,', () => {
  let made: InMemoryPackage;
  let exports: Exports;

  beforeAll(async () => {
    made = await packageOf({ 'net.wsdl': service(typed) });
    exports = load(made.files);
  });

  it('has rows by table, with the types of their columns', () => {
    expect(findings(made)).toEqual([]);
    const use = `import { NetClient, type libraryXsd } from './index.js';
      const client = new NetClient({});
      export async function titles(): Promise<readonly (string | undefined)[]> {
        const { diffgram } = (await client.save({})) ?? {};
        const books: readonly libraryXsd.Library$diffgram$Book[] = diffgram?.Library?.Book ?? [];
        const ids: readonly bigint[] = books.map((book) => book.Id);
        const copies: readonly (number | undefined)[] = books.flatMap((book) => book.Copy_x0020_of_x0020_Book ?? []).map((copy) => copy._x0032_nd);
        const before: readonly bigint[] = (diffgram?.before?.Book ?? []).map((book) => book.Id);
        console.log(ids, copies, before, books.map(({ id, hasChanges, rowOrder, Shelf, Cover }) => [id, hasChanges, rowOrder, Shelf, Cover]));
        return books.map((book) => book.Full_x0020_Title);
      }
      void client.save({ library: { diffgram: { Library: { Book: [{ Id: 1n, Price: '2.50', hasChanges: 'inserted' }] } } } });
      void client.save({ library: { Library: { $items: [{ Book: { Id: 1n } }] } } });
      // @ts-expect-error a long is a bigint
      void client.save({ library: { diffgram: { Library: { Book: [{ Id: 1 }] } } } });`;
    expect(typeCheck({ net: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
  }, 60_000);

  it('keeps everything that .NET sends: its schema, rows, their states, the original rows, and errors', () => {
    const text = message(librarySchema + libraryDiffgram);
    const element = exports.elements['{urn:t}SaveResponse'];
    const unknown: unknown[] = [];
    const value = parseXml<Exports>(element, text, { onUnknown: (found) => unknown.push(found) });
    const { Library, before } = value.SaveResult.diffgram;
    expect(Library.Book[0]).toMatchObject({
      Id: 9007199254740993n,
      Full_x0020_Title: 'Dune <1>',
      Price: '12.50',
      Loan: 'PT1H30M',
      Cover: new Uint8Array([1, 2, 3]),
      Shelf: 9,
      id: 'Book1',
      hasErrors: true,
      $anyAttribute: { '{urn:schemas-microsoft-com:xml-msdata}hiddenSecret': '10' },
    });
    expect(Library.Book[1]).toMatchObject({ hasChanges: 'modified', Copy_x0020_of_x0020_Book: [{ _x0032_nd: 7 }, {}] });
    expect(before.Book).toMatchObject([{ id: 'Book2', Full_x0020_Title: 'Emma' }, { Id: 3n }]);
    expect(before.Copy_x0020_of_x0020_Book[1]).toMatchObject({ parentId: 'Book3' });
    expect(Library.Remark).toMatchObject([{ $value: 'read it', by: 'me' }]);
    expect(unknown).toEqual([]);
    expect(validate(element, value)).toEqual([]);
    expect(infoset(formatXml(element, value))).toEqual(infoset(text));
  });

  it('travels between client and server', async () => {
    const { client, last } = connect(exports, 'Net', { save: ({ library }: Exports) => library });
    const library = {
      diffgram: { Library: { Book: [{ Id: 7n, Full_x0020_Title: 'Emma', id: 'Book1', rowOrder: 0 }] } },
    };
    expect(await client.save({ library })).toMatchObject(library);
    expect(last.request).toMatch(/<(\w+:)?Id>7<\/(\w+:)?Id>/);
    const empty = await client.save({ library: {} });
    expect(empty.diffgram).toBeUndefined();
  });

  it('has no defaults in its rows: absent values are null, and empty ones are empty', async () => {
    const schemas = librarySchema
      .replace('name="Full_x0020_Title"', 'name="Full_x0020_Title" default="untitled"')
      .replace('name="Shelf"', 'name="Shelf" default="1"');
    const { elements } = load((await packageOf({ 'net.wsdl': service(typed, schemas) })).files);
    const rows = '<Book><Id>1</Id><Full_x0020_Title/></Book><Book><Id>2</Id></Book>';
    const text = message(
      `<d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><Library xmlns="${libraryNamespace}">${rows}</Library></d:diffgram>`,
    );
    const value = parseXml<Exports>(elements['{urn:t}SaveResponse'], text);
    const [empty, none] = value.SaveResult.diffgram.Library.Book;
    expect(empty).toMatchObject({ Full_x0020_Title: '' });
    expect(none).not.toHaveProperty('Full_x0020_Title');
    expect(none).not.toHaveProperty('Shelf');
    expect(infoset(formatXml(elements['{urn:t}SaveResponse'], value))).toEqual(infoset(text));
  });

  it('says that it comes without its schema, because typed DataSets of .NET need to know', () => {
    const element = exports.elements['{urn:t}SaveResponse'];
    const text = message(libraryDiffgram).replace(
      '<SaveResult',
      '<SaveResult xmlns:m="urn:schemas-microsoft-com:xml-msdata" m:SchemaSerializationMode="ExcludeSchema"',
    );
    const value = parseXml<Exports>(element, text);
    expect(value.SaveResult).toMatchObject({
      $any: [],
      $anyAttribute: { '{urn:schemas-microsoft-com:xml-msdata}SchemaSerializationMode': 'ExcludeSchema' },
    });
    expect(infoset(formatXml(element, value))).toEqual(infoset(text));
  });

  it('may be the element that the wildcard itself allows', () => {
    const element = exports.elements['{urn:t}SaveResponse'];
    const text = message(
      `<Library xmlns="${libraryNamespace}"><Remark by="a">b</Remark><Book><Id>1</Id></Book><Remark>c</Remark></Library>`,
    );
    const value = parseXml<Exports>(element, text);
    expect(value.SaveResult.Library.$items).toMatchObject([{ Remark: {} }, { Book: { Id: 1n } }, { Remark: {} }]);
    expect(infoset(formatXml(element, value))).toEqual(infoset(text));
    expect(validate(element, sample(element))).toEqual([]);
  });

  it('may be declared with a place for the schema, too, and as a typed table', async () => {
    const any =
      '<x:any minOccurs="0" maxOccurs="unbounded" namespace="http://www.w3.org/2001/XMLSchema" processContents="lax"/>';
    const lax = '<x:any namespace="urn:schemas-microsoft-com:xml-diffgram-v1" processContents="lax"/>';
    const table = `<x:sequence>${any}${lax}</x:sequence><x:attribute name="namespace" type="x:string" fixed="${libraryNamespace}"/><x:attribute name="tableTypeName" type="x:string" fixed="BookDataTable"/>`;
    const withSchema = await packageOf({
      'net.wsdl': service(`<x:sequence>${any}<x:any namespace="${libraryNamespace}"/></x:sequence>`),
    });
    expect(withSchema.files.get('src/types.ts')).toContain('diffgram?: libraryXsd.Library$diffgram;');
    const ofTable = await packageOf({ 'net.wsdl': service(table) });
    expect(typeCheck({ net: ofTable.files })).toBe('');
    const element = load(ofTable.files).elements['{urn:t}SaveResponse'];
    const lone = `<Book xmlns="${libraryNamespace}" d:id="Book1"><Id>1</Id></Book>`;
    const text = `<SaveResponse xmlns="urn:t" xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1"><SaveResult namespace="${libraryNamespace}" tableTypeName="BookDataTable">${librarySchema}<d:diffgram><DocumentElement xmlns="${libraryNamespace}">${lone}</DocumentElement></d:diffgram></SaveResult></SaveResponse>`;
    const value = parseXml<Exports>(element, text);
    expect(value.SaveResult.diffgram.DocumentElement.Book).toMatchObject([{ Id: 1n }]);
    expect(infoset(formatXml(element, value))).toEqual(infoset(text));
  }, 60_000);

  it('stays a tree if it is unknown which schema is meant', async () => {
    const two = librarySchema.replace(
      '<xs:element name="Library"',
      '<xs:element name="Other" msdata:IsDataSet="true"/><xs:element name="Library"',
    );
    for (const schemas of [two, '']) {
      const { files } = await packageOf({ 'net.wsdl': service(typed, schemas) });
      expect(files.get('src/types/t.ts') ?? files.get('src/types.ts')).toContain('$any: XmlElement');
    }
  });
});

describe('a DataSet whose schema travels in the message', () => {
  it('stays a tree, which readDataSet reads as rows, and writeDataSet makes again', async () => {
    const made = await packageOf({ 'net.wsdl': service(untyped, '') });
    expect(findings(made)).toEqual([]);
    const use = `import { type DataSet, readDataSet, writeDataSet } from '@wsdl-codegen/runtime';
      import { NetClient } from './index.js';
      const client = new NetClient({});
      export async function load(): Promise<DataSet> { return readDataSet(await client.save({})); }
      export async function save(library: DataSet): Promise<void> { await client.save({ library: writeDataSet(library) }); }`;
    expect(typeCheck({ net: new Map([...made.files, ['src/use.ts', use]]) })).toBe('');
    const exports = load(made.files);
    const value = parseXml<Exports>(exports.elements['{urn:t}SaveResponse'], message(librarySchema + libraryDiffgram));
    const { client } = connect(exports, 'Net', {
      save: ({ library }: Exports) => writeDataSet(readDataSet(library)),
    });
    const back = await client.save({ library: value.SaveResult });
    const { schema: _, ...read } = readDataSet(value.SaveResult);
    expect(readDataSet(back)).toMatchObject(read);
    expect(infoset(formatTree(back.$any))).toEqual(infoset(libraryDiffgram));
    expect(infoset(formatTree(back.schema[0]))).toEqual(infoset(librarySchema));
  }, 60_000);

  it('brings a schema for each namespace of its tables', async () => {
    const { files } = await packageOf({ 'net.wsdl': service(untyped, '') });
    const element = load(files).elements['{urn:t}SaveResponse'];
    const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"';
    const text = message(
      `<xs:schema id="D" targetNamespace="urn:d" xmlns:o="urn:o" ${xs}><xs:element name="D" msdata:IsDataSet="true"><xs:complexType><xs:choice><xs:element ref="o:T"/></xs:choice></xs:complexType></xs:element></xs:schema>
       <xs:schema targetNamespace="urn:o" elementFormDefault="qualified" ${xs}><xs:element name="T"><xs:complexType><xs:sequence><xs:element name="a" type="xs:long"/></xs:sequence></xs:complexType></xs:element></xs:schema>
       <d:diffgram xmlns:d="urn:schemas-microsoft-com:xml-diffgram-v1" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><D xmlns="urn:d"><T xmlns="urn:o" d:id="T1" msdata:rowOrder="0"><a>5</a></T></D></d:diffgram>`.replace(
        />\s+</g,
        '><',
      ),
    );
    const value = parseXml<Exports>(element, text);
    expect(infoset(formatXml(element, value))).toEqual(infoset(text));
    const read = readDataSet(value.SaveResult);
    expect(read.tables.T).toMatchObject({ namespace: 'urn:o', rows: [{ values: { a: 5n } }] });
    const written = formatXml(element, { SaveResult: writeDataSet(read) });
    expect(infoset(written)).toEqual(infoset(text));
  });

  it('is found in positions of the other form, which tables have, too', () => {
    const { schema, $any } = writeDataSet(readDataSet([parseTree(librarySchema), parseTree(libraryDiffgram)]));
    const { tables } = readDataSet({ $any: schema, $any2: $any });
    expect(tables.Book?.rows[0]?.values.Id).toBe(9007199254740993n);
  });

  it('has values of the types of its columns', () => {
    const { name, namespace, tables } = readDataSet(parseTree(message(librarySchema + libraryDiffgram)).children);
    expect({ name, namespace }).toEqual({ name: 'Library', namespace: libraryNamespace });
    expect(Object.keys(tables)).toEqual(['Book', 'Copy of Book', 'Remark']);
    const books = tables.Book?.rows ?? [];
    expect(books[0]?.values).toMatchObject({
      Id: 9007199254740993n,
      'Full Title': 'Dune <1>',
      Price: '12.50',
      Bought: '2020-01-02T03:04:05Z',
      Cover: new Uint8Array([1, 2, 3]),
      Key: '2fbf1c5e-8a6d-4a52-9c0d-3f8b6f0a7e11',
      Extra: { children: ['42'] },
      Shelf: 9,
      Secret: 10,
    });
    expect(books[0]).toMatchObject({ error: 'bad row', columnErrors: { 'Full Title': 'too short' } });
    expect(books.map(({ values, state, original }) => [values['Full Title'], state, original?.['Full Title']])).toEqual(
      [
        ['Dune <1>', undefined, undefined],
        ['Emma 2', 'modified', 'Emma'],
        ['', undefined, undefined],
        ['  ', undefined, undefined],
        ['Neu', 'inserted', undefined],
      ],
    );
    expect(books[1]?.values.Price).toBeNull();
    expect(tables.Book?.deleted).toMatchObject([{ values: { Id: 3n, 'Full Title': 'Gone' } }]);
    const copies = tables['Copy of Book'];
    expect(copies?.rows).toMatchObject([{ values: { '2nd': 7 }, original: { '2nd': 1 } }, { values: { '2nd': 2 } }]);
    expect(copies?.rows[0]?.parent).toBe(books[1]);
    expect(copies?.deleted?.[0]?.parent).toBe(tables.Book?.deleted?.[0]);
    expect(tables.Remark?.rows).toMatchObject([{ values: { by: 'me', Text: 'read it' } }]);
  });
});
