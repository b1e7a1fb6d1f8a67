import { flag, type OptionKinds, requireOptions } from '../base/options.js';
import type { ValidationIssue } from '../schema/context/encoder.js';
import { formatPath, XmlDecodeError, XmlEncodeError } from '../schema/descriptor/errors.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { validateValue } from '../schema/validate/validate.js';
import type { MessageDescriptor, OperationDescriptor } from '../service/descriptor.js';
import { besideAttachments, elementValue, saysNothing } from './message-value.js';

/** Checks values of messages against their schema; made by `messageValidator`. */
export interface MessageValidator {
  /** Every breach of the schema by a method's parameter. */
  request(operation: OperationDescriptor, value: unknown): readonly ValidationIssue[];
  /** Every breach of the schema by a method's result. */
  answer(operation: OperationDescriptor, value: unknown): readonly ValidationIssue[];
  /** Refuses a value that is about to be written and has issues. Throws `XmlEncodeError`: the first problem, and in the message some more. */
  requireWritable(operation: OperationDescriptor, issues: readonly ValidationIssue[]): void;
  /** Refuses a value that was read and has issues. Throws `XmlDecodeError`: the first problem, and in the message some more. It knows no position. */
  requireReadable(operation: OperationDescriptor, issues: readonly ValidationIssue[]): void;
}

/** Which messages are checked. */
export interface MessageValidatorOptions {
  /** Default true. */
  readonly requests?: boolean;
  /** Default true. */
  readonly answers?: boolean;
}

const kinds: OptionKinds<MessageValidatorOptions> = { requests: flag, answers: flag };

const nothing: readonly ValidationIssue[] = [];

/**
 * For the option `validate` of clients and servers: checks requests, answers or both against every facet, occurrence, choice and identity
 * constraint, over all bindings alike. It is an object of its own so that programs without it do not carry the code.
 */
export function messageValidator(options: MessageValidatorOptions = {}): MessageValidator {
  requireOptions('messageValidator', options, kinds);
  const { requests = true, answers = true } = options;
  return {
    request: (operation, value) => (requests ? breaches(operation, operation.input, value) : nothing),
    answer: (operation, value) => (answers ? breaches(operation, operation.output, value) : nothing),
    requireWritable,
    requireReadable,
  };
}

function breaches(
  { soap11, soap12 }: OperationDescriptor,
  message: MessageDescriptor | undefined,
  given: unknown,
): readonly ValidationIssue[] {
  const bodyPart = besideAttachments({ ...(soap11 ?? soap12) });
  const whole = bodyPart === undefined ? given : bodyPart(given);
  if (message?.content !== undefined) {
    return validateValue(resolve(message.content), whole ?? {});
  }
  if (message?.element === undefined || saysNothing(message, whole)) {
    return nothing;
  }
  const value = elementValue(message.element, message, whole);
  return validateValue(message.element, value).map((issue) =>
    message.unwrap === undefined ? issue : { ...issue, path: issue.path.slice(1) },
  );
}

/** Problems after the first that a message names. */
const maxFurther = 4;

function requireWritable(operation: OperationDescriptor, issues: readonly ValidationIssue[]): void {
  const [first] = issues;
  if (first !== undefined) {
    throw new XmlEncodeError(first.code, summary(issues), operation.name, first.path);
  }
}

function requireReadable(operation: OperationDescriptor, issues: readonly ValidationIssue[]): void {
  const [first] = issues;
  if (first !== undefined) {
    throw new XmlDecodeError(first.code, summary(issues), operation.name, first.path, { line: 0, column: 0 });
  }
}

function summary([first, ...others]: readonly ValidationIssue[]): string {
  const further = others.slice(0, maxFurther).map(({ path, message }) => `${formatPath('', path)}: ${message}`);
  const rest = others.length > maxFurther ? [`${others.length - maxFurther} more problems`] : [];
  return [first?.message ?? '', ...further, ...rest].join('; ');
}
