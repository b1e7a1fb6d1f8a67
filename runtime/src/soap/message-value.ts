import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import type { MessageDescriptor } from '../service/descriptor.js';
import { usePart } from '../xml/errors.js';

/** The property that a message without a result unwraps. No type has it, so a handler may return anything, as TypeScript allows. */
const noResult = '$void';

/** The value of the message's element, from the method's parameter or result. */
export function elementValue(
  element: ElementDescriptor,
  { property, unwrap }: MessageDescriptor,
  whole: unknown,
): unknown {
  // Attachments are beside such a property; see `MessageDescriptor.property`.
  const value =
    property === undefined
      ? whole
      : usePart(element.name, [property], () => (whole as Readonly<Record<string, unknown>> | undefined)?.[property]);
  if (unwrap !== undefined) {
    return value === undefined || unwrap === noResult ? {} : { [unwrap]: value };
  }
  // A method without a parameter, or a handler without a result.
  return value === undefined && resolve(element.type).kind === 'complex' ? {} : value;
}

/** True for null where an empty Body stands for it; a nillable element is nil instead. */
export function saysNothing({ absent, element }: MessageDescriptor, whole: unknown): boolean {
  return whole === null && absent === 'null' && element?.nillable !== true;
}

/** The property of the return value. */
export function returnsOf({ returns, unwrap }: MessageDescriptor): string | undefined {
  return returns ?? unwrap;
}
