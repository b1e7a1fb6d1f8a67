import { double, type SumsMethods, sums, sumsNamespace } from '../../../tests/support/runtime/sums.js';
import type { Transport } from '../http/transport.js';
import { operationsClient } from './operations-client.js';
import { soap11Calls } from './plans/bindings.js';

const transport: Transport = async ({ body }) => {
  const of = Number(/<of>(\d+)</.exec(String(body))?.[1]);
  const answer = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><DoubleResponse xmlns="${sumsNamespace}"><result>${2 * of}</result></DoubleResponse></s:Body></s:Envelope>`;
  return {
    status: 200,
    statusText: 'OK',
    headers: new Headers({ 'Content-Type': 'text/xml' }),
    body: new TextEncoder().encode(answer),
  };
};

describe('a client of some operations', () => {
  const client = operationsClient<SumsMethods, 'soap11'>(sums, { double }, { transport }, { soap11: soap11Calls });

  it('has a method for each of them', async () => {
    expect(await client.double({ of: 21 })).toBe(42);
    expect(client.$service.operations).toEqual({ double });
  });

  it('recognizes faults as every client does', () => {
    expect(client.$isFault('double', new Error('other'))).toBe(false);
  });
});
