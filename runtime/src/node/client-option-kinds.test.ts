import type { ClientOptions } from '../client/options.js';
import { soapHeaderBlocks } from '../client/soap-headers.js';
import { createFetchTransport, messageValidator, preciseMasking } from '../index.js';
import { recovery, strictness } from '../schema/index.js';
import { soapPackages } from '../soap/packages.js';
import { checkKinds } from './client-option-kinds.js';

const right: ClientOptions[] = [
  {},
  { baseUrl: 'https://api.example', port: 'Main', headers: { 'x-id': '1' }, timeoutMs: 0, mtom: true },
  { transport: createFetchTransport(), interceptors: [(call, next) => next(call)], retry: { attempts: 2 } },
  {
    mask: false,
    addressing: '2004/08',
    declareAt: 'use',
    unknownProperties: 'ignore',
    tolerate: { missing: 'default' },
  },
  { mask: preciseMasking(), addressing: true, tolerate: 'all', extensions: [{ understands: [] }], strict: false },
  { recovery, strictness, headerBlocks: soapHeaderBlocks, packages: soapPackages, validate: messageValidator() },
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
  ['addressing', '1.1', 'The option `addressing` must be true, false, "1.0" or "2004/08", not "1.1".'],
  ['strict', 'yes', 'The option `strict` must be true or false, not "yes".'],
  ['headers', 'x-id: 1', 'The option `headers` must be an object of header fields, not "x-id: 1".'],
  ['limits', { maxDepth: '9' }, 'The option `limits` must be an object of numbers.'],
  ['mask', { words: 'customer' }, 'The option `mask` must be false, or an object with arrays of words.'],
];

describe('checkKinds', () => {
  it.each(right)('takes options of their kinds: %o', (options) => {
    expect(() => checkKinds(options)).not.toThrow();
  });

  it.each(wrong)('refuses %s %p', (option, value, message) => {
    expect(() => checkKinds({ [option]: value })).toThrow(new TypeError(message));
  });

  it('takes null for an option that is absent, and other names than those of options', () => {
    expect(() => checkKinds({ retry: null, constructor: 5 } as object)).not.toThrow();
  });
});
