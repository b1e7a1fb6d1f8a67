import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { WsdlCase, XstsCase } from './cases.js';
import { childElements, type DomElement, parseDom } from './dom.js';

/** Reads what there is to run. */

const XLINK = 'http://www.w3.org/1999/xlink';

/** The cases of an XSTS folder: those of its `index.json`, else of the suite's own catalogue. Sorted by name. */
export function readXsts(root: string): readonly XstsCase[] {
  const index = join(root, 'index.json');
  const cases = existsSync(index) ? readIndex(index) : testSets(root).flatMap((set) => readTestSet(root, set));
  return [...cases].sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface IndexEntry {
  readonly name: string;
  readonly schemas: readonly string[];
  readonly valid?: readonly string[];
  readonly invalid?: readonly string[];
}

function readIndex(path: string): readonly XstsCase[] {
  const entries = JSON.parse(readFileSync(path, 'utf8')) as readonly IndexEntry[];
  return entries.map(({ name, schemas, valid = [], invalid = [] }) => ({
    kind: 'xsts',
    name,
    schemas,
    schemaValid: true,
    valid: valid.filter((path) => !isNamedInvalid(path)),
    invalid: [...invalid, ...valid.filter(isNamedInvalid)],
  }));
}

/**
 * NIST's instances say in their names what they are: `SV-IV` (schema valid, instance valid) or `SV-II` (schema valid, instance
 * invalid). An index that lists the latter as valid is wrong; libxml2 refuses every one of them, too.
 */
function isNamedInvalid(path: string): boolean {
  return /(^|\/)NISTXML-SV-II-[^/]*$/.test(path);
}

/** The test sets that `suite.xml` names, else every `*.testSet` below the folder. Paths are below `root`. */
function testSets(root: string): readonly string[] {
  const suite = join(root, 'suite.xml');
  if (existsSync(suite)) {
    return childElements(parseDom(readFileSync(suite, 'utf8')))
      .filter(({ name }) => name === 'testSetRef')
      .flatMap((reference) => reference.attributes.get(`{${XLINK}}href`) ?? [])
      .filter((path) => existsSync(join(root, path)));
  }
  return filesBelow(root).filter((path) => path.endsWith('.testSet'));
}

/** Paths of all files below a folder, sorted. */
export function filesBelow(folder: string, prefix = ''): readonly string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true })
    .flatMap((entry) => {
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    })
    .sort();
}

function readTestSet(root: string, path: string): readonly XstsCase[] {
  const set = parseDom(readFileSync(join(root, path), 'utf8'));
  const setName = attribute(set, 'name') ?? path;
  return childElements(set)
    .filter(({ name, attributes }) => name === 'testGroup' && isVersion10(attributes.get('{}version')))
    .flatMap((group) => readGroup(group, `${setName}/${attribute(group, 'name') ?? ''}`, dirname(path)));
}

function readGroup(group: DomElement, name: string, folder: string): readonly XstsCase[] {
  const tests = childElements(group).filter(({ attributes }) => isVersion10(attributes.get('{}version')));
  const schemaTest = tests.find((test) => test.name === 'schemaTest');
  const validity = schemaTest && validityOf(schemaTest);
  if (!schemaTest || (validity !== 'valid' && validity !== 'invalid')) return [];
  const instances = (wanted: string): readonly string[] =>
    tests
      .filter((test) => test.name === 'instanceTest' && validityOf(test) === wanted)
      .flatMap((test) => documents(test, 'instanceDocument', folder));
  return [
    {
      kind: 'xsts',
      name,
      schemas: documents(schemaTest, 'schemaDocument', folder),
      schemaValid: validity === 'valid',
      valid: validity === 'valid' ? instances('valid') : [],
      invalid: validity === 'valid' ? instances('invalid') : [],
    },
  ];
}

function documents(test: DomElement, name: string, folder: string): readonly string[] {
  return childElements(test)
    .filter((child) => child.name === name)
    .flatMap((child) => child.attributes.get(`{${XLINK}}href`) ?? [])
    .map((path) => normalize(join(folder, decodeURI(path))).replaceAll('\\', '/'));
}

/** The expectation for XML Schema 1.0. */
function validityOf(test: DomElement): string | undefined {
  const expected = childElements(test).filter(({ name }) => name === 'expected');
  return expected
    .map((one) => (isVersion10(attribute(one, 'version')) ? attribute(one, 'validity') : undefined))
    .find((v) => v);
}

function isVersion10(version: string | undefined): boolean {
  return (
    version === undefined ||
    version.split(/\s+/).some((token) => token === '1.0' || token === '1.0-1e' || token === '1.0-2e')
  );
}

function attribute(element: DomElement, name: string): string | undefined {
  return element.attributes.get(`{}${name}`);
}

/** The WSDLs of a folder: those of its `index.tsv`, else every `*.wsdl`. Sorted by path. */
export function readWsdls(root: string): readonly WsdlCase[] {
  const index = join(root, 'index.tsv');
  const paths = existsSync(index)
    ? readFileSync(index, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0] ?? '')
    : filesBelow(root).filter((path) => path.endsWith('.wsdl'));
  return [...paths].sort().map((name) => ({ kind: 'wsdl', name }));
}
