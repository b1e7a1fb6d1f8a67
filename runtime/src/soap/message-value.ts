import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { readProperty, resolve } from '../schema/descriptor/resolve.js';
import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';
import { usePart } from '../xml/text/errors.js';

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

/** What of a parameter or result is in the Body. */
export type BodyPart = (whole: unknown) => unknown;

/** For operations that declare attachments: a value without those that are in the same object. Undefined for others. */
export function besideAttachments({
  inputAttachments = [],
  outputAttachments = [],
}: Pick<SoapBindingDescriptor, 'inputAttachments' | 'outputAttachments'>): BodyPart | undefined {
  const attachments = new Set([...inputAttachments, ...outputAttachments].map(({ property }) => property));
  return attachments.size === 0 ? undefined : (whole) => without(whole, attachments);
}

function without(value: unknown, attachments: ReadonlySet<string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  const others = usePart('', [], () => Object.keys(value).filter((property) => !attachments.has(property)));
  const read = (property: string): unknown => usePart('', [property], () => readProperty(value, property));
  return Object.fromEntries(others.map((property) => [property, read(property)]));
}
