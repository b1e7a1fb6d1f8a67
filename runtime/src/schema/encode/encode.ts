import { defaultWriting } from '#schema-platform';
import type { XmlOutput } from '../../xml/writer.js';
import type { EncodeOptions, Writing } from '../context/encoder.js';
import type { LaterEngine } from '../context/later.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { elementPlan } from '../plan/plan.js';
import { plainWriting } from './plain-writing.js';

/** Writes a value as a global element. Throws `XmlEncodeError` with the path to what does not fit the schema. */
export function encodeElement<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodeOptions = {},
): void {
  writingTo(output).element(elementPlan(element), value, output, options);
}

/** Writes attributes and content of a value of a type into the element that is open. */
export function encodeContent<T>(type: Type<T>, value: T, output: XmlOutput, options: EncodeOptions = {}): void {
  writingTo(output).content(type, value, output, options);
}

/** Full writing on Node, and elsewhere for outputs with gaps; plain writing otherwise. */
function writingTo({ later }: XmlOutput): Writing {
  return defaultWriting ?? (later as LaterEngine | undefined)?.writing ?? plainWriting;
}
