import { defaultRecovery } from '#schema-platform';
import type { XmlCursor } from '../../xml/reader.js';
import { type DecodeOptions, Decoder, type FullReading } from '../context/decoder.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { type ElementPlan, elementOf, elementPlan } from '../plan/plan.js';
import { decodePlainly } from './plain-reading.js';

/**
 * Decodes the element at whose start the cursor is, whatever its name, and leaves the cursor on its end. Throws
 * `XmlDecodeError` with the path to the value, `XmlSyntaxError` if the document is not well-formed.
 */
export function decodeElement<T>(element: ElementDescriptor<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  return decodeAs(elementPlan(element), cursor, options) as T;
}

/**
 * Decodes attributes and content of the element at whose start the cursor is by a type, and leaves the cursor on its end.
 * `xsi:nil` and `xsi:type` are handled as for an element of that type that is not nillable.
 */
export function decodeContent<T>(type: Type<T>, cursor: XmlCursor, options: DecodeOptions = {}): T {
  return decodeAs(elementOf(cursor.namespace, cursor.localName, type), cursor, options) as T;
}

function decodeAs(element: ElementPlan, cursor: XmlCursor, options: DecodeOptions): unknown {
  return decodeValue(decoderFor(cursor, element.name, options), element);
}

/** Value of the element at whose start the cursor is. */
export function decodeValue(decoder: Decoder, element: ElementPlan): unknown {
  return decoder.read(decoder, element);
}

/** The state of a decoding: with every option on Node, and where the options name `recovery` or `strictness`. */
export function decoderFor(cursor: XmlCursor, root: string, options: DecodeOptions): Decoder {
  const reading = readingOf(options);
  return reading === undefined
    ? new Decoder(cursor, root, options, decodePlainly)
    : reading.decoder(cursor, root, options);
}

/** Throws `TypeError` for options that need something that they do not name. */
export function checkDecodeOptions(options: DecodeOptions): void {
  readingOf(options)?.checkOptions(options);
}

/** True for the start of an element that counts for a message although it is in another namespace. The listener is called. */
export function isNear(cursor: XmlCursor, options: DecodeOptions): boolean {
  return readingOf(options)?.isNear(cursor, options) === true;
}

/** The full reading that is there, on Node or because the options name it; undefined for plain reading. Throws `TypeError` if the options need more. */
function readingOf(options: DecodeOptions): FullReading | undefined {
  const { strict, tolerate = 'nothing', missing, onUnknown, recover, plainText, ordered } = options;
  const named = options.recovery ?? defaultRecovery ?? options.strictness;
  if (
    named === undefined &&
    (strict || tolerate !== 'nothing' || missing === 'default' || onUnknown || recover || plainText || ordered)
  ) {
    throw new TypeError(
      'In browsers and workers, `strict` needs `strictness`, and `tolerate`, `onUnknown` and others need `recovery`.',
    );
  }
  return named;
}
