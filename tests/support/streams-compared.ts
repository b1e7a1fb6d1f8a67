import { isDeepStrictEqual } from 'node:util';
import {
  attribute,
  type ComplexType,
  complexType,
  type DecodeOptions,
  derivedTypes,
  type ElementDescriptor,
  element,
  field,
  parseXml,
  sequence,
  type UnknownContent,
  type XmlDecodeError,
} from '@wsdl-codegen/runtime/schema';
import { readItems } from '@wsdl-codegen/runtime/stream';
import { decodeXmlBytes, type XmlReaderOptions } from '@wsdl-codegen/runtime/xml';
import * as xs from '@wsdl-codegen/runtime/xs';
import fc from 'fast-check';
import {
  cut,
  type Fault,
  faults,
  faulty,
  itemEnd,
  type OrderDocument,
  orderDocuments,
  pieceSizes,
} from './stream-documents.js';

/** What `readItems` gives of a document in pieces, compared with what `parseXml` gives of the whole. */

const ns = 'urn:orders';
const many = { min: 0, max: Number.POSITIVE_INFINITY };
const optional = { min: 0 };

const line: ComplexType<unknown> = complexType(ns, 'Line', () => ({
  attributes: [attribute('', 'sku', xs.string, { required: true })],
  content: sequence([field(ns, 'line', line, { property: 'lines', ...many })]),
}));
const order: ComplexType<unknown> = complexType(ns, 'Order', () => ({
  content: sequence([
    field(ns, 'id', xs.int),
    field(ns, 'note', xs.string, { min: 0, nillable: true }),
    field(ns, 'line', line, { property: 'lines', ...many }),
  ]),
  derived: derivedTypes(() => [order, rush]),
}));
const rush: ComplexType<unknown> = complexType(ns, 'Rush', () => ({
  content: sequence([field(ns, 'id', xs.int), field(ns, 'note', xs.string, { min: 0, nillable: true })]),
}));

/** The element of documents about orders; `nillable` is said of itself and of the page in it. */
function reportOf(nillable: boolean): ElementDescriptor<unknown> {
  const orders = field(ns, 'order', order, { property: 'orders', ...many });
  const page = complexType(ns, 'Page', { content: sequence([orders, field(ns, 'total', xs.int, optional)]) });
  const customer = complexType(ns, 'Customer', { content: sequence([field(ns, 'name', xs.string), orders]) });
  const type = complexType(ns, '', {
    attributes: [attribute('', 'version', xs.int)],
    content: sequence([
      field(ns, 'title', xs.string),
      field(ns, 'page', page, { min: 0, nillable }),
      field(ns, 'customer', customer, { property: 'customers', ...many }),
      field(ns, 'end', xs.string, optional),
    ]),
  });
  return element(ns, 'Report', type, { nillable });
}

const reports = [reportOf(false), reportOf(true)] as const;

/** Options by their names, so that a case is plain data. */
const readings: Readonly<Record<string, DecodeOptions & XmlReaderOptions>> = {
  ordinary: {},
  strict: { strict: true },
  tolerant: { tolerate: 'all' },
  exact: { nearMisses: 'refuse' },
  ordered: { ordered: true, missing: 'default' },
  plain: { plainText: true },
  'few levels': { limits: { maxDepth: 5 } },
  'few attributes': { limits: { maxAttributes: 4 } },
  'few namespaces': { limits: { maxNamespaces: 3 } },
  'few characters': { limits: { maxLength: 600 } },
  translated: { namespaces: new Map([['urn:u', 'urn:translated']]) },
};

/** How a text becomes a source. */
export type Encoding = 'text' | 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'text with mark';

/** A document in pieces. */
export interface StreamCase {
  readonly document: OrderDocument;
  readonly fault: Fault | null;
  readonly encoding: Encoding;
  /** A place in bytes at which one is wrong. */
  readonly wrongByte: number | null;
  readonly reading: string;
  readonly nillable: boolean;
  readonly sizes: readonly number[];
}

/** Documents in pieces: most with something wrong in one place. */
export const streamCases: fc.Arbitrary<StreamCase> = fc.record({
  document: orderDocuments,
  fault: fc.option(faults, { nil: null, freq: 6 }),
  encoding: fc.constantFrom<Encoding>(
    'text',
    'utf-8',
    'utf-8',
    'utf-8',
    'utf-8 with mark',
    'text with mark',
    'utf-16le',
    'utf-16be',
  ),
  wrongByte: fc.option(fc.nat(), { nil: null, freq: 1 }).filter((each) => each === null || each % 4 === 0),
  reading: fc.constantFrom('ordinary', 'ordinary', ...Object.keys(readings)),
  nillable: fc.boolean(),
  sizes: pieceSizes,
});

