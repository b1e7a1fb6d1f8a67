import fc from 'fast-check';
import { CurrencyCode } from 'wallet-api';
import { runs } from '../support/thorough.js';
import { directTransport } from './connection.js';
import { type Binding, bindings, callerOf, serverOf } from './services.js';

/**
 * Whatever valid values a caller passes, and whatever the service answers, each of the four bindings carries the same. What is
 * left out of the values is what a binding cannot say:
 * - a lone surrogate, U+FFFE, U+FFFF and control characters but tab, line feed and carriage return: not characters of XML 1.0;
 * - an absent string over GET and POST: a query has no "absent", and ASP.NET demands every parameter; the empty string arrives.
 * - the sign of -0 over GET and POST: .NET's number parser drops it, and a server that passes for ASP.NET does too.
 */

/** Characters of XML 1.0 (2.2), most often those that need care. */
const character = fc.oneof(
  fc.constantFrom(
    ...'<>&"\'%+=;?#/\\ \t\n\r\u0085\u2028\u00a0жЯ漢🙂\ud7ff\ue000\ufffd\u007f\u0080',
    ']]>',
    '&#',
    '%u0416',
    'a',
    '1',
  ),
  fc
    .integer({ min: 0x20, max: 0x10ffff })
    .filter(isXmlCharacter)
    .map((code) => String.fromCodePoint(code)),
);
const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(''));
const int = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2147483647, -2147483648));
const long = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(0n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)),
);
const double = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 1e21, 1e-7, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, Infinity, -Infinity, NaN, 1234567.5),
);
/** UTF-16 code units that are characters by themselves. */
const char = fc
  .integer({ min: 0, max: 0xffff })
  .filter(isXmlCharacter)
  .map((unit) => String.fromCharCode(unit));
const currency = fc.constantFrom(...Object.values(CurrencyCode));

const operations = {
  AccountApi: {
    MarkAllOperationsAsReadForCurrency: fc.record({ sessionId: text, currency }),
    MarkAllMessagesAsReadForContact: fc.record({ sessionId: text, wmid: text }),
    ContactSetFavorite: fc.record({ sessionId: text, wmid: text, value: fc.boolean() }),
    TopupAtmCard: fc.record({ sessionId: text, id: long, amount: double, purseFrom: text }),
    MarkOperationAsRead: fc.record({ sessionId: text, id: long }),
  },
  TelepayApi: {
    TelepaySchedulerConfirmCreate: fc.record({ sessionId: text, profileId: int, taskId: int, code: text }),
  },
  ExchangerApi: {
    Exchange: fc.record({ sessionId: text, CurrencyToBuy: char, CurrencyToPay: char, amountToPay: double }),
  },
  PushApi: {
    UnsubscribeWithAuthTicket: fc.record({ ticket: text, wmid: text, pushServiceUserId: text }),
    UnsubscribeApp: fc.record({ appId: text, userId: text, pushServiceUserId: text, authHash: text }),
  },
  ErrorsApi: {
    GetErrorDesc: fc.record({ errorCode: int, cultureCode: int }),
  },
} as const;

const list = Object.entries(operations).flatMap(([service, inputs]) =>
  Object.entries(inputs).map(([operation, input]) => [service, operation, input as fc.Arbitrary<object>] as const),
);

let received: unknown;
let result: unknown;
const call = callerOf(
  directTransport(
    serverOf((_, input) => {
      received = input;
      return result;
    }),
  ),
);

describe.each(list)('%s.%s', (service, operation, inputs) => {
  const results: fc.Arbitrary<unknown> = operation === 'GetErrorDesc' ? fc.option(text, { nil: undefined }) : int;

  it.each(bindings)('carries any input and any result over %s', async (binding) => {
    await fc.assert(
      fc.asyncProperty(inputs, results, async (input, answer) => {
        result = answer;
        received = 'nothing arrived';
        const returned = await call(service, operation, input, binding);
        // `toStrictEqual` tells 0 from -0, and a missing property from an undefined one.
        expect(received).toStrictEqual(isHttp(binding) ? withoutNegativeZero(input) : { ...input });
        expect(returned).toBe(answer);
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('a string that is left out', () => {
  it.each(bindings)('reaches the service over %s as what the binding can say', async (binding) => {
    result = 0;
    await call('AccountApi', 'MarkAllMessagesAsReadForContact', { wmid: 'w' }, binding);
    expect(received).toStrictEqual(isHttp(binding) ? { sessionId: '', wmid: 'w' } : { wmid: 'w' });
  });
});

describe('values that are none of their type', () => {
  const wrong: readonly (readonly [string, string, object])[] = [
    ['AccountApi', 'MarkOperationAsRead', { id: 2n ** 63n }],
    ['AccountApi', 'MarkOperationAsRead', {}],
    ['AccountApi', 'MarkAllOperationsAsReadForCurrency', { currency: 'WMZ' }],
    ['AccountApi', 'MarkAllMessagesAsReadForContact', { wmid: '\ud83d' }],
    ['TelepayApi', 'TelepaySchedulerConfirmCreate', { profileId: 2147483648, taskId: 0 }],
    ['TelepayApi', 'TelepaySchedulerConfirmCreate', { profileId: 1.5, taskId: 0 }],
    ['ExchangerApi', 'Exchange', { CurrencyToBuy: 'zz', CurrencyToPay: 'r', amountToPay: 1 }],
    ['ExchangerApi', 'Exchange', { CurrencyToBuy: '', CurrencyToPay: 'r', amountToPay: 1 }],
  ];
  it.each(bindings.flatMap((binding) => wrong.map((row) => [binding, ...row] as const)))(
    'are refused before anything is sent: %s %s.%s %p',
    async (binding, service, operation, input) => {
      received = 'nothing arrived';
      await expect(call(service, operation, input, binding)).rejects.toThrow();
      expect(received).toBe('nothing arrived');
    },
  );
});

function isHttp(binding: Binding): boolean {
  return binding === 'httpGet' || binding === 'httpPost';
}

function withoutNegativeZero(input: object): object {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, Object.is(value, -0) ? 0 : value]));
}

/** XML 1.0, 2.2, `Char`. */
function isXmlCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
