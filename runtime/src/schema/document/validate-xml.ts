import type { OptionKinds } from '../../base/options.js';
import type { XmlReaderOptions } from '../../xml/interfaces/reader.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { XmlSyntaxError } from '../../xml/text/errors.js';
import { positionsIn, withoutMark } from '../../xml/text/position.js';
import type { ValidationIssue } from '../context/encoder.js';
import { ErrorCollector } from '../context/error-collector.js';
import { decodeStrictly } from '../decode/decode.js';
import type { ElementDescriptor } from '../descriptor/descriptor.js';
import { type ValuePath, XmlDecodeError } from '../descriptor/errors.js';
import type { Declarations } from '../descriptor/resolve.js';
import { type ValidateOptions, validateOptions, validateRemaining } from '../validate/validate.js';
import { readWith, spanning, withBuiltIns } from './document.js';
import { checkReading, readerOptions } from './option-kinds.js';

const kinds: OptionKinds<ValidateOptions & XmlReaderOptions> = { ...validateOptions, ...readerOptions };

/**
 * Every breach of the schema by a document: structure, values, identity constraints, each with its line and column, in the order of the
 * document. Of children that do not fit their content model, the first in each element is named. A document that is not well-formed has one
 * breach, after those that were found before.
 */
export function validateXml(
  element: ElementDescriptor,
  text: string,
  options: ValidateOptions & XmlReaderOptions = {},
): readonly ValidationIssue[] {
  checkReading('`validateXml`', options, kinds);
  const checked = withBuiltIns({ declarations: options.declarations ?? nothingDeclared });
  const document = { element, text, reader: options, checked };
  const later = atFullSpeed(document);
  return later?.length === 0 ? [] : breachesOf(document, later ?? []);
}

/** A document, and how it is read. */
interface CheckedDocument {
  readonly element: ElementDescriptor;
  readonly text: string;
  readonly reader: XmlReaderOptions;
  readonly checked: { readonly declarations: Declarations };
}

/**
 * Reads a document without keeping any place, as most are valid. Gives the breaches of rules that are not checked while it is read; undefined if it
 * cannot be read strictly.
 */
function atFullSpeed({ element, text, reader, checked }: CheckedDocument): readonly ValidationIssue[] | undefined {
  try {
    const read = readWith(element, new XmlReader(text, reader), (at) => decodeStrictly(element, at, checked));
    return validateRemaining(element, read, checked);
  } catch (error) {
    if (error instanceof XmlDecodeError || error instanceof XmlSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** Reads a document on after each mistake. `known` are breaches that were found before. */
function breachesOf(document: CheckedDocument, known: readonly ValidationIssue[]): readonly ValidationIssue[] {
  const { text } = document;
  // Places are kept only for those that need them: a document may have millions of elements.
  const collector = new ErrorCollector(known.map(({ path }) => path));
  let end: readonly Found[] = [];
  let later: readonly ValidationIssue[] = [];
  try {
    later = collect(document, collector);
  } catch (error) {
    end = [brokenAt(error)];
  }
  const found = collector.errors.map(({ error, offset }) => ({ ...issueOf(error), offset }));
  const more = unrelated(later, found);
  if (more.length === 0) {
    return placed([...found, ...end], text);
  }
  const places = known.length > 0 ? collector : new ErrorCollector(more.map(({ path }) => path));
  if (places !== collector) {
    collect(document, places);
  }
  return placed([...found, ...more.map((issue) => ({ ...issue, offset: places.offsetOf(issue.path) }))], text);
}

/** Collects what is wrong with a document as it is read. Gives breaches that do not have their places then. */
function collect(
  { element, text, reader, checked }: CheckedDocument,
  collector: ErrorCollector,
): readonly ValidationIssue[] {
  const read = readWith(element, new XmlReader(text, reader), (at) => decodeStrictly(element, at, checked, collector));
  return validateRemaining(element, read, { ...checked, collector });
}

const nothingDeclared: Declarations = {};

/** A breach, and where it is. */
interface Found extends Pick<ValidationIssue, 'path' | 'code' | 'message'> {
  readonly offset: number;
}

function issueOf({ segments: path, code, reason: message }: XmlDecodeError): Pick<Found, 'path' | 'code' | 'message'> {
  return { path, code, message };
}

/** The breach of a document that cannot be read to its end. */
function brokenAt(error: unknown): Found {
  if (error instanceof XmlDecodeError) {
    return { ...issueOf(error), offset: 0 };
  }
  if (error instanceof XmlSyntaxError) {
    return { path: [], code: 'not-well-formed', message: error.message, offset: error.offset };
  }
  throw error;
}

/** Breaches without those of rules that span elements where another breach is inside or around. */
function unrelated(found: readonly ValidationIssue[], others: readonly Found[]): readonly ValidationIssue[] {
  const inside = new Set(others.flatMap(({ path }) => path.map((_, length) => keyOf(path.slice(0, length)))));
  const exact = new Set(others.map(({ path }) => keyOf(path)));
  return found.filter(
    ({ path, code }) =>
      !spanning.has(code) ||
      (!inside.has(keyOf(path)) &&
        !exact.has(keyOf(path)) &&
        !path.some((_, length) => exact.has(keyOf(path.slice(0, length))))),
  );
}

function keyOf(path: ValuePath): string {
  return path.join('/');
}

/** The breaches in the order of the document, with their lines and columns, which are counted once. */
function placed(found: readonly Found[], text: string): readonly ValidationIssue[] {
  const positionAt = positionsIn(withoutMark(text));
  return [...found]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, ...issue }) => {
      const { line, column } = positionAt(offset);
      return { ...issue, line, column };
    });
}