/** The outcome of reading a document. */
export interface Outcome {
  readonly items: readonly unknown[];
  /** The document without its items; undefined if there was an error. */
  readonly rest?: unknown;
  /** The facts of an error. */
  readonly error?: unknown;
  readonly told: readonly UnknownContent[];
}

/** Reads a case in pieces of its sizes, or of others. */
export async function readInPieces(
  { document, nillable, reading, ...how }: StreamCase,
  sizes: readonly number[] = how.sizes,
): Promise<Outcome> {
  const told: UnknownContent[] = [];
  const items: unknown[] = [];
  const source = sourceOf(faulty(document.marked, how.fault).text, how);
  const stream = readItems(cut(source, sizes), reports[nillable ? 1 : 0] as ElementDescriptor<never>, {
    ...readings[reading],
    ...({ items: document.items } as object),
    onUnknown: (content) => told.push(content),
  });
  try {
    for await (const item of stream) {
      items.push(item);
    }
    return { items, rest: await stream.document, told: sorted(told) };
  } catch (error) {
    return { items, error: factsOf(error), told: sorted(told) };
  }
}

/** Reads a case as a whole. */
export function readWhole({ document, nillable, reading, ...how }: StreamCase): Outcome {
  const told: UnknownContent[] = [];
  const onUnknown = (content: UnknownContent): void => void told.push(content);
  try {
    const source = sourceOf(faulty(document.marked, how.fault).text, how);
    const text = typeof source === 'string' ? source : decodeXmlBytes(source, undefined, { fatal: true });
    const value = parseXml(reports[nillable ? 1 : 0], text, { ...readings[reading], onUnknown });
    const items = value === null ? [] : takeItems(value, document.items);
    return { items, rest: value, told: sorted(told) };
  } catch (error) {
    return { items: [], error: factsOf(error), told: sorted(told) };
  }
}

/** Says what is different if a document comes in pieces; undefined if nothing is. */
export async function differenceInPieces(given: StreamCase): Promise<string | undefined> {
  const good = { ...given, fault: null, wrongByte: null };
  // Of several mistakes, streams may find another one first: what surrounds the items is decoded at the end.
  const subject = readWhole(good).error === undefined ? given : good;
  const pieces = await readInPieces(subject);
  const apart = await readInPieces(subject, [1]);
  if (!isDeepStrictEqual(pieces, apart)) {
    return differing('cut at every place', apart, 'in pieces', pieces);
  }
  const whole = readWhole(subject);
  if (whole.error === undefined) {
    const isSame = isDeepStrictEqual(pieces, whole) || isNear(whole, pieces);
    return isSame ? undefined : differing('whole', whole, 'in pieces', pieces);
  }
  const before = goodItemsBefore(subject);
  const isRight = areErrorsAlike(subject, whole, pieces) && areItemsRight(pieces, before, subject === given);
  return isRight || isNear(whole, pieces)
    ? undefined
    : differing('whole', { ...whole, items: before }, 'in pieces', pieces);
}

/** True if items are in another namespace: whether they count is known after the last of them only. */
function isNear(...outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ told }) =>
    told.some(({ kind, name }) => kind === 'namespace' && /^(?:order|customer)$/.test(name)),
  );
}

function areErrorsAlike({ document, reading }: StreamCase, whole: Outcome, pieces: Outcome): boolean {
  // How long a document is can be told at its end only.
  const isTooLong = pieces.error !== undefined && reading === 'few characters';
  return isDeepStrictEqual(pieces.error, whole.error) || isFoundLate(whole, pieces, document.items) || isTooLong;
}

/** True for the items before an error. What is not well-formed comes before all later ones. */
function areItemsRight({ items, error }: Outcome, before: readonly unknown[], isOneFault: boolean): boolean {
  const isInPlace = (error as Error).name !== 'XmlDecodeError' && isOneFault;
  const given = isInPlace ? items : items.slice(0, before.length);
  return isDeepStrictEqual(given, before);
}

/**
 * True if a value around the items is wrong, which streams find at the end, and something after it, which they find before that. Both are consequences of one
 * fault.
 */
