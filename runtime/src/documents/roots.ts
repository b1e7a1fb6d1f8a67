import { checkOptions, type OptionKinds } from '../base/options.js';
import { element } from '../schema/construct/construct.js';
import type { ComplexType, ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { formatXml, parseXml, validate } from '../schema/document/document.js';
import { checkReading } from '../schema/document/option-kinds.js';
import type { XmlReaderOptions } from '../xml/interfaces/reader.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { isNCName } from '../xml/text/characters.js';
import { documentForm } from './document-form.js';
import {
  type DocumentFormatOptions,
  type DocumentParseOptions,
  documentReading,
  formatOptions,
  namedFormatOptions,
  parseOptions,
  textOf,
  writerOptions,
  type XmlDocument,
} from './document-options.js';
import { writeDocument } from './document-writer.js';
import { parseKeeping } from './keep.js';

/** A global element, which documents have as their root. Its functions do not need `this`. */
export interface ElementRoot<T = unknown> extends ElementDescriptor<T> {
  /**
   * Reads a whole document whose root is this element. Throws `XmlDecodeError` for a document that does not fit the schema, with line, column and path, and
   * `XmlSyntaxError` for one that is not well-formed.
   */
  parse(document: XmlDocument, options?: DocumentParseOptions): T;
  /** Writes a value as a document, with an XML declaration. Throws `XmlEncodeError` for a value that does not fit the schema. */
  format(value: T, options?: DocumentFormatOptions): string;
  /** True if something is a valid value of this element: `validate` of it finds nothing. */
  is(value: unknown): value is T;
}

/** How a document is written whose root is of a type alone. */
export interface NamedDocumentOptions extends DocumentFormatOptions {
  /** The name of the root element, as `NAME`, or `{namespace}NAME`. */
  readonly element: string;
}

/** A complex type, whose documents have a root of any name. Its functions do not need `this`. */
export interface TypeRoot<T = unknown> extends ComplexType<T> {
  /** Reads a whole document whose root is of this type, whatever its name. Throws as that of `ElementRoot`. */
  parse(document: XmlDocument, options?: DocumentParseOptions): T;
  /** Writes a value as a document whose root has the name in the options. Throws as that of `ElementRoot`. */
  format(value: T, options: NamedDocumentOptions): string;
  /** True if something is a valid value of this type: `validate` of it finds nothing. */
  is(value: unknown): value is T;
}

/** Makes a root of an element. */
export function elementRoot<T>(element: ElementDescriptor<T>): ElementRoot<T> {
  return {
    ...element,
    parse: (document, options) => parseDocument(element, textOf(document), options),
    format: (value, options = {}) => formatDocument(element, value, options, formatOptions),
    is: (value): value is T => validate(element, value).length === 0,
  };
}

/** Makes a root of a complex type. */
export function typeRoot<T>(type: ComplexType<T>): TypeRoot<T> {
  const functions: Pick<TypeRoot<T>, 'parse' | 'format' | 'is'> = {
    parse: (document, options) => {
      const text = textOf(document);
      return parseDocument(elementOfText(type, text, { ...documentReading, ...options }), text, options);
    },
    format: (value, options) => {
      const root = namedElement(type, options?.element);
      return formatDocument(root, value, options, namedFormatOptions);
    },
    is: (value): value is T => validate(type, value).length === 0,
  };
  // What is in a type is made when it is first used: it stays there.
  return Object.assign(Object.create(type) as ComplexType<T>, functions);
}

function parseDocument<T>(element: ElementDescriptor<T>, text: string, given?: DocumentParseOptions): T {
  if (given === undefined) {
    return parseXml(element, text, documentReading);
  }
  const options = { ...documentReading, ...checkReading('`parse`', given, parseOptions) };
  return options.keep === undefined && options.onDropped === undefined
    ? parseXml(element, text, options)
    : parseKeeping(element, text, options);
}

function formatDocument<T>(
  element: ElementDescriptor<T>,
  value: T,
  given: DocumentFormatOptions,
  kinds: OptionKinds<DocumentFormatOptions>,
): string {
  const options = checkOptions('`format`', given, kinds);
  const writing = writerOptions(options);
  const form = documentForm(value, options);
  return form === undefined ? formatXml(element, value, writing) : writeDocument(element, value, writing, form);
}

/** The element of a type at the beginning of a document. */
export function elementOfText<T>(type: ComplexType<T>, text: string, options?: XmlReaderOptions): ElementDescriptor<T> {
  const reader = new XmlReader(text, options);
  reader.next();
  return element(reader.namespace, reader.localName, () => type);
}

function namedElement<T>(type: ComplexType<T>, name: string | undefined): ElementDescriptor<T> {
  const [, namespace = '', local = ''] = /^(?:\{(.*)\})?(.+)$/s.exec(name ?? '') ?? [];
  if (!isNCName(local)) {
    throw new TypeError(
      `The option element of \`format\` is the name of the root element, as NAME or {namespace}NAME, not ${JSON.stringify(name)}.`,
    );
  }
  return element(namespace, local, () => type);
}
