import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CatalogueError, readWsdls, readXsts, withFiles } from './catalogue.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'catalogue-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const testSet = `<testSet xmlns="http://www.w3.org/XML/2004/xml-schema-test-suite/" xmlns:xlink="http://www.w3.org/1999/xlink" contributor="X" name="Set">
  <testGroup name="g1">
    <schemaTest name="s"><schemaDocument xlink:href="../data/a%20b.xsd"/><expected validity="valid"/></schemaTest>
    <instanceTest name="i1"><instanceDocument xlink:href="../data/v.xml"/><expected validity="valid"/></instanceTest>
    <instanceTest name="i2"><instanceDocument xlink:href="../data/n.xml"/><expected validity="valid" version="1.1"/><expected validity="invalid" version="1.0"/></instanceTest>
    <instanceTest name="i3"><instanceDocument xlink:href="../data/u.xml"/><expected validity="notKnown"/></instanceTest>
  </testGroup>
  <testGroup name="g2"><schemaTest name="s"><schemaDocument xlink:href="../data/bad.xsd"/><expected validity="invalid"/></schemaTest></testGroup>
  <testGroup name="g3" version="1.1"><schemaTest name="s"><schemaDocument xlink:href="../data/c.xsd"/><expected validity="valid"/></schemaTest></testGroup>
</testSet>`;

const head =
  '<testSet xmlns="http://www.w3.org/XML/2004/xml-schema-test-suite/" xmlns:xlink="http://www.w3.org/1999/xlink" contributor="X" name="Set">';
const schemaTest = (rest: string): string =>
  `<schemaTest name="s"><schemaDocument xlink:href="a.xsd"/>${rest}</schemaTest>`;

const expected = [
  {
    kind: 'xsts',
    name: 'Set/g1',
    schemas: ['data/a b.xsd'],
    schemaValid: true,
    valid: ['data/v.xml'],
    invalid: ['data/n.xml'],
  },
  { kind: 'xsts', name: 'Set/g2', schemas: ['data/bad.xsd'], schemaValid: false, valid: [], invalid: [] },
];

describe('the catalogue of the XML Schema Test Suite', () => {
  it('is read from suite.xml, for XML Schema 1.0', () => {
    write(
      'suite.xml',
      '<testSuite xmlns:xlink="http://www.w3.org/1999/xlink"><testSetRef xlink:href="meta/a.testSet"/></testSuite>',
    );
    write('meta/a.testSet', testSet);
    write('meta/unnamed.testSet', testSet.replace('name="Set"', 'name="Other"'));
    expect(readXsts(root)).toEqual(expected);
  });

  it('is read from the test sets if there is no suite.xml', () => {
    write('meta/a.testSet', testSet);
    expect(readXsts(root)).toEqual(expected);
  });

  it.each<[string, string, object | undefined]>([
    [
      'annotations and references are passed over',
      '<annotation><documentation>x</documentation></annotation><documentationReference xlink:href="x"/>' +
        schemaTest('<expected validity="valid"/>'),
      {},
    ],
    [
      'several documents of a schema',
      schemaTest('<schemaDocument xlink:href="b.xsd"/><expected validity="valid"/>'),
      { schemas: ['meta/a.xsd', 'meta/b.xsd'] },
    ],
    [
      'documents that others bring along',
      schemaTest('<schemaDocument xlink:href="b.xsd" role="included"/><expected validity="valid"/>'),
      { schemas: ['meta/a.xsd'] },
    ],
    [
      'backslashes, and per cent signs that are ones',
      schemaTest('<schemaDocument xlink:href="d\\100%.xsd"/><expected validity="valid"/>'),
      { schemas: ['meta/a.xsd', 'meta/d/100%.xsd'] },
    ],
    [
      'results for each version',
      schemaTest('<expected validity="invalid" version="1.1"/><expected validity="valid" version="1.0 1.0-1e"/>'),
      { schemaValid: true },
    ],
    ['a result for one edition', schemaTest('<expected validity="valid" version="1.0-2e"/>'), { schemaValid: true }],
    [
      'a result for all beside one for 1.1',
      schemaTest('<expected validity="invalid"/><expected validity="valid" version="1.1"/>'),
      { schemaValid: false },
    ],
    [
      'results for versions of Unicode',
      schemaTest(
        '<expected validity="invalid" version="Unicode_3.1"/><expected validity="valid" version="Unicode_6.0.0"/>',
      ),
      { schemaValid: true },
    ],
    ['a result for 1.1 alone', schemaTest('<expected validity="valid" version="1.1"/>'), undefined],
    ['results that are open', schemaTest('<expected validity="implementation-defined"/>'), undefined],
    ['no result', schemaTest(''), undefined],
    [
      'a status',
      schemaTest(
        '<expected validity="valid"/><current status="accepted" date="2000-01-01"/><prior status="queried" date="1999-01-01"/>',
      ),
      {},
    ],
    [
      'a dispute',
      schemaTest(
        '<expected validity="valid"/><current status="disputed-spec" date="2000-01-01" bugzilla="http://x/1"/>',
      ),
      undefined,
    ],
  ])('%s', (_, content, wanted) => {
    write('meta/a.testSet', `${head}<testGroup name="g">${content}</testGroup></testSet>`);
    const found = readXsts(root);
    expect(found).toHaveLength(wanted === undefined ? 0 : 1);
    if (wanted) {
      expect(found[0]).toMatchObject(wanted);
    }
  });

  it('is read over where a whole set, or the suite, is for XML Schema 1.1', () => {
    write('a.testSet', testSet.replace('name="Set"', 'name="Set" version="1.1"'));
    expect(readXsts(root)).toEqual([]);
    write('a.testSet', testSet);
    write(
      'suite.xml',
      '<testSuite version="1.1" xmlns:xlink="http://www.w3.org/1999/xlink"><testSetRef xlink:href="a.testSet"/></testSuite>',
    );
    expect(readXsts(root)).toEqual([]);
  });

  it('finds the schema of instances without a schema test by their location hints', () => {
    const instance = (name: string) =>
      `<instanceTest name="${name}"><instanceDocument xlink:href="${name}.xml"/><expected validity="valid"/></instanceTest>`;
    write('a.testSet', `${head}<testGroup name="g">${instance('hinting')}${instance('bare')}</testGroup></testSet>`);
    const hints = 'xsi:schemaLocation="urn:a a.xsd urn:b nowhere.xsd" xsi:noNamespaceSchemaLocation="b.xsd"';
    write('hinting.xml', `<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${hints}/>`);
    write('bare.xml', '<a/>');
    write('a.xsd', '');
    write('b.xsd', '');
    expect(readXsts(root)).toMatchObject([
      { name: 'Set/g/hinting', schemas: ['a.xsd', 'b.xsd'], valid: ['hinting.xml'] },
    ]);
  });

  it('may be in UTF-16', () => {
    mkdirSync(join(root, 'meta'));
    writeFileSync(join(root, 'meta/a.testSet'), Buffer.from(`\ufeff${testSet}`, 'utf16le'));
    expect(readXsts(root)).toEqual(expected);
  });

  it('is read from index.json; what NIST names invalid is invalid', () => {
    const valid = ['x/NISTXML-SV-IV-a-1.xml', 'x/NISTXML-SV-II-a-1.xml'];
    write('index.json', JSON.stringify([{ name: 'n', schemas: ['x/a.xsd'], valid, invalid: [] }]));
    expect(readXsts(root)).toMatchObject([{ valid: [valid[0]], invalid: [valid[1]] }]);
  });
});

