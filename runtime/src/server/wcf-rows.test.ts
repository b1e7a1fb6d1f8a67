import { env11, envelope, send } from '../../../tests/support/runtime/server.js';
import { type ComplexType, complexType, derivedTypes, element, field, list, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import { createServer, registerService } from './index.js';

/**
 * Rules of a WCF service, one in each row: the answer to a request with data contracts, and the arguments that reach the
 * operation.
 */

interface Item {
  Id: string;
  Name?: string | null;
  Zebra?: string | null;
}
interface Letter extends Item {
  Airmail?: boolean;
  Care?: string[] | null;
}
interface Methods {
  put: { input: { value?: unknown }; output: undefined };
}

const ns = 'http://parcels.example/';
const data = 'http://parcels.example/data';
const path = '/Parcels.svc';

// Members as WCF publishes them: base class first, then by Order, then by name.
const Item: ComplexType<Item> = complexType(data, 'Item', {
  derived: derivedTypes(() => [Letter]),
  content: sequence([
    field(data, 'Id', xs.string),
    field(data, 'Name', xs.string, { min: 0, nillable: true }),
    field(data, 'Zebra', xs.string, { min: 0, nillable: true }),
  ]),
});
const Letter: ComplexType<Letter> = complexType(data, 'Letter', {
  typeName: 'Letter',
  extends: () => Item,
  content: sequence([
    field(data, 'Airmail', xs.boolean, { min: 0 }),
    field(data, 'Care', list(data, 'Care', xs.string), { min: 0, nillable: true }),
  ]),
});

const service: ServiceDescriptor<Methods> = {
  kind: 'service',
  name: 'Parcels',
  namespace: ns,
  placeholders: [],
  ports: [{ name: 'Basic', binding: 'soap11', address: `http://parcels.example${path}` }],
  operations: {
    put: {
      name: 'Put',
      method: 'put',
      input: {
        element: element(
          ns,
          'Put',
          complexType(ns, '', { content: sequence([field(ns, 'value', () => Item, { min: 0, nillable: true })]) }),
        ),
      },
      output: { element: element(ns, 'PutResponse', complexType(ns, '', { content: sequence([]) })) },
      soap11: { action: `${ns}IParcels/Put`, style: 'document' },
    },
  },
};

async function put(value: string) {
  const inputs: unknown[] = [];
  const implementation = { put: (input: unknown) => void inputs.push(input) };
  const server = createServer({ services: [registerService(service, implementation as never)] });
  const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${ns}IParcels/Put"` };
  const body = `<Put xmlns="${ns}" xmlns:d="${data}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${value}</Put>`;
  return { got: await send(server, 'POST', path, headers, envelope(env11, body)), inputs };
}

const id = '<d:Id>1</d:Id>';
const letter = (members: string): string => `<value i:type="d:Letter">${members}</value>`;

it.each<[string, string, object]>([
  ['a known type, by i:type', letter(`${id}<d:Airmail>true</d:Airmail>`), { $type: 'Letter', Id: '1', Airmail: true }],
  [
    'the members of the base class come first',
    letter(`${id}<d:Airmail>true</d:Airmail><d:Name>late</d:Name>`),
    { $type: 'Letter', Id: '1', Airmail: true },
  ],
  ['[Flags] are a list', letter(`${id}<d:Care>Cold Dry</d:Care>`), { $type: 'Letter', Id: '1', Care: ['Cold', 'Dry'] }],
  ['nil is null, absent is absent', `<value>${id}<d:Name i:nil="true"/></value>`, { Id: '1', Name: null }],
  ['what a newer version adds is passed over', `<value>${id}<d:New><d:Name>x</d:Name></d:New></value>`, { Id: '1' }],
])('%s', async (_, value, arrived) => {
  const { got, inputs } = await put(value);
  expect([got.status, inputs]).toEqual([200, [{ value: arrived }]]);
});

it('a parameter that is nil is null', async () => {
  expect((await put('<value i:nil="true"/>')).inputs).toEqual([{ value: null }]);
  expect((await put('')).inputs).toEqual([{}]);
});

it.each([
  ['is not there', '<value><d:Name>n</d:Name></value>'],
  ['comes late', `<value><d:Name>n</d:Name>${id}</value>`],
  ['is in another namespace', '<value><Id>1</Id></value>'],
])('a member with IsRequired that %s is a fault', async (_, value) => {
  const { got, inputs } = await put(value);
  expect([got.status, inputs]).toEqual([500, []]);
  expect(got.text).toContain('a:DeserializationFailed');
});

describe('at the address', () => {
  const server = createServer({ services: [registerService(service, { put: () => undefined } as never)] });

  it.each(['HEAD', 'OPTIONS', 'PUT', 'DELETE'])('%s: 405', async (method) => {
    expect((await send(server, method, path)).status).toBe(405);
  });

  it('there is no binding for GET and POST behind it', async () => {
    expect((await send(server, 'GET', `${path}/Put?value=1`)).status).toBe(404);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await send(server, 'POST', `${path}/Put`, form, 'value=1')).status).toBe(404);
  });

  it('a request without a content type: 415', async () => {
    const got = await send(server, 'POST', path, { SOAPAction: `"${ns}IParcels/Put"` }, envelope(env11, ''));
    expect([got.status, got.text]).toEqual([415, '']);
  });

  it('the WSDL that was posted to is SOAP', async () => {
    expect((await send(server, 'POST', `${path}?wsdl`, {}, '')).status).toBe(415);
  });
});
