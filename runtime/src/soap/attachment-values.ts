import type { SoapBindingDescriptor } from '../service/descriptor.js';

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
  return Object.fromEntries(Object.entries(value).filter(([property]) => !attachments.has(property)));
}
