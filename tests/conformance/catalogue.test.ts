import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWsdls, readXsts } from './catalogue.js';

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

  it('is read from the test sets where there is no suite.xml', () => {
    write('meta/a.testSet', testSet);
    expect(readXsts(root)).toEqual(expected);
  });

  it('is read from index.json; what NIST names invalid is invalid', () => {
    const valid = ['x/NISTXML-SV-IV-a-1.xml', 'x/NISTXML-SV-II-a-1.xml'];
    write('index.json', JSON.stringify([{ name: 'n', schemas: ['x/a.xsd'], valid, invalid: [] }]));
    expect(readXsts(root)).toMatchObject([{ valid: [valid[0]], invalid: [valid[1]] }]);
  });
});

it('WSDLs are those of the index, or all', () => {
  write('b/b.wsdl', '');
  write('a/a.wsdl', '');
  expect(readWsdls(root).map(({ name }) => name)).toEqual(['a/a.wsdl', 'b/b.wsdl']);
  write('index.tsv', 'path\tsource\nb/b.wsdl\tx\n');
  expect(readWsdls(root).map(({ name }) => name)).toEqual(['b/b.wsdl']);
});
