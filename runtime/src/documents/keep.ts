import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { parseXml } from '../schema/document/document.js';
import { XmlWriteError } from '../xml/text/errors.js';
import { positionsIn, withoutMark } from '../xml/text/position.js';
import { bareForm } from './document-form.js';
import type { DocumentParseOptions, DroppedMarkup } from './document-options.js';
import { writeDocument } from './document-writer.js';
import { type Aside, type Kept, readKept } from './kept-elements.js';
import { adoptValues, traceValue } from './traced-elements.js';

/** Reads a document, keeps beside its value what the options say, and reports which comments and instructions are not kept. Throws as `parseXml`. */
export function parseKeeping<T>(element: ElementDescriptor<T>, text: string, options: DocumentParseOptions): T {
  const { keep, onDropped, ...reading } = options;
  const value = parseXml(element, text, reading);
  const kept: readonly Kept[] = typeof keep === 'string' ? [keep] : (keep ?? []);
  const { root, asides } = readKept(text, reading, new Set(kept));
  const written = new Set<Aside>();
  // A simple value has nothing beside it.
  if (kept.length > 0 && typeof value === 'object' && value !== null) {
    const toWire = new Map([...(reading.namespaces ?? [])].map(([wire, program]) => [program, wire]));
    whereWritable(() => {
      adoptValues(traceValue(element, value, { namespaces: toWire })[0]!, root);
      if (onDropped !== undefined && asides.length > 0) {
        writeDocument(element, value, { namespaces: toWire }, { ...bareForm, onAside: (aside) => written.add(aside) });
      }
    });
  }
  if (onDropped !== undefined) {
    const dropped = asides.filter((aside) => !written.has(aside));
    report(text, dropped, onDropped);
  }
  return value;
}

/** Does something with a value that was read: one of a document that did not fit its schema may be one that cannot be written. */
function whereWritable(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof XmlWriteError)) {
      throw error;
    }
  }
}

function report(text: string, dropped: readonly Aside[], onDropped: (markup: DroppedMarkup) => void): void {
  const positionOf = positionsIn(withoutMark(text));
  for (const { kind, markup, offset } of dropped) {
    const inside = kind === 'comment' ? markup.slice(4, -3) : markup.slice(2, -2);
    onDropped({ kind, text: inside, ...positionOf(offset) });
  }
}
