import {
  createFetchTransport,
  DynamicClient,
  type OperationDescriptor,
  registerService,
  type ServiceDescriptor,
  SoapFault,
} from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { json, problemOf, sender } from '../../../tests/support/runtime/gateway.js';

const ns = 'urn:camel';
const many = { list: true, min: 0, max: Number.POSITIVE_INFINITY } as const;
const line = complexType(ns, 'Line', {
  content: sequence([field(ns, 'ID', xs.long), field(ns, 'Unit-Price', xs.decimal, { min: 0 })]),
});
const message = (name: string, ...fields: Parameters<typeof sequence>[0]) =>
  element(ns, name, complexType(ns, '', { content: sequence(fields) }));
const order = [field(ns, 'Customer', xs.string), field(ns, 'Lines', line, many)];
const headers = [
  { property: 'SessionId', element: element(ns, 'SessionId', xs.string) },
  { property: 'Best', element: element(ns, 'Best', line) },
];
const soap11 = { action: 'urn:a', style: 'document' } as const;
const put: OperationDescriptor = {
  name: 'PutOrder',
  input: { element: message('PutOrder', ...order) },
  output: { element: message('PutOrderResponse', ...order) },
  faults: [{ name: 'Refused', element: element(ns, 'Refused', line) }],
  soap11: { ...soap11, inputHeaders: headers, outputHeaders: headers },
};
const file: OperationDescriptor = {
  name: 'PutFile',
  input: { element: message('PutFile', field(ns, 'FileContent', xs.base64Binary)) },
  output: { element: message('PutFileResponse', field(ns, 'FileContent', xs.base64Binary)) },
  soap11: { ...soap11, action: 'urn:b' },
};
const Orders: ServiceDescriptor = {
  kind: 'service',
  name: 'Orders',
  namespace: ns,
  placeholders: [],
  ports: [{ name: 'Soap', binding: 'soap11', address: 'http://localhost/orders' }],
  operations: { putOrder: put, putFile: file },
};
const registration = registerService(
  Orders as never,
  {
    putOrder: (input: { Customer: string }, context: { soapHeaders: object; responseSoapHeaders: object }) => {
      if (input.Customer === 'nobody') {
        throw new SoapFault('No.', { fault: 'Refused', detail: { ID: 5n } } as never);
      }
      Object.assign(context.responseSoapHeaders, context.soapHeaders);
      return input;
    },
    putFile: (input: object) => input,
  } as never,
);
const server = createServer({ services: [registration] });
const transport = createFetchTransport((...request) => server.fetch(new Request(...request)));
const client = new DynamicClient(Orders as never, { address: 'http://localhost/orders', transport }) as never;
const options = { members: 'camelCase', routes: { putOrder: 'POST /orders/{customer}' } } as const;
const gateways = {
  class: sender({ services: [{ service: registration }], ...options }),
  client: sender({ services: [{ client }], ...options }),
};
const lines = [{ id: '9007199254740993', unitPrice: '1.10' }, { id: '2' }];

describe.each(['class', 'client'] as const)('a gateway to a %s with members in camel case', (way) => {
  const send = gateways[way];

  it('reads and writes them in the path, the body, and header blocks', async () => {
    const answer = await send('/orders/Ada', json({ lines, $headers: { best: lines[1] } }, { 'Soap-SessionId': 's' }));
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { customer: 'Ada', lines }]);
    expect(answer.headers.get('soap-sessionid')).toBe('s');
    expect(JSON.parse(answer.headers.get('soap-best') ?? '')).toEqual(lines[1]);
  });

  it('names them in mistakes, and those of the contract are none', async () => {
    const answer = await send('/orders/Ada', json({ lines: [{ ID: '1' }, { id: 1 }] }));
    expect(answer.status).toBe(422);
    expect(problemOf(answer).errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '/lines/0/ID', meant: 'id' }),
        expect.objectContaining({ pointer: '/lines/1/id' }),
      ]),
    );
  });

  it('has them in faults', async () => {
    const answer = await send('/orders/nobody', json({ lines: [] }));
    expect(problemOf(answer)).toMatchObject({ status: 422, fault: { name: 'Refused', detail: { id: '5' } } });
  });

  it('has them in items that come and go one by one', async () => {
    const type = 'application/x-ndjson';
    const body = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
    const answer = await send('/orders/Ada', { body, headers: { 'Content-Type': type, Accept: type } });
    expect([answer.status, answer.text]).toEqual([200, body]);
    const wrong = await send('/orders/Ada', { body: '{"id":"1"}\n{"ID":"2"}\n', headers: { 'Content-Type': type } });
    expect(problemOf(wrong).errors[0]).toMatchObject({ pointer: '/lines/1/ID', meant: 'id' });
  });

  it('takes and gives the only binary value as it is', async () => {
    const headers = { 'Content-Type': 'image/png', Accept: 'application/octet-stream' };
    const answer = await send('/Orders/putFile', { body: 'abc', headers });
    expect([answer.status, answer.text]).toEqual([200, 'abc']);
    expect((await send('/Orders/putFile', { body: 'abc', headers: { 'Content-Type': 'image/png' } })).text).toBe(
      '{"fileContent":"YWJj"}',
    );
  });

  it('has them in its document', async () => {
    const { text } = await send('/openapi.json', { method: 'GET' });
    const { components, paths } = JSON.parse(text) as {
      components: { schemas: Record<string, { properties: object; required: readonly string[] }> };
      paths: Record<string, { post: { parameters: readonly { name: string }[]; requestBody: { content: object } } }>;
    };
    expect(components.schemas.Line).toMatchObject({ required: ['id'], properties: { id: {}, unitPrice: {} } });
    const { post } = paths['/orders/{customer}'] as (typeof paths)[string];
    expect(post.parameters.map(({ name }) => name)).toEqual(['customer', 'Soap-sessionId']);
    expect(text).not.toContain('"Customer"');
    expect(Object.keys(paths['/Orders/putFile']?.post.requestBody.content ?? {})).toContain('application/octet-stream');
  });
});
