import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { decodeXmlBytes } from '@wsdl-codegen/runtime/xml';
import type { WsdlCase, XstsCase } from './cases.js';
import { childElements, type DomElement, parseDom } from './dom.js';

/** Reads what there is to run. */

const xlink = 'http://www.w3.org/1999/xlink';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

/** A catalogue that cannot be read, or names nothing: the message says which and why. */
export class CatalogueError extends Error {}

/**
 * The cases of an XSTS folder: those of its `index.json`, else of the suite's own catalogue. Sorted by name. Test sets that
 * are named but do not exist are listed in `missing`. Throws `CatalogueError`.
 */
export function readXsts(root: string, missing: string[] = []): readonly XstsCase[] {
  const index = join(root, 'index.json');
  const cases = existsSync(index) ? readIndex(index) : testSets(root, missing).flatMap((set) => readTestSet(root, set));
  return [...cases].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * The cases with those of their files that exist; cases without a schema, or without any file, are left out. Missing files
 * are listed in `missing`: otherwise a missing instance would count as one that is refused.
 */
export function withFiles(root: string, cases: readonly XstsCase[], missing: string[]): readonly XstsCase[] {
  const there = (path: string): boolean => {
    const exists = existsSync(join(root, path));
    if (!exists) {
      missing.push(path);
    }
    return exists;
  };
  return cases.flatMap((test) => {
    const named = test.schemas.length + test.valid.length + test.invalid.length;
    if (named === 0 || test.schemas.filter(there).length < test.schemas.length) {
      return [];
    }
    return [{ ...test, valid: test.valid.filter(there), invalid: test.invalid.filter(there) }];
  });
}

interface IndexEntry {
  readonly name: string;
  readonly schemas: readonly string[];
  readonly valid?: readonly string[];
  readonly invalid?: readonly string[];
}

function readIndex(path: string): readonly XstsCase[] {
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CatalogueError(`${path} is no JSON: ${(error as Error).message}.`);
  }
  if (!Array.isArray(entries)) {
    throw new CatalogueError(`${path} is no array of entries.`);
  }
  const bad = entries.findIndex((entry) => !isIndexEntry(entry));
  if (bad >= 0) {
    throw new CatalogueError(
      `${path}: entry ${bad} needs a "name", an array "schemas", and may have arrays "valid" and "invalid" of paths.`,
    );
  }
  return (entries as readonly IndexEntry[]).map(({ name, schemas, valid = [], invalid = [] }) => ({
    kind: 'xsts',
    name,
    schemas,
    schemaValid: true,
    valid: valid.filter((path) => !isNamedInvalid(path)),
    invalid: [...invalid, ...valid.filter(isNamedInvalid)],
  }));
}

function isIndexEntry(entry: unknown): entry is IndexEntry {
  if (typeof entry !== 'object' || entry === null) {
    return false;
  }
  const { name, schemas, valid = [], invalid = [] } = entry as Partial<Record<keyof IndexEntry, unknown>>;
  const arePaths = (value: unknown): boolean => Array.isArray(value) && value.every((path) => typeof path === 'string');
  return typeof name === 'string' && [schemas, valid, invalid].every(arePaths);
}

/**
 * NIST's instances say in their names what they are: `SV-IV` (schema valid, instance valid) or `SV-II` (schema valid, instance
 * invalid). An index that lists the latter as valid is wrong; libxml2 refuses every one of them, too.
 */
function isNamedInvalid(path: string): boolean {
  return /(^|\/)NISTXML-SV-II-[^/]*$/.test(path);
}

/** The test sets that `suite.xml` names, else every `*.testSet` below the folder. Paths are below `root`. */
function testSets(root: string, missing: string[]): readonly string[] {
  const suite = join(root, 'suite.xml');
  if (!existsSync(suite)) {
    const sets = filesBelow(root).filter((path) => path.endsWith('.testSet'));
    if (sets.length > 0) {
      return sets;
    }
    throw new CatalogueError(`There is no index.json, no suite.xml and no *.testSet in ${JSON.stringify(root)}.`);
  }
  const element = readCatalogue(suite);
  if (!isFor10(element)) {
    return [];
  }
  const sets = documents(element, 'testSetRef', '');
  missing.push(...sets.filter((path) => !existsSync(join(root, path))));
  return sets.filter((path) => existsSync(join(root, path)));
}

function readCatalogue(path: string): DomElement {
  try {
    return readDom(path);
  } catch (error) {
    throw new CatalogueError(`${path} is no well-formed XML: ${(error as Error).message}`);
  }
}

function readDom(path: string): DomElement {
  return parseDom(decodeXmlBytes(readFileSync(path)));
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
  const set = readCatalogue(join(root, path));
  if (!isFor10(set)) {
    return [];
  }
  const setName = attribute(set, 'name') ?? path;
  return childElements(set)
    .filter((group) => group.name === 'testGroup' && isFor10(group))
    .flatMap((group) => readGroup(root, group, `${setName}/${attribute(group, 'name') ?? ''}`, dirname(path)));
}

