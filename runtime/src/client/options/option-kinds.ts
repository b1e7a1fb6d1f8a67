import {
  anyValue,
  callback,
  checkOptions,
  duration,
  either,
  flag,
  functions,
  having,
  isObject,
  listOf,
  number,
  type OptionKind,
  type OptionKinds,
  object,
  tableOf,
  text,
  withMethods,
} from '../../base/options.js';
import type { BindingKind } from '../../service/descriptor.js';
import { messageOptions } from '../../service/message-options.js';
import type { MaskOption } from '../masking/call-masker.js';
import type { MaskOptions } from '../masking/names.js';
import type { CallOptions, ClientLimits, ClientOptions, RetryPolicy } from './options.js';

const fields = tableOf('an object of header fields', (value) => !isObject(value));
const soapHeaders: OptionKind = { ...either('an object or a function', object, callback), takesNull: true };
const noValue: OptionKind = { expected: 'false', fits: (value) => value === false };
/** The kind of an option that says what is hidden. */
export const mask: OptionKind = either('false, or an object with arrays of words', noValue, object);

const clientOptions: OptionKinds<ClientOptions> = {
  baseUrl: text,
  address: text,
  ...messageOptions,
  // A service says which bindings it has.
  binding: anyValue,
  port: text,
  headers: fields,
  soapHeaders,
  timeoutMs: duration,
  transport: callback,
  interceptors: functions,
  onExchange: callback,
  retry: { ...object, expected: 'an object with the number of `attempts`' },
  limits: { ...object, expected: 'an object of numbers' },
  mask,
  // The part that reads it says what is wrong with it.
  security: anyValue,
  addressing: either(
    'false, or `wsAddressing()` of the entry `addressing`',
    noValue,
    withMethods('', 'extend', 'addressOf'),
  ),
  soap12Action: flag,
  mtom: flag,
  strict: flag,
};

const words = listOf({ ...text, expected: 'an array of words' });

const retryOptions: OptionKinds<RetryPolicy> = {
  attempts: { expected: 'a number of at least 1', fits: (value) => typeof value === 'number' && value >= 1 },
  delayMs: callback,
  idempotent: either('true or an array of methods', flag, listOf(text)),
  retryOn: callback,
};

const limits: OptionKinds<ClientLimits> = { maxResponseBytes: number, maxDepth: number, maxAttributes: number };
const maskOptions: OptionKinds<MaskOptions> = { words, except: words };

/** The kinds of the options of a call. */
export const callOptions: OptionKinds<CallOptions> = {
  binding: anyValue,
  signal: having('an AbortSignal', 'aborted'),
  timeoutMs: duration,
  headers: fields,
  soapHeaders,
  address: text,
  baseUrl: text,
  attachments: { expected: 'an array of attachments', fits: Array.isArray },
  // An endpoint reference says by itself what is wrong with it.
  to: anyValue,
  idempotent: flag,
  onResponse: callback,
};

/** The options that are there. Throws `TypeError` for an option that clients do not have, and for one of another kind than its type says. */
export function checkClientOptions<B extends BindingKind>(given: ClientOptions<B>): ClientOptions<B> {
  const options = checkOptions('A client', given, clientOptions as OptionKinds<ClientOptions<B>>);
  const retry = options.retry && checkOptions('`retry` of a client', options.retry, retryOptions);
  if (retry !== undefined && retry.attempts === undefined) {
    throw new TypeError('The option `retry` needs the number of `attempts`.');
  }
  checkOptions('`limits` of a client', options.limits ?? {}, limits);
  checkMask(options.mask);
  return retry === options.retry ? options : { ...options, ...(retry && { retry }) };
}

/** The same for what an option says that is hidden. */
export function checkMask(given: MaskOption | undefined): void {
  checkOptions('`mask`', given || {}, maskOptions);
}

/** Throws `TypeError` as `checkClientOptions`, for the options of a call. */
export function checkCallOptions<B extends BindingKind>(options: CallOptions<B>): CallOptions<B> {
  return checkOptions('A call', options, callOptions as OptionKinds<CallOptions<B>>);
}
