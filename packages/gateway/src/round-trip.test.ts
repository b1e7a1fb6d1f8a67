import { createFetchTransport, DynamicClient, registerService, type ServiceDescriptor } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { type ComplexType, complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import fc from 'fast-check';
import { json, sender } from '../../../tests/support/runtime/gateway.js';
import { runs } from '../../../tests/support/thorough.js';

/**
 * What a caller sends as JSON goes through the gateway, as SOAP to the service, and back: it is the same JSON. Values that XML 1.0 cannot hold are left out.
 */
const ns = 'urn:echo';
const optional = { min: 0 };
const many = { list: true, min: 0, max: Number.POSITIVE_INFINITY } as const;
const values: ComplexType = complexType(ns, 'Values', () => ({
  content: sequence([
    field(ns, 'long', xs.long, optional),
    field(ns, 'unsigned', xs.unsignedLong, optional),
    field(ns, 'integer', xs.integer, optional),
    field(ns, 'decimal', xs.decimal, optional),
    field(ns, 'double', xs.double, optional),
    field(ns, 'octets', xs.base64Binary, optional),
    field(ns, 'text', xs.string, { min: 0, nillable: true }),
    field(ns, 'longs', xs.long, many),
    field(ns, 'inner', values, many),
  ]),
}));
const message = (name: string) =>
  element(
    ns,
    name,
    complexType(ns, '', () => ({ content: sequence([field(ns, 'value', values)]) })),
  );
const soap = { action: 'urn:echo/echo', style: 'document' as const };
type Echo = {
  readonly echo: { readonly input: { readonly value: object }; readonly output: { readonly value: object } };
};
const service: ServiceDescriptor<Echo> = {
  kind: 'service',
  name: 'Echo',
  namespace: ns,
  placeholders: [],
  ports: [{ name: 'Soap', binding: 'soap11', address: 'http://localhost/echo' }],
  operations: {
    echo: {
      name: 'Echo',
      method: 'echo',
      input: { element: message('Echo') },
      output: { element: message('EchoResponse') },
      soap11: soap,
    },
  },
};
const registration = registerService(service, { echo: (input) => input });
const server = createServer({ services: [registration] });
const transport = createFetchTransport((...request) => server.fetch(new Request(...request)));
const client = new DynamicClient(service, { address: 'http://localhost/echo', transport });
const gateways = {
  class: sender({ services: [{ service: registration }] }),
  client: sender({ services: [{ client }] }),
};

const digits = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map(String);
const long = fc.oneof(
  digits(-(2n ** 63n), 2n ** 63n - 1n),
  fc.constantFrom('9007199254740993', '9223372036854775807', '-9223372036854775808'),
);
const decimal = fc
  .tuple(digits(-(10n ** 30n), 10n ** 30n), fc.stringMatching(/^[0-9]{0,24}[1-9]$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`);
const text = fc.string({ unit: 'grapheme' }).filter((each) => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]*$/u.test(each));
const members = (inner: fc.Arbitrary<unknown>) =>
  fc.record(
    {
      long,
      unsigned: digits(0n, 2n ** 64n - 1n),
      integer: digits(-(10n ** 40n), 10n ** 40n),
      decimal,
      double: fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
      octets: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      text: fc.option(text),
      longs: fc.array(long, { maxLength: 3 }),
      inner: fc.array(inner, { maxLength: 2 }),
    },
    { requiredKeys: ['longs', 'inner'] },
  );
const value = members(members(fc.constant({ longs: [], inner: [] })));

it.each(['class', 'client'] as const)('what goes through a gateway to a %s and back is the same', async (way) => {
  await fc.assert(
    fc.asyncProperty(value, async (given) => {
      const answer = await gateways[way]('/Echo/echo', json({ value: given }));
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { value: given }]);
    }),
    { numRuns: runs(60) },
  );
});