function readGroup(root: string, group: DomElement, name: string, folder: string): readonly XstsCase[] {
  const tests = childElements(group).filter((test) => isFor10(test) && !isDisputed(test));
  const instances = tests.filter((test) => test.name === 'instanceTest');
  if (!childElements(group).some((test) => test.name === 'schemaTest')) {
    return instances.flatMap((test) => withoutSchemaTest(root, test, name, folder));
  }
  const schemaTest = tests.find((test) => test.name === 'schemaTest');
  const validity = schemaTest && validityOf(schemaTest);
  if (!schemaTest || (validity !== 'valid' && validity !== 'invalid')) {
    return [];
  }
  const expecting = (wanted: string): readonly string[] =>
    instances
      .filter((test) => validity === 'valid' && validityOf(test) === wanted)
      .flatMap((test) => documents(test, 'instanceDocument', folder));
  return [
    {
      kind: 'xsts',
      name,
      schemas: documents(schemaTest, 'schemaDocument', folder),
      schemaValid: validity === 'valid',
      valid: expecting('valid'),
      invalid: expecting('invalid'),
    },
  ];
}

/** An instance of a group that names no schema: that which the instance itself hints at. */
function withoutSchemaTest(root: string, test: DomElement, group: string, folder: string): readonly XstsCase[] {
  const validity = validityOf(test);
  const paths = documents(test, 'instanceDocument', folder);
  const schemas = paths.flatMap((path) => hintedFiles(root, path));
  if (schemas.length === 0) {
    return [];
  }
  const name = `${group}/${attribute(test, 'name') ?? ''}`;
  const as = (wanted: string): readonly string[] => (validity === wanted ? paths : []);
  return [{ kind: 'xsts', name, schemas, schemaValid: true, valid: as('valid'), invalid: as('invalid') }];
}

/** Files that `xsi:schemaLocation` and `xsi:noNamespaceSchemaLocation` of a document's root name, as far as there are any. */
function hintedFiles(root: string, path: string): readonly string[] {
  if (!existsSync(join(root, path))) {
    return [];
  }
  const { attributes } = readDom(join(root, path));
  const words = (attributes.get(`{${xsi}}schemaLocation`) ?? '').split(/\s+/).filter((word) => word !== '');
  const hints = words.filter((_, i) => i % 2 === 1);
  const bare = attributes.get(`{${xsi}}noNamespaceSchemaLocation`);
  return [...hints, ...(bare === undefined ? [] : [bare.trim()])]
    .map((hint) => located(dirname(path), hint))
    .filter((file) => existsSync(join(root, file)));
}

/**
 * The documents that a test or the suite names. Where roles are given, only the principal ones are inputs: others are
 * included, imported or redefined by them.
 */
function documents(test: DomElement, name: string, folder: string): readonly string[] {
  return childElements(test)
    .filter((child) => child.name === name && (attribute(child, 'role') ?? 'principal') === 'principal')
    .flatMap((child) => child.attributes.get(`{${xlink}}href`) ?? [])
    .map((path) => located(folder, path));
}

/** The file that a relative reference leads to, below the suite's folder. */
function located(folder: string, reference: string): string {
  const path = reference.trim().replaceAll('\\', '/');
  let decoded = path;
  try {
    decoded = decodeURI(path);
  } catch {
    // A per cent sign that is one.
  }
  return normalize(join(folder, decoded)).replaceAll('\\', '/');
}

/** Results that are still under discussion say nothing. */
function isDisputed(test: DomElement): boolean {
  const current = childElements(test).find(({ name }) => name === 'current');
  return /^(queried|disputed-test|disputed-spec)$/.test((current && attribute(current, 'status'))?.trim() ?? '');
}

/** The expectation for XML Schema 1.0: one that is about that version, else one that is about all. */
function validityOf(test: DomElement): string | undefined {
  const expected = childElements(test).filter((child) => child.name === 'expected' && isFor10(child));
  const own =
    expected.find((child) => versionsOf(child).some(is10)) ?? expected.find((c) => versionsOf(c).length === 0);
  // Of results that hang on the version of Unicode, the last is that of the latest.
  return attribute(own ?? expected.at(-1) ?? test, 'validity');
}

/** True unless the versions that are named are others; words that name no version of XML Schema leave it open. */
function isFor10(element: DomElement): boolean {
  const versions = versionsOf(element);
  return versions.some(is10) || !versions.some((token) => /^1\.\d/.test(token));
}

function is10(version: string): boolean {
  return /^1\.0(-\de)?$/.test(version);
}

function versionsOf(element: DomElement): readonly string[] {
  return (attribute(element, 'version') ?? '').split(/\s+/).filter((token) => token !== '');
}

function attribute(element: DomElement, name: string): string | undefined {
  return element.attributes.get(`{}${name}`);
}

/**
 * The WSDLs of a folder: those of its `index.tsv`, else every `*.wsdl`. Sorted by path. Those that the index names but that
 * do not exist are listed in `missing`. Throws `CatalogueError`.
 */
export function readWsdls(root: string, missing: string[] = []): readonly WsdlCase[] {
  const index = join(root, 'index.tsv');
  const paths = existsSync(index)
    ? readFileSync(index, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0] ?? '')
    : filesBelow(root).filter((path) => path.endsWith('.wsdl'));
  if (paths.length === 0) {
    throw new CatalogueError(`There is no index.tsv and no *.wsdl in ${JSON.stringify(root)}.`);
  }
  const there = paths.filter((path) => existsSync(join(root, path)));
  missing.push(...paths.filter((path) => !there.includes(path)));
  return there.sort().map((name) => ({ kind: 'wsdl', name }));
}
