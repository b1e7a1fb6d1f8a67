import type { MessageDescriptor, OperationDescriptor } from '@wsdl-codegen/runtime';
import {
  type ElementDescriptor,
  fromJson,
  JsonError,
  type JsonValue,
  type Type,
  toJson,
} from '@wsdl-codegen/runtime/schema';

/** A value that does not fit, as its path within the JSON and the reason. */
export interface JsonProblem {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** The JSON form of a method's parameter. Attachments and values without a JSON form are left out. */
export function requestToJson({ input }: OperationDescriptor, value: unknown): JsonValue {
  return messageToJson(input, value);
}

function messageToJson(message: MessageDescriptor | undefined, value: unknown): JsonValue {
  const target = message && targetOf(message);
  if (target === undefined || value === undefined || value === null) {
    return null;
  }
  const { unwrap } = message as MessageDescriptor;
  try {
    const json = toJson(target as ElementDescriptor, unwrap === undefined ? value : { [unwrap]: value });
    return unwrap === undefined ? json : ((json as Readonly<Record<string, JsonValue>> | null)?.[unwrap] ?? null);
  } catch (error) {
    if (error instanceof JsonError) {
      return null;
    }
    throw error;
  }
}

/** A method's result from its JSON form, in which texts may stand for numbers. */
export function answerFromJson(
  { output }: OperationDescriptor,
  json: unknown,
): { readonly value: unknown } | readonly JsonProblem[] {
  const target = output && targetOf(output);
  if (target === undefined) {
    return { value: undefined };
  }
  const { unwrap } = output as MessageDescriptor;
  const read = valueFromJson(
    target,
    unwrap === undefined ? json : json === undefined || json === null ? {} : { [unwrap]: json },
  );
  if (unwrap === undefined) {
    return read;
  }
  return 'value' in read
    ? { value: (read.value as Readonly<Record<string, unknown>>)[unwrap] }
    : read.map(({ path, reason }) => ({ path: path.slice(1), reason }));
}

/** A value from its JSON form, or everything that is wrong with it. */
export function valueFromJson(
  target: ElementDescriptor | Type,
  json: unknown,
): { readonly value: unknown } | readonly JsonProblem[] {
  try {
    return { value: fromJson(target as ElementDescriptor, json, { coerce: true }) };
  } catch (error) {
    if (error instanceof JsonError) {
      return error.issues.map(({ path, message }) => ({ path, reason: message }));
    }
    throw error;
  }
}

/** The element or type of a message; `undefined` for one without content. */
export function targetOf({ element, content }: MessageDescriptor): ElementDescriptor | Type | undefined {
  return element ?? (typeof content === 'function' ? content() : content);
}
