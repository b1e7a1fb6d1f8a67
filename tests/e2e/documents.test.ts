import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  <xs:element name="never"><xs:complexType><xs:sequence><xs:element ref="never"/><xs:element ref="any"/></xs:sequence></xs:complexType></xs:element>
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
async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('codegen sample of a schema', () => {
  it('prints a document with the root that is named, with the prefixes of the schema', async () => {
    const text = `${declaration}<order xmlns="urn:o" xmlns:item="urn:i" at="2024-01-15">\n  <id>1</id>\n  <item:item>1</item:item>\n</order>\n`;
    expect(await run('sample', 'order.xsd', 'order')).toEqual({ status: 0, stdout: text, stderr: '' });
    expect(await run('sample', 'order.xsd', '{urn:o}order')).toMatchObject({ status: 0, stdout: text });
    expect((await run('sample', 'order.xsd', 'Order')).stdout).toContain('<Order xmlns="urn:o"');
  });

  it('gives the root a prefix where elements in it are in no namespace', async () => {
    writeFiles(folder, { 'local.xsd': xsd.replace(' elementFormDefault="qualified"', '') });
    expect((await run('sample', 'local.xsd', 'order')).stdout).toContain(
      '\n<ns:order xmlns:ns="urn:o" xmlns:item="urn:i" at="2024-01-15">\n  <id>1</id>',
    );
  });

  it('prints one of each root without a name, and says which roots have none', async () => {
    const { status, stdout, stderr } = await run('sample', 'order.xsd');
    expect(stdout.match(/^# .*$/gm)).toEqual(['# {urn:o}note', '# {urn:o}order']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('error document/no-sample: There is no sample of')]);
  });

  it('says what a name could mean, and that an abstract element is no root', async () => {
    expect((await run('sample', 'order.xsd', 'ordr')).stderr).toContain('did you mean "order"?');
    const { status, stderr } = await run('sample', 'order.xsd', 'any');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('config/abstract-root: No document has the element "any" as its root'),
    ]);
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

describe('codegen convert', () => {
  const order = `${declaration}<order xmlns="urn:o" xmlns:item="urn:i" at="2024-01-15">\n  <id>1</id>\n  <item:item>1.50</item:item>\n  <item:item>2</item:item>\n</order>\n`;
  const json = { at: '2024-01-15', id: 1, item: ['1.50', '2'] };
  beforeEach(() => writeFiles(folder, { 'order.xml': order, 'order.json': JSON.stringify({ order: json }) }));
  const convert = (file: string, to: string, ...more: readonly string[]): Promise<Ended> =>
    run('convert', file, '--to', to, '--schema', 'order.xsd', ...more);

  it('writes XML as JSON under the name of the root, and the same XML of that', async () => {
    const { status, stdout, stderr } = await convert('order.xml', 'json');
    expect([status, JSON.parse(stdout), stderr]).toEqual([0, { order: json }, '']);
    expect(await convert('order.json', 'xml')).toEqual({ status: 0, stdout: order, stderr: '' });
  });

  it('takes and gives the value alone where the root is named', async () => {
    const { stdout } = await convert('order.xml', 'json', '--root', 'order', '--indent', '0');
    expect(stdout).toBe(`${JSON.stringify(json)}\n`);
    writeFiles(folder, { 'value.json': stdout });
    expect((await convert('value.json', 'xml', '--root', '{urn:o}order')).stdout).toBe(order);
    const other = await convert('order.xml', 'json', '--root', 'note');
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('document/other-root: The root element')]);
  });

  it('names a root with its namespace where others have its name, and converts roots of simple types', async () => {
    const other = items.replace('urn:i', 'urn:x').replace('name="item"', 'name="note"');
    writeFiles(folder, { 'other.xsd': other, 'note.xml': '<note xmlns="urn:o">2024-02-01</note>' });
    const { stdout } = await convert('note.xml', 'json', '--schema', 'other.xsd');
    expect(JSON.parse(stdout)).toEqual({ '{urn:o}note': '2024-02-01' });
    writeFiles(folder, { 'note.json': '{"note":"2024-02-01"}' });
    expect((await convert('note.json', 'xml', '--schema', 'other.xsd')).stderr).toContain('config/ambiguous-root');
  });

  it('says everything that is wrong, each with its place, and writes nothing', async () => {
    writeFiles(folder, {
      'bad.xml': order.replace('>1<', '>x<'),
      'bad.json': '{\n  "order": {\n    "id": "x",\n    "item": ["1.5", true]\n  }\n}',
      'less.json': '{ "order": { "at": "2024-01-15", "id": 5 } }',
      'result.json': 'mine',
    });
    const wrong = await convert('bad.xml', 'json', '--out', 'result.json');
    expect(wrong).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('bad.xml:3:8 error') });
    expect(read('result.json')).toBe('mine');
    const { status, stdout, stderr } = await convert('bad.json', 'xml');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^bad\.json:3:11 error document\/invalid: \/id: [\s\S]*\nbad\.json:4:21 error document\/invalid: \/item\/1: /,
    );
    expect((await convert('less.json', 'xml')).stderr).toMatch(/^less\.json:1:12 error document\/invalid: .*item/);
  });

  it('tells what is no JSON, what does not name its root, and what cannot be read', async () => {
    writeFiles(folder, { 'comma.json': '{"order": 1,}', 'two.json': '{"order": 1, "note": 2}', 'list.json': '[1]' });
    expect((await convert('comma.json', 'xml')).stderr).toContain('comma.json:1:13 error document/not-json');
    expect((await convert('two.json', 'xml')).stderr).toContain('document/json-root');
    expect((await convert('list.json', 'xml')).stderr).toContain('document/json-root');
    expect(await convert('gone.xml', 'json')).toMatchObject({ status: 2 });
    expect(await run('convert', 'order.xml', '--to', 'json')).toMatchObject({ status: 2 });
    expect(await run('convert', 'order.xml', '--to', 'yaml')).toMatchObject({ status: 2 });
  });

  it('writes a file as a whole, and says so to machines', async () => {
    expect(await convert('order.xml', 'json', '--out', 'to/order.json')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(JSON.parse(read('to/order.json'))).toEqual({ order: json });
    const told = await convert('order.json', 'xml', '--json');
    expect(JSON.parse(told.stdout)).toEqual({ text: order, diagnostics: [] });
  });

  it('refuses JSON of hostile depth', async () => {
    const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType><xs:sequence><xs:element ref="a" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:schema>`;
    const deep = `${'{"a":'.repeat(50_000)}{}${'}'.repeat(50_000)}`;
    writeFiles(folder, { 'a.xsd': xsd, 'deep.json': deep });
    const { status, stderr } = await run('convert', 'deep.json', '--to', 'xml', '--schema', 'a.xsd');
    expect([status, stderr]).toEqual([1, expect.stringContaining('the value is nested too deeply')]);
  });
});

it('codegen pull saves a schema with all that it imports, and codegen check covers the package of it', async () => {
  const files: Readonly<Record<string, string>> = {
    '/main/order.xsd': xsd.replace('items.xsd', '../common/items.xsd'),
    '/common/items.xsd': items,
  };
  const server = createServer(({ url = '' }, response) => response.writeHead(files[url] ? 200 : 404).end(files[url]));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/main/order.xsd`;
    expect(await run('pull', address, 'pulled')).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, 'pulled')).sort()).toEqual(['codegen.origin.json', 'items.xsd', 'order.xsd']);
    expect((await run('pull', '--update', 'pulled')).stdout).toContain('pulled/order.xsd: as at http');
  } finally {
    server.close();
  }
  expect(await run('pulled/order.xsd', '--out', 'orders')).toMatchObject({ status: 0 });
  expect(await run('check', 'pulled/order.xsd', '--out', 'orders')).toMatchObject({ status: 0 });
  writeFiles(folder, { 'pulled/items.xsd': items.replace('decimal', 'int') });
  expect(await run('check', 'pulled/order.xsd', '--out', 'orders')).toMatchObject({ status: 1 });
});

