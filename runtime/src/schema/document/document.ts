import { checkOptions, requireKind } from '../../base/options.js';
import { XmlEvent, type XmlReaderOptions } from '../../xml/interfaces/reader.js';
import { withoutDefault, type XmlWriterOptions } from '../../xml/interfaces/writer.js';
import { XmlReader } from '../../xml/read/xml-reader.js';
import { XmlWriter } from '../../xml/write/xml-writer.js';
import { builtIns } from '../construct/built-ins.js';
import type { DecodeOptions } from '../context/decoder.js';
import type { EncodeOptions, ValidationIssue } from '../context/encoder.js';
import { decodeElement, decodeStrictly, type StrictReading } from '../decode/decode.js';
import type { ElementDescriptor, LexicalContext, SimpleType, Type } from '../descriptor/descriptor.js';
import { XmlDecodeError } from '../descriptor/errors.js';
import { type Declarations, expandedName, schemaNamespace } from '../descriptor/resolve.js';
import { encodeElement } from '../encode/encode.js';
import { noPrefixes, simplePlan } from '../plan/simple-plan.js';
import { formatPlan, parsePlan } from '../simple/simple.js';
import { type ValidateOptions, validateOptions, validateRemaining, validateValue } from '../validate/validate.js';
import { checkReading, elementKind, readingOptions, writingOptions } from './option-kinds.js';

/**
 * Reads a whole document whose root is the element. Throws `XmlDecodeError` or `XmlSyntaxError`. With `strict`, identity
 * constraints and references to IDs are checked, too, and with `declarations` the elements in open content; such errors have
 * a path, but no position. Throws `TypeError` for options that do not exist or are of another kind.
 */
export function parseXml<T>(
  element: ElementDescriptor<T>,
  text: string,
  given: DecodeOptions & XmlReaderOptions = noOptions,
): T {
  requireKind('The element of `parseXml`', element, elementKind);
  const options = given === noOptions ? given : checkReading('`parseXml`', given, readingOptions);
  const reader = new XmlReader(text, options);
  if (options.strict !== true) {
    const all = options === noOptions ? options : withBuiltIns(options);
    return readWith(element, reader, (at) => decodeElement(element, at, all));
  }
  const checked = withBuiltIns(options);
  const read = readWith(element, reader, (at) => decodeStrictly(element, at, checked));
  requireRest(element, read, checked);
  return read.value as T;
}

/** Codes of rules that span elements, which a decoder cannot check while it reads. */
export const spanning: ReadonlySet<string> = new Set(['key', 'unique', 'keyref', 'duplicate-id', 'unknown-idref']);

/** Refuses mistakes that a decoder ignores: see `parseXml`. */
function requireRest(element: ElementDescriptor, read: StrictReading, { declarations }: DecodeOptions): void {
  const issues = validateRemaining(element, read, { declarations });
  const issue = declarations === undefined ? issues.find(({ code }) => spanning.has(code)) : issues[0];
  if (issue === undefined) {
    return;
  }
  throw new XmlDecodeError(issue.code, issue.message, element.name, issue.path, { line: 0, column: 0 });
}

const noOptions: DecodeOptions & XmlReaderOptions = {};

/** Reads a document from its beginning to its end. Throws `XmlDecodeError` if its root has another name. */
export function readWith<T>(element: ElementDescriptor, reader: XmlReader, read: (reader: XmlReader) => T): T {
  // Text outside the root is not well-formed, so the first event is the root.
  reader.next();
  if (reader.localName !== element.name || reader.namespace !== element.namespace) {
    const found = expandedName(reader.namespace, reader.localName);
    const message = `the root element is ${found}, but must be ${expandedName(element.namespace, element.name)}`;
    throw new XmlDecodeError('wrong-root', message, element.name, [], reader.position());
  }
  const value = read(reader);
  while (reader.next() !== XmlEvent.EndDocument) {}
  return value;
}

/** Writes a value as a whole document, with an XML declaration. Throws `XmlEncodeError`, and `TypeError` as `parseXml`. */
export function formatXml<T>(
  element: ElementDescriptor<T>,
  value: T,
  options: EncodeOptions & XmlWriterOptions = {},
): string {
  requireKind('The element of `formatXml`', element, elementKind);
  checkOptions('`formatXml`', options, writingOptions);
  try {
    return written(element, value, options);
  } catch (error) {
    return written(element, value, withoutDefault(options, error));
  }
}

function written<T>(element: ElementDescriptor<T>, value: T, options: EncodeOptions & XmlWriterOptions): string {
  const writer = new XmlWriter(options);
  writer.declaration();
  encodeElement(element, value, writer, options);
  return writer.toString();
}

/**
 * Every breach of the schema by a value: types, facets, occurrence, choices, fixed values, identity constraints, IDs.
 * Paths are inside the value; no issues means that it can be written and is valid. Assertions of XML Schema 1.1 (`xs:assert`,
 * `xs:assertion`) are not checked.
 */
export function validate(
  target: ElementDescriptor | Type,
  value: unknown,
  options: ValidateOptions = {},
): readonly ValidationIssue[] {
  checkOptions('`validate`', options, validateOptions);
  return validateValue(target, value, withBuiltIns(options));
}

const completed = new WeakMap<Declarations, Declarations>();

/** The built-in types are declared everywhere. */
export function withBuiltIns<T extends Pick<DecodeOptions, 'declarations'>>(options: T): T {
  const { declarations } = options;
  if (declarations === undefined) {
    return options;
  }
  let complete = completed.get(declarations);
  if (complete === undefined) {
    const types = [...builtIns].map(([name, type]) => [expandedName(schemaNamespace, name), type] as const);
    complete = { ...declarations, types: new Map<string, Type>([...types, ...(declarations.types ?? [])]) };
    completed.set(declarations, complete);
  }
  return { ...options, declarations: complete };
}

/**
 * Value of a text, white space normalised, facets that decide the type checked; all facets when `strict`. Throws
 * `LexicalError`.
 */
export function parseSimple<T>(
  type: SimpleType<T>,
  text: string,
  context: LexicalContext = noPrefixes,
  options: { readonly strict?: boolean } = {},
): T {
  return parsePlan(simplePlan(type), text, context, options.strict === true ? 'all' : 'enumeration') as T;
}

/** Text of a value. Throws `LexicalError` if it is not a value of the type. */
export function formatSimple<T>(type: SimpleType<T>, value: T, context: LexicalContext = noPrefixes): string {
  return formatPlan(simplePlan(type), value, context);
}
