import { resolve } from 'node:path';
import { decodeXmlBytes, XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { openDocument } from '../documents/check-document.js';
import { type DocumentValue, jsonOfValue, valueOfJson, valueOfXml } from '../documents/convert.js';
import { formatDocument } from '../documents/format-document.js';
import { type DocumentSchemas, documentSchemas, type SchemasOf } from './document-schemas.js';
import type { ConvertCommandOptions } from './options.js';
import { readDocument } from './read-document.js';
import { displayPath, printDiagnostics, printJson } from './report.js';
import { changeTo, writeFiles } from './single-files.js';
import { progress, type Terminal } from './terminal.js';

/** A document that was converted, or why it was not. */
interface Converted {
  readonly text?: string;
  /** True if the document is wrong, and not something else. */
  readonly isInvalid: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `codegen convert`: a valid document in XML as JSON, or the other way round. Exit code 0 if it was written, 1 if it is not valid, 2 if it or a schema could not be read, or
 * the result could not be written. Nothing is written unless all of it is right.
 */
export async function convertCommand(options: ConvertCommandOptions, terminal: Terminal): Promise<number> {
  const line = progress(terminal, 'converting');
  const { text, isInvalid, diagnostics: found } = await convert(options, terminal);
  line.done();
  const { out } = options;
  const problems = text === undefined || out === undefined ? [] : writeFiles([changeTo(out, text, terminal)]);
  const diagnostics = [...found, ...problems];
  const failed = text === undefined || hasErrors(diagnostics);
  if (options.json) {
    printJson<'convert'>({ ...(!failed && (out === undefined ? { text } : { file: out })) }, diagnostics, terminal);
  } else {
    printDiagnostics(diagnostics, terminal, { allMessages: options.allMessages ?? false });
    terminal.out(failed || out !== undefined ? '' : text);
  }
  return failed ? (isInvalid ? 1 : 2) : 0;
}

async function convert({ file, ...options }: ConvertCommandOptions, terminal: Terminal): Promise<Converted> {
  const { workingFolder } = terminal;
  const path = file === '-' ? undefined : resolve(workingFolder, file);
  const bytes = await readDocument(path === undefined ? undefined : file, terminal);
  if ('code' in bytes) {
    return { isInvalid: false, diagnostics: [bytes] };
  }
  if ('pieces' in bytes) {
    return { isInvalid: false, diagnostics: [bytes.problem] };
  }
  const [schemasOf, problems] = await documentSchemas(options, workingFolder);
  if (schemasOf === undefined) {
    return { isInvalid: false, diagnostics: problems };
  }
  const shown = path === undefined ? 'standard input' : displayPath(path, workingFolder);
  const read = isXml(bytes) ? readXml : readJson;
  const [schemas, [document, wrong]] = await read(bytes, { path, shown, root: options.root }, schemasOf);
  const diagnostics = [...problems, ...wrong];
  return document === undefined || schemas === undefined
    ? { isInvalid: schemas !== undefined, diagnostics }
    : { text: textOf(document, schemas, options), isInvalid: false, diagnostics };
}

/** JSON cannot begin with `<`, and XML begins with nothing else, in any encoding. */
function isXml(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => ![0, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte));
  return first === 0x3c;
}

/** Where a document comes from, and the root that it must have. */
interface Source {
  readonly path: string | undefined;
  readonly shown: string;
  readonly root: string | undefined;
}

/** The schemas of a document, if they could be read, and its value, if it is valid. */
type ReadDocument = readonly [DocumentSchemas | undefined, Result<DocumentValue | undefined>];

async function readXml(bytes: Uint8Array, { path, shown, root }: Source, schemasOf: SchemasOf): Promise<ReadDocument> {
  const opened = openDocument(bytes, shown);
  const [schemas, found] = await schemasOf(path, 'code' in opened ? [] : opened.locations);
  if ('code' in opened) {
    return [schemas, [undefined, [opened]]];
  }
  return schemas === undefined
    ? [undefined, [undefined, placed(found, shown)]]
    : [schemas, valueOfXml(opened, shown, schemas, root)];
}

async function readJson(bytes: Uint8Array, { path, shown, root }: Source, schemasOf: SchemasOf): Promise<ReadDocument> {
  const [schemas, found] = await schemasOf(path, []);
  if (schemas === undefined) {
    return [undefined, [undefined, placed(found, shown)]];
  }
  try {
    const text = decodeXmlBytes(bytes, undefined, { fatal: true }).replace(/^\ufeff/, '');
    return [schemas, valueOfJson(text, shown, schemas, root)];
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      const reason = 'its bytes are not UTF-8';
      return [schemas, [undefined, placed([diagnostic('document/not-json', { reason })], shown)]];
    }
    throw error;
  }
}

function placed(found: readonly Diagnostic[], file: string): readonly Diagnostic[] {
  return found.map((each) => ({ ...each, span: each.span ?? { file, line: 1, column: 1, length: 0 } }));
}

function textOf(
  document: DocumentValue,
  schemas: DocumentSchemas,
  { to, root, indent = 2 }: Omit<ConvertCommandOptions, 'file'>,
): string {
  return to === 'xml'
    ? formatDocument(document.element, document.value, { prefixes: schemas.prefixes, indent })
    : `${JSON.stringify(jsonOfValue(document, schemas, root !== undefined), null, indent)}\n`;
}
