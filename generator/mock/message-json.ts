import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import * as messages from '@wsdl-codegen/runtime/json';
import { type ElementDescriptor, fromJson, JsonError, type Type } from '@wsdl-codegen/runtime/schema';

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
  return valueOrProblems(() => messages.answerFromJson(operation, json, { coerce: true }));
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
