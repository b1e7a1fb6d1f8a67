import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import { type ElementDescriptor, fromJson, JsonError, type Type } from '@wsdl-codegen/runtime/schema';
import * as messages from '../calls/message-json.js';

/** A value that does not fit, as its path within the JSON and the reason. */
export interface JsonProblem {
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** A method's result from its JSON form, in which texts may stand for numbers. */
export function answerFromJson(
  operation: OperationDescriptor,
  json: unknown,
): { readonly value: unknown } | readonly JsonProblem[] {
  const read = valueOrProblems(() => messages.answerFromJson(operation, json));
  return 'value' in read || operation.output?.unwrap === undefined
    ? read
    : read.map(({ path, reason }) => ({ path: path.slice(1), reason }));
}

/** A value from its JSON form, or everything that is wrong with it. */
export function valueFromJson(
  target: ElementDescriptor | Type,
  json: unknown,
): { readonly value: unknown } | readonly JsonProblem[] {
  return valueOrProblems(() => fromJson(target as ElementDescriptor, json, { coerce: true }));
}

function valueOrProblems(read: () => unknown): { readonly value: unknown } | readonly JsonProblem[] {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof JsonError) {
      return error.issues.map(({ path, message }) => ({ path, reason: message }));
    }
    throw error;
  }
}
