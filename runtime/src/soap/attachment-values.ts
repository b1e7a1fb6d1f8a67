import { readProperty } from '../schema/descriptor/resolve.js';
import type { SoapBindingDescriptor } from '../service/descriptor.js';
import { usePart } from '../xml/errors.js';

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
