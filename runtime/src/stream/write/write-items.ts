import { checkOptions, type OptionKinds, requireKind } from '../../base/options.js';
import type { EncodeOptions } from '../../schema/context/encoder.js';
import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { elementKind, writingOptions } from '../../schema/document/option-kinds.js';
import { encodeElement } from '../../schema/encode/encode.js';
import type { Uninferred } from '../../service/descriptor.js';
import type { XmlWriterOptions } from '../../xml/interfaces/writer.js';
import { ByteStream } from './byte-stream.js';
import { GrowingDocument } from './chunks.js';
import type { Streaming } from './sources.js';

/** How `writeItems` writes. */
export interface WriteItemsOptions extends EncodeOptions, Pick<XmlWriterOptions, 'namespaces' | 'prefixes'> {}

const kinds: OptionKinds<WriteItemsOptions> = {
  prefix: writingOptions.prefix,
  unknownProperties: writingOptions.unknownProperties,
  namespaces: writingOptions.namespaces,
  prefixes: writingOptions.prefixes,
};

/**
 * Writes a value as a whole document in UTF-8, with an XML declaration, while its lists and binary content are read: record by record, in little
 * memory. The octets are those of `formatXml`. Throws `XmlEncodeError` for what does not fit at once; an item that does not
 * fit rejects when it is reached, as does a source that throws (`SourceError`).
 */
export function writeItems<T>(
  element: ElementDescriptor<T>,
  value: Streaming<Uninferred<T>>,
  options: WriteItemsOptions = {},
): ByteStream {
  requireKind('The element of `writeItems`', element, elementKind);
  checkOptions('`writeItems`', options, kinds);
  const document = new GrowingDocument((output) => {
    output.declaration();
    encodeElement<unknown>(element, value, output, options);
  }, options);
  return new ByteStream(document.texts(), document.length, () => document.cancel());
}
