import { wsAddressing } from '../../addressing/index.js';
import { createFetchTransport, messageValidator } from '../../index.js';
import { checkCallOptions, checkClientOptions } from './option-kinds.js';
import type { ClientOptions } from './options.js';

const right: ClientOptions[] = [
  {},
  { baseUrl: 'https://api.example', port: 'Main', headers: { 'x-id': '1' }, timeoutMs: 0, mtom: true },
  { transport: createFetchTransport(), interceptors: [(call, next) => next(call)], retry: { attempts: 2 } },
  {
    mask: false,
    addressing: wsAddressing('2004/08'),
    declareAt: 'use',
    unknownProperties: 'ignore',
    tolerate: { missing: 'default' },
  },
  {
    addressing: false,
    tolerate: 'all',
    extensions: [{ understands: [] }],
    strict: false,
    validate: messageValidator(),
  },
  { prefixes: { soap: 'soapenv' }, soapHeaders: () => ({}), mask: { words: ['customer'] }, limits: { maxDepth: 9 } },
];

const wrong: readonly (readonly [option: string, value: unknown, message: string])[] = [
  ['timeoutMs', '5s', 'The option `timeoutMs` must be a number of milliseconds, not "5s".'],
  ['timeoutMs', Number.NaN, 'The option `timeoutMs` must be a number of milliseconds, not NaN.'],
  ['transport', 5, 'The option `transport` must be a function, not 5.'],
  ['interceptors', [5], 'The option `interceptors` must be an array of functions.'],
  ['retry', 3, 'The option `retry` must be an object with the number of `attempts`, not 3.'],
  ['validate', true, 'The option `validate` must be `messageValidator()`, not true.'],
  ['declareAt', 'root', 'The option `declareAt` must be "envelope" or "use", not "root".'],
  [
    'addressing',
    '1.0',
    'The option `addressing` must be false, or `wsAddressing()` of the entry `addressing`, not "1.0".',
  ],
  ['strict', 'yes', 'The option `strict` must be true or false, not "yes".'],
  ['headers', 'x-id: 1', 'The option `headers` must be an object of header fields, not "x-id: 1".'],
  ['retry', {}, 'The option `retry` needs the number of `attempts`.'],
  ['retry', { attempt: 3 }, '`retry` of a client has no option `attempt`; did you mean `attempts`?'],
  ['limits', { maxDepth: '9' }, 'The option `maxDepth` must be a number, not "9".'],
  ['mask', { words: 'customer' }, 'The option `words` must be an array of words, not "customer".'],
  ['baseURL', 'https://a.example', 'A client has no option `baseURL`; did you mean `baseUrl`?'],
  ['retries', 3, 'A client has no option `retries`; did you mean `retry`?'],
];

describe('the options of a client', () => {
  it.each(right)('takes options of their kinds: %o', (options) => {
    expect(() => checkClientOptions(options)).not.toThrow();
  });

  it.each(wrong)('refuses %s %p', (option, value, message) => {
    expect(() => checkClientOptions({ [option]: value })).toThrow(new TypeError(message));
  });

  it.each([null, undefined, 'https://a.example', 5, [], () => ({})])('are an object, not %p', (options) => {
    expect(() => checkClientOptions(options as never)).toThrow(/^The options of a client must be an object, not /);
  });

  it('may be null or undefined, which is as if they were absent', () => {
    expect(() => checkClientOptions({ retry: null, transport: undefined, typo: undefined } as object)).not.toThrow();
  });
});

it('the options of a call are named where none is near', () => {
  expect(() => checkCallOptions({ SessionHeader: {} } as object)).toThrow(
    'A call has no option `SessionHeader`; its options are `binding`, `signal`, `timeoutMs`, `headers`, `soapHeaders`,',
  );
});
