import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { type Declarations, sample } from '@wsdl-codegen/runtime/schema';

export type OperationDescriptor = ServiceDescriptor['operations'][string];
export type MessageDescriptor = OperationDescriptor['input'];

/** A schema-valid value of a message: what a method takes or gives. */
export function sampleMessage(message: MessageDescriptor, declarations: Declarations): unknown {
  const { element, content, unwrap, property } = message;
  if (element) {
    const value = sample(element, { declarations });
    if (property !== undefined) {
      return { [property]: value };
    }
    return unwrap === undefined ? value : (value as Record<string, unknown> | null)?.[unwrap];
  }
  if (!content) {
    return undefined;
  }
  return sample(typeof content === 'function' ? content() : content, { declarations });
}