function isFoundLate(whole: Outcome, pieces: Outcome, items: string): boolean {
  const { path, line: at = 0, column = 0 } = whole.error as Partial<XmlDecodeError>;
  const other = (pieces.error ?? {}) as Partial<XmlDecodeError>;
  const list = items.replace('.', String.raw`(?:\[\d+\])?/`);
  const isAround = path !== undefined && !new RegExp(`^/Report/${list}\\[`).test(path);
  return isAround && (other.line ?? 0) * 1e6 + (other.column ?? 0) >= at * 1e6 + column;
}

function differing(one: string, a: Outcome, other: string, b: Outcome): string {
  const keys = (['items', 'rest', 'error', 'told'] as const).filter((key) => !isDeepStrictEqual(a[key], b[key]));
  const shown = (outcome: Outcome): string => keys.map((key) => `${key} ${JSON.stringify(outcome[key])}`).join('\n  ');
  return `${one}:\n  ${shown(a)}\n${other}:\n  ${shown(b)}`;
}

/** The items that are complete, and good, before the fault. */
function goodItemsBefore(given: StreamCase): readonly unknown[] {
  const { document, fault } = given;
  const close = { 'page.orders': '</o:page>', 'customers.orders': '</o:customer>', customers: '' }[document.items];
  const { length } = faulty(document.marked, null).text;
  const wrong = { at: Math.min(length, wrongCharacter(given)), removed: 0, inserted: '' };
  let itemsBefore = Math.min(faulty(document.marked, fault).itemsBefore, faulty(document.marked, wrong).itemsBefore);
  for (; itemsBefore > 0; itemsBefore--) {
    const marked = document.marked.split(itemEnd).slice(0, itemsBefore).join(itemEnd);
    const part = {
      ...given,
      fault: null,
      wrongByte: null,
      document: { ...document, marked: `${marked}${close}</o:Report>` },
    };
    const { items, error } = readWhole(part);
    if (error === undefined) {
      return items;
    }
  }
  return [];
}

/** Takes the items at a path out of a value. Of a list on the way, streams keep the first element. */
function takeItems(value: unknown, path: string): readonly unknown[] {
  const { page, customers = [] } = value as {
    page?: { orders: unknown[] } | null;
    customers?: { orders: unknown[] }[];
  };
  switch (path) {
    case 'page.orders':
      return page?.orders.splice(0) ?? [];
    case 'customers':
      return customers.splice(0);
    default: {
      const items = customers.flatMap(({ orders }) => orders.splice(0));
      customers.splice(1);
      return items;
    }
  }
}

/** Where the byte is in the text that is wrong; its end if there is none. */
function wrongCharacter({ document, fault, encoding, wrongByte }: StreamCase): number {
  const { text } = faulty(document.marked, fault);
  const source = sourceOf(text, { encoding, wrongByte: null });
  if (typeof source === 'string' || wrongByte === null) {
    return text.length;
  }
  const label = encoding.startsWith('utf-8') ? 'utf-8' : encoding;
  return new TextDecoder(label).decode(source.subarray(0, wrongByte % source.length), { stream: true }).length;
}

function sourceOf(
  text: string,
  { encoding, wrongByte }: Pick<StreamCase, 'encoding' | 'wrongByte'>,
): string | Uint8Array {
  if (encoding === 'text' || encoding === 'text with mark') {
    return encoding === 'text' ? text : `\ufeff${text}`;
  }
  const bytes = encoding.startsWith('utf-8')
    ? new TextEncoder().encode(encoding === 'utf-8' ? text : `\ufeff${text}`)
    : utf16(`\ufeff${text}`, encoding === 'utf-16be');
  if (wrongByte !== null && bytes.length > 0) {
    bytes[wrongByte % bytes.length] = 0xff;
  }
  return bytes;
}

function utf16(text: string, bigEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let i = 0; i < text.length; i++) {
    view.setUint16(2 * i, text.charCodeAt(i), !bigEndian);
  }
  return new Uint8Array(view.buffer);
}

function factsOf(error: unknown): unknown {
  const { name, message, code, path, line: at, column, offset } = error as Record<string, unknown>;
  return { name, message, code, path, line: at, column, offset };
}

function sorted(told: readonly UnknownContent[]): readonly UnknownContent[] {
  return [...told].sort((a, b) => a.offset - b.offset || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
