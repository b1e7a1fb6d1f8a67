import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, failed, type Outcome, type Task, type VocabularyCase } from './cases.js';
import { filesBelow } from './catalogue.js';
import { compile } from './compile.js';
import { hasXmllint, refusedByLibxml } from './libxml.js';
import { runXsts } from './xsts-case.js';

/** The vocabularies of the usual folder: the schemas that their documents need, and where the documents are. */
const vocabularies: readonly { readonly name: string; readonly schemas: RegExp; readonly documents: RegExp }[] = [
  { name: 'ubl', schemas: /^ubl\/maindoc\/.*\.xsd$/, documents: /^ubl\/instances\/.*\.xml$/ },
  { name: 'xliff', schemas: /^xliff\/schemas\/[^/]*\.xsd$/, documents: /^xliff\/instances\/.*\.xlf$/ },
  { name: 'cda', schemas: /^cda\/schema\/.*\/CDA\.xsd$/, documents: /^cda\/examples\/.*\.xml$/ },
  { name: 'iso20022', schemas: /^iso20022\/.*\/pain\.001\.001\.03\.xsd$/, documents: /^iso20022\/instances\/.*\.xml$/ },
  { name: 'gpx', schemas: /^gpx\/gpx\.xsd$/, documents: /^gpx\/.*\.gpx$/ },
];

/** The same checks as those of the suite, in rows of their own. */
const checkOf: ReadonlyMap<Check, Check> = new Map([
  ['schema', 'documents-schema'],
  ['valid', 'documents'],
  ['valid-strict', 'documents-strict'],
  ['valid-libxml2', 'documents-libxml2'],
  ['invalid', 'documents-refused'],
]);

/** The vocabularies without WSDL that a folder has, with their documents; none without libxml2, which says what is valid. */
export function readVocabularies(root: string): readonly VocabularyCase[] {
  const files = hasXmllint && existsSync(root) ? filesBelow(root) : [];
  return vocabularies.flatMap(({ name, schemas, documents: pattern }) => {
    const found = files.filter((path) => schemas.test(path));
    const documents = files.filter((path) => pattern.test(path));
    return found.length === 0 ? [] : [{ kind: 'vocabulary' as const, name, schemas: found, documents }];
  });
}

/** Reads the schemas of a vocabulary; reads, writes and compares its documents. */
export async function runVocabulary(task: Task, test: VocabularyCase): Promise<readonly Outcome[]> {
  const { sources } = (await compile(task.root, test.schemas)).reading;
  const refused = refusedByLibxml(
    sources,
    test.documents.map((path) => join(task.root, path)),
  );
  if (refused === undefined) {
    return [failed('documents-schema', test.name, new Error('libxml2 does not take the schemas'))];
  }
  const isRefused = (path: string): boolean => refused.has(join(task.root, path));
  const outcomes = await runXsts(task, {
    ...test,
    kind: 'xsts',
    schemaValid: true,
    valid: test.documents.filter((path) => !isRefused(path)),
    invalid: test.documents.filter(isRefused),
  });
  return outcomes.map((outcome) => ({ ...outcome, check: checkOf.get(outcome.check) ?? outcome.check }));
}

/** The folder of vocabularies that is taken if it is there. */
export function vocabularyFolder(root: string): string {
  return join(root, '../shared/xml');
}
