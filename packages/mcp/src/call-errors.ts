import {
  AbortError,
  AccessDeniedError,
  HttpStatusError,
  type OperationDescriptor,
  ResponseDecodeError,
  ResponseTooLargeError,
  type SoapFaultError,
  TimeoutError,
  TransportError,
  XmlEncodeError,
} from '@wsdl-codegen/runtime';
import { faultToJson, type JsonMembers } from '@wsdl-codegen/runtime/json';
import { JsonError, type ValidationIssue } from '@wsdl-codegen/runtime/schema';
import type { SecretCover } from './covered-secrets.js';
import { shownText } from './shown-text.js';

/** Problems that are told at once. */
const shownIssues = 20;

/** The words for arguments that do not fit: where, and what was meant. */
export function issuesText(issues: readonly ValidationIssue[], pointer: (issue: ValidationIssue) => string): string {
  const lines = issues
    .slice(0, shownIssues)
    .map((issue) => `- ${pointer(issue) || 'the arguments'}: ${shownText(issue.message, 500)}`);
  const more = issues.length > shownIssues ? [`- and ${issues.length - shownIssues} more problems`] : [];
  return ['The arguments do not fit, and nothing was sent. Mend these and call again:', ...lines, ...more].join('\n');
}

/** Characters that the service may say in a fault. */
const shownReason = 4000;

/** The words for a fault of the service, with the detail that the contract declares: another one is for developers, and may have stacks and addresses. */
export function faultText(
  operation: OperationDescriptor,
  error: SoapFaultError,
  { cover, members }: { readonly cover: SecretCover; readonly members: JsonMembers },
): string {
  const { code, string, name, detail } = faultToJson(operation, error, { members });
  const shown = {
    ...(name !== undefined && { fault: name }),
    code,
    message: shownText(string, shownReason),
    ...(name !== undefined && detail !== undefined && { detail }),
  };
  return `The service answered with a fault: ${JSON.stringify(cover.value(shown))}`;
}

/** The words for a call that failed, which say neither addresses nor credentials. */
export function failureText(error: unknown): string {
  if (error instanceof TimeoutError) {
    return 'The service did not answer in time. It may have done its work all the same.';
  }
  if (error instanceof AbortError) {
    return 'The call was ended before the service answered. It may do its work all the same.';
  }
  if (error instanceof TransportError) {
    return `The service cannot be reached, or the connection to it was cut (${error.kind}). The arguments are not the reason.`;
  }
  if (error instanceof AccessDeniedError) {
    return 'The service refuses the credentials that the program was given. The arguments are not the reason.';
  }
  if (error instanceof HttpStatusError) {
    return `The service answered with the HTTP status ${error.status} in the place of a result.`;
  }
  if (error instanceof ResponseTooLargeError) {
    return 'The answer is longer than the program allows. Ask for less.';
  }
  if (error instanceof ResponseDecodeError || error instanceof JsonError) {
    return 'The service answered, but its answer does not fit the contract. It may have done its work.';
  }
  if (error instanceof XmlEncodeError) {
    return `The arguments cannot be written as the contract asks: ${shownText(error.message, 500)}`;
  }
  return 'The call failed within the program. The arguments are not the reason.';
}
