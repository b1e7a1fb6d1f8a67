import { removeFolder, temporaryFolder, writeFiles } from './command.js';
import { runWithin } from './within.js';

const xsd = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
  <xs:element name="order"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/><xs:any processContents="lax" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="note" type="xs:date"/>
</xs:schema>`;
const order = (content: string, more = ''): string => `<order xmlns="urn:o"${more}>\n  ${content}\n</order>\n`;
const located = ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:o order.xsd"';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeFiles(folder, {
    'order.xsd': xsd,
    'in/good.xml': order('<id>5</id>'),
    'in/deep/good.xml': order('<id>6</id><note>2026-01-02</note>'),
    'in/bad.xml': order('<id>x</id>'),
    'open.xml': order('<id>5</id><note>y</note>'),
    'in/broken.xml': '<order xmlns="urn:o">',
    'located.xml': order('<id>5</id>', located),
  });
});
afterEach(() => removeFolder(folder));

const validate = (...args: readonly string[]) => runWithin(folder, ['validate', ...args]);

describe('codegen validate', () => {
  it('says of files, folders and patterns what is wrong, where, and how many are valid', async () => {
    expect(await validate('in/good.xml', '-s', 'order.xsd')).toEqual({
      status: 0,
      stdout: '1 document: valid\n',
      stderr: '',
    });
    writeFiles(folder, { 'typed.xml': `<!DOCTYPE order SYSTEM "order.dtd">\n${order('<id>x</id>')}` });
    expect((await validate('typed.xml', '-s', 'order.xsd')).stderr).toContain(
      'typed.xml:3:8 error document/invalid: /id:',
    );
    const { status, stdout, stderr } = await validate('in', '--schema', 'order.xsd');
    expect([status, stdout]).toEqual([1, '4 documents: 2 not valid\n']);
    expect(stderr).toContain('in/bad.xml:2:8 error document/invalid: /id: "x" is not a valid int (invalid-value).');
    expect(stderr).toMatch(/in\/broken\.xml:1:1 error document\/invalid: .*(not-well-formed)/);
    const open = await validate('open.xml', '-s', 'order.xsd');
    expect(open.stderr).toContain('error document/invalid: /$any: "y" is not a valid date (invalid-value).');
    expect(await validate('in/**/good.xml', '-s', 'order.xsd')).toMatchObject({
      status: 0,
      stdout: '2 documents: valid\n',
    });
  });

  it('reads the schemas of the config, else those that documents name beside them', async () => {
    expect(await validate('located.xml')).toMatchObject({ status: 0, stderr: '' });
    expect(await validate('in/good.xml')).toMatchObject({ status: 2, stdout: 'no document could be checked\n' });
    writeFiles(folder, {
      'codegen.config.json': '{"packages":[{"name":"o","inputs":["order.xsd"],"roots":["note"],"out":"o"}]}',
    });
    expect(await validate('in/good.xml')).toMatchObject({ status: 0 });
  });

  it('reads nothing that a document names elsewhere', async () => {
    writeFiles(folder, { 'a/x.xml': order('<id>5</id>', located.replace('order.xsd', '../order.xsd')) });
    const { status, stderr } = await validate('a/x.xml');
    expect([status, stderr]).toEqual([2, expect.stringContaining('document/schema-not-allowed')]);
    expect(await validate('a/x.xml', '--allow-path', '.')).toMatchObject({ status: 0 });
  });

  it('goes on after what cannot be checked, with exit code 2', async () => {
    const { status, stdout, stderr } = await validate('gone.xml', 'in/bad.xml', '-s', 'order.xsd');
    expect([status, stdout]).toEqual([2, '1 document: 1 not valid\n']);
    expect(stderr).toContain('There is no file "gone.xml".');
    expect(await validate('in', '-s', 'gone.xsd')).toMatchObject({ status: 2 });
  });

  it('prints JSON and SARIF', async () => {
    const json = JSON.parse((await validate('in/bad.xml', '-s', 'order.xsd', '--json')).stdout) as object;
    expect(json).toMatchObject({ documents: 1, invalid: 1, diagnostics: [{ code: 'document/invalid' }] });
    const sarif = JSON.parse((await validate('in/bad.xml', '-s', 'order.xsd', '--sarif')).stdout) as object;
    const region = { startLine: 2, startColumn: 8 };
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'wsdl-codegen', rules: [{ id: 'document/invalid' }] } },
          results: [
            { level: 'error', locations: [{ physicalLocation: { artifactLocation: { uri: 'in/bad.xml' }, region } }] },
          ],
        },
      ],
    });
  });
});
