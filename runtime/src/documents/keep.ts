import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { parseXml } from '../schema/document/document.js';
import type { XmlReaderOptions } from '../xml/interfaces/reader.js';
import { XmlWriteError } from '../xml/text/errors.js';
import { positionsIn, withoutMark } from '../xml/text/position.js';
import type { DocumentParseOptions, DroppedMarkup } from './document-options.js';
import { type Aside, type Kept, type KeptElement, readKept } from './kept-elements.js';
import { adoptValues, traceValue } from './traced-elements.js';

/** Reads a document, keeps beside its value what the options say, and reports which comments and instructions are not kept. Throws as `parseXml`. */
export function parseKeeping<T>(element: ElementDescriptor<T>, text: string, options: DocumentParseOptions): T {
  const { keep, onDropped, ...reading } = options;
  const value = parseXml(element, text, reading);
  const kept: readonly Kept[] = typeof keep === 'string' ? [keep] : (keep ?? []);
  const { root, dropped } = readKept(text, reading, new Set(kept));
  if (kept.length > 0) {
    adopt(element, value, root, reading);
  }
  if (onDropped !== undefined) {
    report(text, [...dropped, ...unread(root)], onDropped);
  }
  return value;
}

function adopt<T>(
  element: ElementDescriptor<T>,
  value: T,
  root: KeptElement,
  { namespaces = new Map<string, string>() }: XmlReaderOptions,
): void {
  // A simple value has nothing beside it.
  if (typeof value !== 'object' || value === null) {
    return;
  }
  const toWire = new Map([...namespaces].map(([wire, program]) => [program, wire]));
  try {
    const [traced] = traceValue(element, value, { namespaces: toWire });
    adoptValues(traced!, root);
  } catch (error) {
    // A document that did not fit its schema may have a value that cannot be written as it is.
    if (!(error instanceof XmlWriteError)) {
      throw error;
    }
  }
}

/** The comments and instructions of elements of which no value is known. */
function unread(root: KeptElement): readonly Aside[] {
  const asides: Aside[] = [];
  const elements = [root];
  for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
    if (!element.isRead) {
      const { prolog = [], epilog = [] } = element.document ?? {};
      asides.push(...prolog, ...element.before, ...element.end, ...epilog);
    }
    for (const child of element.children) {
      elements.push(child);
    }
  }
  return asides;
}

function report(text: string, dropped: readonly Aside[], onDropped: (markup: DroppedMarkup) => void): void {
  const positionOf = positionsIn(withoutMark(text));
  for (const { kind, markup, offset } of [...dropped].sort((a, b) => a.offset - b.offset)) {
    const inside = kind === 'comment' ? markup.slice(4, -3) : markup.slice(2, -2);
    onDropped({ kind, text: inside, ...positionOf(offset) });
  }
}
