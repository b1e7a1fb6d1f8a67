import { complexType, type ElementDescriptor, element, field, sequence } from '../../runtime/src/schema/index.js';
import { LaterWriter } from '../../runtime/src/stream/write/gap-writer.js';
import type { XmlOutput, XmlWriterOptions } from '../../runtime/src/xml/interfaces/writer.js';
import { XmlWriter } from '../../runtime/src/xml/write/xml-writer.js';

/** What the parts need of each form of the runtime. It is bundled once for each, with all that it imports: see `builds.mjs`. */

export * as schema from '@wsdl-codegen/runtime/schema';
export * as xml from '@wsdl-codegen/runtime/xml';
export * as xs from '@wsdl-codegen/runtime/xs';
export { decodeElement, encodeElement } from '../../runtime/src/schema/index.js';
export { XmlReader } from '../../runtime/src/xml/read/xml-reader.js';
export { readTree } from '../../runtime/src/xml/trees/tree-io.js';
export { writeTree } from '../../runtime/src/xml/trees/tree-writing.js';
export {
  answerInPieces,
  differenceInAnswer,
  differenceInRequest,
  requestInPieces,
} from '../support/messages-compared.js';
export { randomSchema } from '../support/random-documents.js';
export { randomElement } from '../support/runtime/random-records.js';
export { differenceInPieces, readInPieces } from '../support/streams-compared.js';

/** Sees every piece of a document, so that nothing is written in one go. */
class PieceWriter extends XmlWriter {
  override get ready(): undefined {
    return undefined;
  }
}

export { XmlWriter };

/** A writer without the fast ways. */
export const pieceWriter = (options: XmlWriterOptions): XmlOutput => new PieceWriter(options);

/** The writer of streams. */
export const laterWriter = (options: XmlWriterOptions): XmlOutput => new LaterWriter(options);

/**
 * An element with any number of another one, in the property `items`: each item has it three times, in other namespaces. What comes again is written in
 * other ways than what comes once, and with other prefixes in scope.
 */
export function manyOf({ name, type }: ElementDescriptor): ElementDescriptor {
  const fields = ['urn:a', 'urn:b', ''].map((namespace, i) => field(namespace, name, type, { property: `p${i}` }));
  const item = field('urn:a', 'item', complexType('urn:a', '', { content: sequence(fields) }), {
    min: 0,
    max: Number.POSITIVE_INFINITY,
    list: true,
    property: 'items',
  });
  return element('urn:a', 'many', complexType('urn:a', '', { content: sequence([item]) }));
}
