import type { WireHeaders } from '../server/wire.js';
import type { BindingKind } from '../service/descriptor.js';
import type { InputOf, OutputOf } from './answers.js';

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
