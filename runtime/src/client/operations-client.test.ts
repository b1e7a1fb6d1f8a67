import { element, field, record, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import type { OperationDescriptor } from '../service/descriptor.js';
import { soap11Calls } from './bindings.js';
import { operationsClient, type ServiceFacts } from './operations-client.js';
import type { Transport } from './transport.js';

const ns = 'urn:o';
const facts: ServiceFacts = {
  kind: 'service',
  name: 'Sums',
  namespace: ns,
  placeholders: [],
  ports: [{ name: 'Sums', binding: 'soap11', address: 'https://sums.example' }],
};
const message = (name: string, property: string): OperationDescriptor['input'] => ({
  element: element(ns, name, record(ns, '', { content: sequence([field(ns, property, xs.int)]) })),
});
const double: OperationDescriptor<'double'> = {
  name: 'Double',
  input: message('Double', 'of'),
  output: { ...message('DoubleResponse', 'result'), unwrap: 'result' },
  soap11: { action: 'urn:o/Double', style: 'document' },
};
interface Methods {
  double: { input: { of: number }; output: number };
}

const transport: Transport = async ({ body }) => {
  const of = Number(/<of>(\d+)</.exec(String(body))?.[1]);
  const answer = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><DoubleResponse xmlns="${ns}"><result>${2 * of}</result></DoubleResponse></s:Body></s:Envelope>`;
  return {
    status: 200,
    statusText: 'OK',
    headers: new Headers({ 'Content-Type': 'text/xml' }),
    body: new TextEncoder().encode(answer),
  };
};

describe('a client of some operations', () => {
  const client = operationsClient<Methods, 'soap11'>(facts, { double }, { transport }, { soap11: soap11Calls });

  it('has a method for each of them', async () => {
    expect(await client.double({ of: 21 })).toBe(42);
    expect(client.$service.operations).toEqual({ double });
  });

  it('recognizes faults as every client does', () => {
    expect(client.$isFault('double', new Error('other'))).toBe(false);
  });
});
