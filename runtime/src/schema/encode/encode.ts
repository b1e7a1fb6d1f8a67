import type { XmlOutput } from '../../xml/writer.js';
import type { EncodeOptions } from '../context/encoder.js';
import type { ElementDescriptor, Type } from '../descriptor/descriptor.js';
import { elementPlan } from '../plan/plan.js';
import { fullWriting } from './full-writing.js';

/** Writes a value as a global element. Throws `XmlEncodeError` with the path to what does not fit the schema. */
export function encodeElement<T>(
  element: ElementDescriptor<T>,
  value: T,
  output: XmlOutput,
  options: EncodeOptions = {},
): void {
  fullWriting.element(elementPlan(element), value, output, options);
}

/** Writes attributes and content of a value of a type into the element that is open. */
export function encodeContent<T>(type: Type<T>, value: T, output: XmlOutput, options: EncodeOptions = {}): void {
  fullWriting.content(type, value, output, options);
}
