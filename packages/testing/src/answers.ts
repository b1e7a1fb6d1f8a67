import type { BindingKind, MethodTypes, WireHeaders } from '@wsdl-codegen/runtime';
import {
  either,
  type MethodContext,
  number,
  type OptionKind,
  requireKind,
  requireOptions,
  strings,
  text,
  type Uninferred,
} from '@wsdl-codegen/runtime/extend';

/**
 * The answer of a method: its result, a function of the request, or an error. A `SoapFault` arrives as that fault, other errors as a fault of the server;
 * through `transport`, a `TransportError` or other `ServiceError` is what the call rejects with, and an `HttpAnswer` arrives as it is. `inTurn`
 * and `delayed` make answers of answers.
 */
export type MockAnswer<Method> =
  | MockResult<Method>
  | ((input: InputOf<Method>, context: MethodContext<Method>) => MockResult<Method> | Promise<MockResult<Method>>)
  | AnswerInTurn<MockAnswer<Method>>
  | LateAnswer<MockAnswer<Method>>;

/** The outcome of one call. */
export type MockResult<Method> = OutputOf<Method> | Error | HttpAnswer;

/** An answer for each method that has one. */
export type MockAnswers<Methods> = { readonly [M in keyof Methods]?: MockAnswer<Methods[M]> };

/** The parameter of a method. */
export type InputOf<Method> = Method extends Pick<MethodTypes, 'input'> ? Method['input'] : never;
/** The result of a method. */
export type OutputOf<Method> = Method extends Pick<MethodTypes, 'output'> ? Method['output'] : never;

const bytes: OptionKind = { expected: '', fits: ArrayBuffer.isView };
const kinds = { headers: strings, body: either('a string or bytes', text, bytes) };

/** A whole HTTP answer, such as the page of a proxy. Only `transport` can give it: the handlers of a server decide about results and faults. */
export class HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;

  constructor(
    status: number,
    options: { readonly headers?: HttpAnswer['headers']; readonly body?: HttpAnswer['body'] } = {},
  ) {
    requireKind('The status of `HttpAnswer`', status, number);
    requireOptions('HttpAnswer', options, kinds);
    const { headers = {}, body = '' } = options;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Made by `inTurn`. */
export class AnswerInTurn<Answer> {
  readonly answers: readonly Answer[];

  constructor(answers: readonly Answer[]) {
    this.answers = answers;
  }
}

/** Made by `delayed`. */
export class LateAnswer<Answer> {
  readonly milliseconds: number;
  readonly answer: Answer;

  constructor(milliseconds: number, answer: Answer) {
    this.milliseconds = milliseconds;
    this.answer = answer;
  }
}

/** The answers to one call after the other; the last one is repeated. Throws `TypeError` if there are none. */
export function inTurn<Answer>(...answers: readonly Uninferred<Answer>[]): AnswerInTurn<Answer> {
  if (answers.length === 0) {
    throw new TypeError('inTurn needs at least one answer.');
  }
  return new AnswerInTurn(answers);
}

/** An answer that comes after some time, in milliseconds. It is given up when the caller gives up. */
export function delayed<Answer>(milliseconds: number, answer: Uninferred<Answer>): LateAnswer<Answer> {
  requireKind('The time of `delayed`', milliseconds, number);
  return new LateAnswer(milliseconds, answer);
}

/** A call that arrived at a mock. */
export interface MockCall<Method, Name extends PropertyKey = PropertyKey> {
  /** Name of the method. */
  readonly method: Name;
  readonly input: InputOf<Method>;
  /** The result; undefined before there is one, and after an error. */
  readonly output: OutputOf<Method> | undefined;
  /** The error that was the answer. */
  readonly error: unknown;
  readonly binding: BindingKind;
  /** The address, as the request has it. */
  readonly url: string;
  /** HTTP headers by lower-case name. */
  readonly headers: WireHeaders;
  /** Declared SOAP headers by property. */
  readonly soapHeaders: Readonly<Record<string, unknown>>;
}

/** Calls of all methods; `method` tells which one it is, and so what `input` and `output` are. */
export type MockCalls<Methods> = {
  [M in keyof Methods]: MockCall<Methods[M], M>;
}[keyof Methods];
