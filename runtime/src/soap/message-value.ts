import type { ElementDescriptor } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import type { MessageDescriptor, SoapBindingDescriptor } from '../service/descriptor.js';

/** The value of a message from the object that contains attachments, too; see `MessageDescriptor.property`. */
function besideAttachments(whole: unknown, property: string): unknown {
  return typeof whole === 'object' && whole !== null ? (whole as Record<string, unknown>)[property] : undefined;
}

/** The property that a message without a result unwraps. No type has it, so a handler may return anything, as TypeScript allows. */
const noResult = '$void';

/** The value of the message's element, from the method's parameter or result. */
export function elementValue(
  element: ElementDescriptor,
  { property, unwrap }: MessageDescriptor,
  whole: unknown,
): unknown {
  const value = property === undefined ? whole : besideAttachments(whole, property);
  if (unwrap !== undefined) {
    return value === undefined || unwrap === noResult ? {} : { [unwrap]: value };
  }
  // A method without a parameter, or a handler without a result.
  return value === undefined && resolve(element.type).kind === 'complex' ? {} : value;
}

/** Properties of the attachments that an operation declares. */
export function attachmentProperties({
  inputAttachments = [],
  outputAttachments = [],
}: Pick<SoapBindingDescriptor, 'inputAttachments' | 'outputAttachments'>): ReadonlySet<string> {
  return new Set([...inputAttachments, ...outputAttachments].map(({ property }) => property));
}

/** A value without the attachments that are in the same object: they are not in the Body. */
export function withoutAttachments(value: unknown, attachments: ReadonlySet<string>): unknown {
  if (attachments.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([property]) => !attachments.has(property)));
}

/** True for null where an empty Body stands for it; a nillable element is nil instead. */
export function saysNothing({ absent, element }: MessageDescriptor, whole: unknown): boolean {
  return whole === null && absent === 'null' && element?.nillable !== true;
}

/** The property of the return value. */
export function returnsOf({ returns, unwrap }: MessageDescriptor): string | undefined {
  return returns ?? unwrap;
}