describe('a catalogue that is incomplete or broken', () => {
  const suite = (...sets: readonly string[]): string =>
    `<testSuite xmlns:xlink="http://www.w3.org/1999/xlink">${sets.map((href) => `<testSetRef xlink:href="${href}"/>`).join('')}</testSuite>`;

  it('has no cases for missing files, and lists them, because they would count as refused', () => {
    write('suite.xml', suite('meta/a.testSet', 'meta/gone.testSet'));
    write('meta/a.testSet', testSet);
    write('data/a b.xsd', '');
    write('data/v.xml', '');
    const missing: string[] = [];
    const cases = withFiles(root, readXsts(root, missing), missing);
    expect(cases).toEqual([{ ...expected[0], invalid: [] }]);
    expect(missing).toEqual(['meta/gone.testSet', 'data/n.xml', 'data/bad.xsd']);
  });

  it.each<[string, string, string, RegExp]>([
    ['a suite that breaks off', 'suite.xml', '<testSuite', /suite\.xml is no well-formed XML/],
    ['a test set that breaks off', 'x/a.testSet', '<testSet><a></testSet>', /x\/a\.testSet is no well-formed XML/],
    ['an index that breaks off', 'index.json', '[{', /index\.json is no JSON/],
    ['an index of something else', 'index.json', '{"name":"x"}', /index\.json is no array/],
    ['an entry without schemas', 'index.json', '[{"name":"a","schemas":[]},{"name":"b"}]', /entry 1 needs/],
    ['nothing', 'readme.txt', '', /no index\.json, no suite\.xml and no \*\.testSet/],
  ])('is refused in words: %s', (_, path, text, message) => {
    write(path, text);
    const read = (): unknown => readXsts(root);
    expect(read).toThrow(CatalogueError);
    expect(read).toThrow(message);
  });

  it('of WSDLs reports missing files, and an empty list', () => {
    expect(() => readWsdls(root)).toThrow(/no index\.tsv and no \*\.wsdl/);
    write('b.wsdl', '');
    write('index.tsv', 'path\tsource\nb.wsdl\tx\nc.wsdl\tx\n');
    const missing: string[] = [];
    expect(readWsdls(root, missing)).toEqual([{ kind: 'wsdl', name: 'b.wsdl' }]);
    expect(missing).toEqual(['c.wsdl']);
  });
});

it('WSDLs are those of the index, or all', () => {
  write('b/b.wsdl', '');
  write('a/a.wsdl', '');
  expect(readWsdls(root).map(({ name }) => name)).toEqual(['a/a.wsdl', 'b/b.wsdl']);
  write('index.tsv', 'path\tsource\nb/b.wsdl\tx\n');
  expect(readWsdls(root).map(({ name }) => name)).toEqual(['b/b.wsdl']);
});
