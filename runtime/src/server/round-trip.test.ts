import fc from 'fast-check';
import { AccountApi, Currency, ErrorsApi, ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import { namespaces } from '../../../tests/support/runtime/server.js';
import { DynamicClient } from '../dynamic-client.js';
import type { Transport } from '../http/transport.js';
import type { BindingKind, MethodTypes, ServiceDescriptor } from '../service/descriptor.js';
import { createServer, registerService, type SoapServer } from './index.js';

/** A client's transport that hands requests to a server in the same process. */
function transportTo(server: SoapServer): Transport {
  return async ({ method, url, headers, body }) => {
    const answer = await server.handle({
      method,
      url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      body: typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array(0)),
    });
    return {
      status: answer.status,
      statusText: '',
      headers: new Headers(answer.headers),
      body: typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body,
    };
  };
}

const runs = { numRuns: 40 };
const bindings: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Characters that XML 1.0 can carry; line ends included. */
const xmlText = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('\r', '\n', '\t', '<', '&', '"', ' ', '+', '%', ';', 'Я', '😀'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
  })
  .map((text) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
const int = fc.integer({ min: -2147483648, max: 2147483647 });
const char = fc
  .integer({ min: 1, max: 0xffff })
  .filter((unit) => unit < 0xd800 || unit > 0xdfff)
  .map((unit) => String.fromCharCode(unit));
const double = fc
  .oneof(fc.double(), fc.constantFrom(1e21, 1e-7, 0.1, 5e-324, 1.7976931348623157e308))
  .map((value) => (value === 0 ? 0 : value));

describe('in every binding the same values arrive, and the same result comes back', () => {
  const seen: unknown[] = [];
  let result: unknown;
  const handler = (input: unknown): never => {
    seen.push(input);
    return result as never;
  };
  const server = createServer({
    services: [
      registerService(ExchangerApi, { exchange: handler }),
      registerService(AccountApi, {
        contactSetFavorite: handler,
        markAllOperationsAsReadForCurrency: handler,
        topupAtmCard: handler,
      }),
      registerService(ErrorsApi, { getErrorDesc: handler }),
    ],
    namespaces,
  });

  const check = async (service: object, method: string, input: object, expected: unknown): Promise<void> => {
    const client = new DynamicClient<Record<string, MethodTypes>>(service as unknown as ServiceDescriptor, {
      baseUrl: 'http://wallet.test',
      namespaces,
      transport: transportTo(server),
    });
    for (const binding of bindings) {
      seen.length = 0;
      result = expected;
      expect(await client.call(method, input, { binding })).toEqual(expected);
      expect(seen).toEqual([input]);
    }
  };

  it('long, double and string', async () => {
    const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const input = fc.record({ sessionId: xmlText, id: long, amount: double, purseFrom: xmlText });
    await fc.assert(
      fc.asyncProperty(input, int, (value, answer) => check(AccountApi, 'topupAtmCard', value, answer)),
      runs,
    );
  });

  it('char', async () => {
    const input = fc.record({ sessionId: xmlText, CurrencyToBuy: char, CurrencyToPay: char, amountToPay: double });
    await fc.assert(
      fc.asyncProperty(input, int, (value, answer) => check(ExchangerApi, 'exchange', value, answer)),
      runs,
    );
  });

  it('boolean and enumeration', async () => {
    const favorite = fc.record({ sessionId: xmlText, wmid: xmlText, value: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(favorite, int, (value, answer) => check(AccountApi, 'contactSetFavorite', value, answer)),
      runs,
    );
    for (const currency of Object.values(Currency)) {
      await check(AccountApi, 'markAllOperationsAsReadForCurrency', { sessionId: 's', currency }, 1);
    }
  });

  it('strings as results, absent ones too', async () => {
    const input = fc.record({ errorCode: int, cultureCode: int });
    const text = fc.option(xmlText, { nil: undefined });
    await fc.assert(
      fc.asyncProperty(input, text, (value, answer) => check(ErrorsApi, 'getErrorDesc', value, answer)),
      runs,
    );
  });
});
