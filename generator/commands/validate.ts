import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { visibleJson } from '../diagnostics/format.js';
import { diagnosticsToSarif } from '../diagnostics/sarif.js';
import { checkDocument, openDocument } from '../documents/check-document.js';
import { type FoundDocument, findDocuments } from '../documents/find-documents.js';
import { disk } from '../output/disk.js';
import { generatorVersion } from '../version.js';
import { documentSchemas, type SchemasOf } from './document-schemas.js';
import type { ValidateCommandOptions } from './options.js';
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

/**
 * `codegen validate`: checks documents against their schemas. Exit code 0 if all are valid, 1 if one is not, 2 if one could not be checked, because it or a schema could
 * not be read.
 */
export async function validateCommand(options: ValidateCommandOptions, terminal: Terminal): Promise<number> {
  const { workingFolder } = terminal;
  const [documents, missing] = await findDocuments(options.files, workingFolder);
  const [schemasOf, problems] = await documentSchemas(options, workingFolder);
  const line = progress(terminal, 'validating');
  const checked = await checkAll(documents, schemasOf, terminal, (text) => line.show(text));
  line.done();
  const diagnostics = [...missing, ...problems, ...checked.diagnostics];
  const isOpen = checked.isOpen || hasErrors([...missing, ...problems]) || documents.length === 0;
  const { invalid } = checked;
  if (options.sarif) {
    terminal.out(`${visibleJson(JSON.stringify(diagnosticsToSarif(diagnostics, generatorVersion), null, 2))}\n`);
  } else if (options.json) {
    printJson({ documents: checked.documents, invalid }, diagnostics, terminal);
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
  schemasOf: SchemasOf | undefined,
  terminal: Terminal,
  onProgress: (text: string) => void,
): Promise<Checked> {
  const diagnostics = new Set<Diagnostic>();
  let invalid = 0;
  let checked = 0;
  let isOpen = false;
  for (const [index, document] of documents.entries()) {
    const file = document.path === undefined ? 'standard input' : displayPath(document.path, terminal.workingFolder);
    onProgress(`validating ${index + 1} of ${documents.length}: ${file}`);
    const bytes = document.path === undefined ? await standardInput(terminal) : disk.bytes(document.path);
    if (bytes === undefined || schemasOf === undefined) {
      isOpen = true;
      continue;
    }
    const opened = openDocument(bytes, file);
    if ('code' in opened) {
      checked++;
      invalid++;
      diagnostics.add(opened);
      continue;
    }
    const [schemas, found] = await schemasOf(document.path, opened.locations);
    for (const each of found) {
      diagnostics.add(each.span === undefined ? { ...each, span: { file, line: 1, column: 1, length: 0 } } : each);
    }
    if (schemas === undefined) {
      isOpen = true;
      continue;
    }
    const wrong = checkDocument(opened, file, schemas);
    checked++;
    invalid += wrong.length > 0 ? 1 : 0;
    for (const each of wrong) {
      diagnostics.add(each);
    }
  }
  return { documents: checked, invalid, isOpen, diagnostics: [...diagnostics] };
}

async function standardInput({ readInput }: Terminal): Promise<Uint8Array | undefined> {
  const text = await readInput?.();
  return text === undefined ? undefined : new TextEncoder().encode(text);
}
