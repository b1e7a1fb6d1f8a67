import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { type Declarations, sample } from '@wsdl-codegen/runtime/schema';

export type OperationDescriptor = ServiceDescriptor['operations'][string];
export type MessageDescriptor = OperationDescriptor['input'];

/** A schema-valid value of a message: what a method takes or gives. */
export function sampleMessage({ element, content, unwrap }: MessageDescriptor, declarations: Declarations): unknown {
  if (element) {
    const value = sample(element, { declarations });
    return unwrap === undefined ? value : (value as Record<string, unknown> | null)?.[unwrap];
  }
  if (!content) return undefined;
  return sample(typeof content === 'function' ? content() : content, { declarations });
}
