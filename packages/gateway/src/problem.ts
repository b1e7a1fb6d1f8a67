import { problems } from '@wsdl-codegen/openapi';
import type { WireResponse } from '@wsdl-codegen/runtime';
import { answerHeaders } from '@wsdl-codegen/runtime/extend';
import { JsonTextError, jsonPointer } from '@wsdl-codegen/runtime/json';
import { JsonError, type JsonObject } from '@wsdl-codegen/runtime/schema';

/** One mistake in a request. */
export interface Mistake {
  /** JSON pointer (RFC 6901) to the value in the request; `''` is the whole of it. */
  readonly pointer: string;
  readonly detail: string;
  /** The name that was probably meant. */
  readonly meant?: string;
}

/** What an answer says that tells what went wrong (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** For people. */
  readonly detail: string;
  /** All mistakes in the request. */
  readonly errors?: readonly Mistake[];
  /** Further members. */
  readonly members?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown where a request is answered with a problem. */
export class ProblemAnswer extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(problem.detail, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}

/** The titles of statuses (RFC 9110, 15): those of the document, and of what comes before an operation is known. */
const titles: ReadonlyMap<number, string> = new Map([
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [408, 'Request Timeout'],
  [409, 'Conflict'],
  [421, 'Misdirected Request'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [501, 'Not Implemented'],
  ...Object.values(problems).map(({ status, title }) => [status, title] as const),
]);

/** The answer that has a problem. */
export function problemAnswer({ status, detail, errors, members, headers }: Problem): WireResponse {
  const body = {
    ...members,
    type: 'about:blank',
    title: titles.get(status) ?? (status < 500 ? 'Request Refused' : 'Server Error'),
    status,
    detail,
    ...(errors !== undefined && { errors }),
  };
  return {
    status,
    headers: { ...answerHeaders('application/problem+json', 'no-store'), ...headers },
    body: JSON.stringify(body),
  };
}

/** Mistakes that an answer lists. */
const mostErrors = 100;

const meantBefore = '; did you mean "';
const meantAfter = '"?';

/** The name that a mistake says was meant. */
function meantName(message: string): string | undefined {
  const start = message.lastIndexOf(meantBefore);
  return start >= 0 && message.endsWith(meantAfter)
    ? message.slice(start + meantBefore.length, -meantAfter.length)
    : undefined;
}

/** The problem of JSON that does not fit the types of an operation; `at` is the pointer to it in the request. */
export function mistakesProblem(error: JsonError, at = ''): Problem {
  const { issues } = error;
  const errors = issues.slice(0, mostErrors).map(({ path, message }): Mistake => {
    const meant = meantName(message);
    return { pointer: at + jsonPointer(path), detail: message, ...(meant !== undefined && { meant }) };
  });
  const more = issues.length > mostErrors ? ` (the first ${mostErrors} are listed)` : '';
  const detail =
    issues.length === 1 ? 'The request has a mistake.' : `The request has ${issues.length} mistakes${more}.`;
  return { status: 422, detail, errors };
}

/** The problem of a request that an error describes; undefined for an error that does not speak of requests. */
export function requestProblem(error: unknown): Problem | undefined {
  if (error instanceof ProblemAnswer) {
    return error.problem;
  }
  if (error instanceof JsonTextError) {
    const tooLong = error.code === 'too-long';
    return { status: tooLong ? 413 : 400, detail: `The body is not JSON as it has to be. ${error.message}` };
  }
  return error instanceof JsonError ? mistakesProblem(error) : undefined;
}
