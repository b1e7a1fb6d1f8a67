import { messageValidator, type OperationDescriptor, SoapFault } from '@wsdl-codegen/runtime';
import { didYouMean, isXmlElement } from '@wsdl-codegen/runtime/extend';
import { formatPath, validate } from '@wsdl-codegen/runtime/schema';
import { AnswerInTurn, HttpAnswer, LateAnswer } from './answers.js';

/** Refuses an answer that the service could not give. Functions are not called. Throws `TypeError`. */
export function requireAnswer(place: string, operation: OperationDescriptor, answer: unknown): void {
  if (answer instanceof AnswerInTurn) {
    for (const each of answer.answers) {
      requireAnswer(place, operation, each);
    }
  } else if (answer instanceof LateAnswer) {
    requireAnswer(place, operation, answer.answer);
  } else if (answer instanceof SoapFault) {
    requireFault(place, operation, answer);
  } else if (!(typeof answer === 'function' || answer instanceof Error || answer instanceof HttpAnswer)) {
    requireValid(place, messageValidator().answer(operation, answer));
  }
}

type Issues = ReturnType<typeof validate>;

function requireValid(place: string, [first, ...others]: Issues): void {
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new TypeError(`${place} is not valid: ${formatPath('', first.path) || '/'}: ${first.message}${more}.`);
  }
}

function requireFault(place: string, { faults = [] }: OperationDescriptor, { fault, detail }: SoapFault): void {
  if (fault === undefined) {
    return;
  }
  const declared = faults.find(({ name }) => name === fault);
  if (declared === undefined) {
    const names = faults.map(({ name }) => name);
    const known = names.length === 0 ? 'it declares none' : `it declares ${names.join(', ')}`;
    throw new TypeError(
      `${place} names the fault "${fault}", which is not declared: ${known}${didYouMean(fault, names)}`,
    );
  }
  if (declared.element !== undefined && !isXmlElement(detail) && !Array.isArray(detail)) {
    requireValid(`The detail of ${fault} in ${place}`, validate(declared.element, detail));
  }
}
