import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { visibleJson } from '../diagnostics/format.js';
import { diagnosticsToSarif } from '../diagnostics/sarif.js';
import { checkDocument, openDocument } from '../documents/check-document.js';
import { type FoundDocument, findDocuments } from '../documents/find-documents.js';
import { generatorVersion } from '../version.js';
import { checkLarge, type Outcome, type ShownDocument } from './check-large.js';
import { documentSchemas, type SchemasOf } from './document-schemas.js';
import type { ValidateCommandOptions } from './options.js';
import { readDocument } from './read-document.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { progress, type Terminal } from './terminal.js';

/** What was found in documents. */
interface Checked {
  readonly documents: number;
  readonly invalid: number;
  /** True if something kept a document from being checked. */
  readonly isOpen: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const nothing: Checked = { documents: 0, invalid: 0, isOpen: true, diagnostics: [] };

/**
 * `codegen validate`: checks documents against their schemas. Exit code 0 if all are valid, 1 if one is not, 2 if one could not be checked, because it or a schema could
 * not be read.
 */
export async function validateCommand(options: ValidateCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const [documents, missing] = await findDocuments(options.files, workingFolder);
  const [schemasOf, problems] = await documentSchemas(options, workingFolder);
  const line = progress(terminal, 'validating');
  const checked = schemasOf === undefined ? nothing : await checkAll(documents, schemasOf, terminal, line.show);
  line.done();
  const diagnostics = [...missing, ...problems, ...checked.diagnostics];
  const isOpen = checked.isOpen || hasErrors([...missing, ...problems]) || documents.length === 0;
  const { invalid } = checked;
  if (options.sarif) {
    terminal.out(
      `${visibleJson(JSON.stringify(diagnosticsToSarif(diagnostics, generatorVersion, terminal.site), null, 2))}\n`,
    );
  } else if (options.json) {
    printJson<'validate'>({ documents: checked.documents, invalid }, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal, { allMessages: options.allMessages ?? false });
    terminal.out(`${summary(checked.documents, invalid)}\n`);
  }
  return isOpen ? 2 : invalid > 0 ? 1 : 0;
}

function summary(documents: number, invalid: number): string {
  const count = documents === 1 ? '1 document' : `${documents} documents`;
  if (documents === 0) {
    return 'no document could be checked';
  }
  return invalid === 0 ? `${count}: valid` : `${count}: ${invalid} not valid`;
}

async function checkAll(
  documents: readonly FoundDocument[],
  schemasOf: SchemasOf,
  terminal: Terminal,
  onProgress: (text: string) => void,
): Promise<Checked> {
  const outcomes: Outcome[] = [];
  for (const [index, { path }] of documents.entries()) {
    const file = path === undefined ? 'standard input' : displayPath(path, terminal.workingFolder);
    onProgress(`validating ${index + 1} of ${documents.length}: ${file}`);
    const shown = (megabytes: number): void => onProgress(`validating ${file}: ${megabytes} MB`);
    outcomes.push(await outcomeOf(await readDocument(path, terminal), path, { file, shown }, schemasOf));
  }
  const count = (verdict: Outcome['verdict']): number => outcomes.filter((each) => each.verdict === verdict).length;
  return {
    documents: count('valid') + count('invalid'),
    invalid: count('invalid'),
    isOpen: count('open') > 0,
    diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics),
  };
}

async function outcomeOf(
  read: Awaited<ReturnType<typeof readDocument>>,
  path: string | undefined,
  place: ShownDocument,
  schemasOf: SchemasOf,
): Promise<Outcome> {
  if ('code' in read) {
    return { verdict: 'open', diagnostics: [read] };
  }
  return 'pieces' in read ? checkLarge(read, path, place, schemasOf) : checkOne(read, path, place.file, schemasOf);
}

async function checkOne(
  bytes: Uint8Array,
  path: string | undefined,
  file: string,
  schemasOf: SchemasOf,
): Promise<Outcome> {
  const opened = openDocument(bytes, file);
  if ('code' in opened) {
    return { verdict: 'invalid', diagnostics: [opened] };
  }
  const [schemas, found] = await schemasOf(path, opened.locations);
  const placed = found.map((each) => ({ ...each, span: each.span ?? { file, line: 1, column: 1, length: 0 } }));
  if (schemas === undefined) {
    return { verdict: 'open', diagnostics: placed };
  }
  const wrong = checkDocument(opened, file, schemas);
  return { verdict: wrong.length > 0 ? 'invalid' : 'valid', diagnostics: [...placed, ...wrong] };
}