it('codegen mock and codegen call say what makes documents of a schema', async () => {
  expect((await run('mock', 'order.xsd')).stderr).toContain('codegen sample makes documents of a schema');
  expect((await run('call', 'order.xsd', 'order')).stderr).toContain('codegen sample makes documents of a schema');
});

describe('standard input', () => {
  it('is read as bytes in the encoding that it says', async () => {
    const text = '<?xml version="1.0" encoding="ENCODING"?><note xmlns="urn:o">2024-02-01<!-- é --></note>';
    const latin1 = Buffer.from(text.replace('ENCODING', 'iso-8859-1'), 'latin1');
    const utf16 = Buffer.from(`\ufeff${text.replace('ENCODING', 'utf-16')}`, 'utf16le');
    for (const bytes of [latin1, utf16]) {
      const pieces = () => inPieces(bytes.subarray(0, 7), bytes.subarray(7));
      const valid = { status: 0, stdout: '1 document: valid\n', stderr: '' };
      expect(await runWithin(folder, ['validate', '-', '-s', 'order.xsd'], pieces)).toEqual(valid);
      const { stdout } = await runWithin(folder, ['convert', '-', '--to', 'json', '-s', 'order.xsd'], pieces);
      expect(JSON.parse(stdout)).toEqual({ note: '2024-02-01' });
    }
    const wrong = () => inPieces(Buffer.from(text.replace('ENCODING', 'utf-8'), 'latin1'));
    expect(await runWithin(folder, ['validate', '-', '-s', 'order.xsd'], wrong)).toMatchObject({ status: 1 });
  });

  it('is refused, as files are, where it is more than the memory takes, before all of it is read', async () => {
    const piece = new Uint8Array(64 * 1024 * 1024).fill(0x20);
    const start = Buffer.from('<note xmlns="urn:o">');
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield start;
      for (; given < 1_000; given++) {
        yield piece;
      }
    }
    const { status, stderr } = await runWithin(folder, ['convert', '-', '--to', 'json', '-s', 'order.xsd'], endless);
    expect([status, stderr]).toEqual([2, expect.stringContaining('error document/too-large: "standard input" is')]);
    expect(given).toBeLessThan(20);
    writeFiles(folder, { 'large.xml': '<note xmlns="urn:o">' });
    truncateSync(join(folder, 'large.xml'), 2 ** 32);
    const { stderr: said } = await run('convert', 'large.xml', '--to', 'json', '-s', 'order.xsd');
    expect(said).toContain('document/too-large: "large.xml" is');
    // It has no list of records.
    expect(await run('validate', 'large.xml', '-s', 'order.xsd')).toMatchObject({ status: 2 });
  });
});
