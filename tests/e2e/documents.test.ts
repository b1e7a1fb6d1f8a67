import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder, temporaryFolder, writeFiles } from './command.js';
import { type Ended, runWithin } from './within.js';

/** What the commands do with schemas that have no service. */

const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" xmlns:item="urn:i" targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:import namespace="urn:i" schemaLocation="items.xsd"/>
  <xs:element name="order" type="Order"/>
  <xs:complexType name="Order"><xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element ref="item:item" maxOccurs="unbounded"/>
  </xs:sequence><xs:attribute name="at" type="xs:date"/></xs:complexType>
  <xs:element name="note" type="xs:date"/>
  <xs:element name="any" abstract="true"/>
  <xs:element name="never"><xs:complexType><xs:sequence><xs:element ref="never"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;
const items = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:i">
  <xs:element name="item" type="xs:decimal"/>
</xs:schema>`;
const declaration = '<?xml version="1.0" encoding="utf-8"?>\n';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeFiles(folder, { 'order.xsd': xsd, 'items.xsd': items });
});
afterEach(() => removeFolder(folder));

const run = (...args: readonly string[]): Promise<Ended> => runWithin(folder, args);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('codegen sample of a schema', () => {
  it('prints a document with the root that is named, with the prefixes of the schema', async () => {
    const text = `${declaration}<order xmlns="urn:o" xmlns:item="urn:i" at="2024-01-15">\n  <id>1</id>\n  <item:item>1</item:item>\n</order>\n`;
    expect(await run('sample', 'order.xsd', 'order')).toEqual({ status: 0, stdout: text, stderr: '' });
    expect(await run('sample', 'order.xsd', '{urn:o}order')).toMatchObject({ status: 0, stdout: text });
    expect((await run('sample', 'order.xsd', 'Order')).stdout).toContain('<Order xmlns="urn:o"');
  });

  it('prints one of each root without a name, and says which roots have none', async () => {
    const { status, stdout, stderr } = await run('sample', 'order.xsd');
    expect(stdout.match(/^# .*$/gm)).toEqual(['# {urn:o}note', '# {urn:o}order']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('error document/no-sample: There is no sample of')]);
  });

  it('says what a name could mean, and that an abstract element is no root', async () => {
    expect((await run('sample', 'order.xsd', 'ordr')).stderr).toContain('did you mean "order"?');
    const { status, stderr } = await run('sample', 'order.xsd', 'any');
    expect([status, stderr]).toEqual([1, expect.stringContaining('document/abstract-root: The element "any" is')]);
  });

  it('writes as many files as are wanted, all valid and each another', async () => {
    const { status, stdout } = await run('sample', 'order.xsd', 'order', '--count', '12', '--out', 'made');
    expect([status, stdout.split('\n').slice(0, 2)]).toEqual([0, ['made/order-01.xml', 'made/order-02.xml']]);
    const names = readdirSync(join(folder, 'made')).filter((name) => name.endsWith('.xml'));
    expect([names.length, new Set(names.map((name) => read(`made/${name}`))).size]).toEqual([12, 12]);
    expect((await run('validate', 'made', '--schema', 'order.xsd')).stdout).toBe('12 documents: valid\n');
    const json = JSON.parse((await run('sample', 'order.xsd', 'note', '--json', '-n', '2')).stdout) as object;
    expect(json).toMatchObject({ documents: [{ root: '{urn:o}note', number: 1, json: '2024-01-15' }, { number: 2 }] });
  });

  it('leaves files alone that it did not write', async () => {
    writeFiles(folder, { 'made/note.xml': '<mine/>' });
    expect(await run('sample', 'order.xsd', 'note', '--out', 'made')).toMatchObject({ status: 1, stdout: '' });
    expect(read('made/note.xml')).toBe('<mine/>');
    expect(await run('sample', 'order.xsd', 'note', '--out', 'made', '--force')).toMatchObject({ status: 0 });
    expect(read('made/note.xml')).toContain('<note xmlns="urn:o">');
  });
});

it('completion offers the roots of a schema to codegen sample alone', async () => {
  expect((await run('complete', 'sample', 'order.xsd', '')).stdout).toBe('never\turn:o\nnote\turn:o\norder\turn:o\n');
  expect((await run('complete', 'call', 'order.xsd', '')).stdout).toBe('');
});
