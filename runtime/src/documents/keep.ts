import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { parseXml } from '../schema/document/document.js';
import { XmlWriteError } from '../xml/text/errors.js';
import { positionsIn, withoutMark } from '../xml/text/position.js';
import { bareForm } from './document-form.js';
import type { DocumentParseOptions } from './document-options.js';
import { writeDocument } from './document-writer.js';
import { type Aside, asideKinds, type Kept, readKept } from './kept-elements.js';
import { adoptValues, traceValue } from './traced-elements.js';

/** Reads a document, keeps beside its value what the options say, and reports what else it has that is not kept. Throws as `parseXml`. */
export function parseKeeping<T>(element: ElementDescriptor<T>, text: string, options: DocumentParseOptions): T {
  const { keep, onDropped, ...reading } = options;
  const value = parseXml(element, text, reading);
  const kept: readonly Kept[] = typeof keep === 'string' ? [keep] : (keep ?? []);
  const { root, asides } = readKept(text, reading, new Set(kept));
  const written = new Set<Aside>();
  // A simple value has nothing beside it.
  if (kept.length > 0 && typeof value === 'object' && value !== null) {
    const toWire = new Map([...(reading.namespaces ?? [])].map(([wire, program]) => [program, wire]));
    try {
      adoptValues(traceValue(element, value, { namespaces: toWire })[0]!, root);
      if (onDropped !== undefined && asides.length > 0) {
        writeDocument(element, value, { namespaces: toWire }, { ...bareForm, onAside: (aside) => written.add(aside) });
      }
    } catch (error) {
      // A document that did not fit its schema may have a value that cannot be written.
      if (!(error instanceof XmlWriteError)) {
        throw error;
      }
    }
  }
  if (onDropped !== undefined) {
    const positionOf = positionsIn(withoutMark(text));
    for (const { kind, markup, offset } of asides.filter((aside) => !written.has(aside))) {
      const { start, end } = asideKinds[kind];
      onDropped({ kind, text: markup.slice(start.length, -end.length), ...positionOf(offset) });
    }
  }
  return value;
}
