import type { OperationDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { AccountApi, ExchangerApi } from 'wallet-api';
import { faultStatus, openApi } from './index.js';

const ns = 'urn:t';
const line = complexType(ns, 'Line', { content: sequence([field(ns, 'id', xs.long)]) });
const wanted = complexType(ns, '', {
  content: sequence([
    field(ns, 'number', xs.int),
    field(ns, 'kind', xs.string, { min: 0 }),
    field(ns, 'tags', xs.string, { list: true, min: 0, max: Number.POSITIVE_INFINITY }),
    field(ns, 'line', line, { min: 0 }),
  ]),
});
const found = complexType(ns, '', {
  content: sequence([field(ns, 'lines', line, { list: true, min: 0, max: Number.POSITIVE_INFINITY })]),
});
const file = complexType(ns, '', { content: sequence([field(ns, 'data', xs.base64Binary)]) });
const credentials = complexType(ns, 'Credentials', { content: sequence([field(ns, 'user', xs.string)]) });
const reason = complexType(ns, 'Reason', { content: sequence([field(ns, 'code', xs.int)]) });

const headers = [
  { property: 'trace', element: element(ns, 'trace', xs.string) },
  { property: 'auth', element: element(ns, 'auth', credentials) },
];
const find: OperationDescriptor = {
  name: 'Find',
  documentation: 'Finds an order. It changes nothing.',
  input: { element: element(ns, 'Find', wanted) },
  output: { element: element(ns, 'FindResponse', found), unwrap: 'lines' },
  faults: [{ name: 'NotFound', element: element(ns, 'notFound', reason) }],
};
const shop: ServiceDescriptor = {
  kind: 'service',
  name: 'Shop',
  namespace: ns,
  documentation: 'Orders of a shop.',
  ports: [{ name: 'P', binding: 'soap11' }],
  placeholders: [],
  operations: {
    find,
    store: {
      name: 'Store',
      input: { element: element(ns, 'Store', file) },
      soap11: { action: '', style: 'document', inputHeaders: headers, outputHeaders: headers },
      output: {},
    },
    note: { name: 'Note', oneWay: true, input: { element: element(ns, 'note', xs.string) } },
  },
};

interface Described {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly content?: object;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: object }>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema?: object }>> }
    >
  >;
}

function described(path: string, options: Parameters<typeof openApi>[1] = {}, verb = 'post'): Described {
  return openApi(shop, options).paths[path]?.[verb] as Described;
}

it('has the services with their texts, the operations by path and verb, and the schemas that they share', () => {
  const document = openApi([AccountApi, ExchangerApi], {
    title: 'Wallet',
    version: '2.1.0',
    servers: ['https://wallet.example/api'],
  });
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Wallet', version: '2.1.0' },
    servers: [{ url: 'https://wallet.example/api' }],
    tags: [{ name: 'AccountApi' }, { name: 'ExchangerApi' }],
  });
  expect(Object.keys(document.paths)).toContain('/ExchangerApi/exchange');
  expect(openApi(shop).info).toEqual({ title: 'Shop', version: '1.0.0', description: 'Orders of a shop.' });
  expect(described('/Shop/find')).toMatchObject({
    operationId: 'Shop.find',
    summary: 'Finds an order.',
    description: 'Finds an order. It changes nothing.',
  });
});

it('values of a request without body are in the query: once, several times, or as JSON', () => {
  const { parameters, requestBody } = described('/Shop/find', { safe: ['find'] }, 'get');
  expect(requestBody).toBeUndefined();
  expect(
    parameters?.map(({ name, in: place, required, content }) => [name, place, required, content !== undefined]),
  ).toEqual([
    ['number', 'query', true, false],
    ['kind', 'query', undefined, false],
    ['tags', 'query', undefined, false],
    ['line', 'query', undefined, true],
  ]);
});

it('a member in the path is no part of the body', () => {
  const { parameters, requestBody } = described('/find/{number}', { routes: { find: 'PUT /find/{number}' } }, 'put');
  expect(parameters).toMatchObject([{ name: 'number', in: 'path', required: true }]);
  const schema = requestBody?.content['application/json']?.schema;
  expect(schema).not.toHaveProperty('properties.number');
  expect(schema).toHaveProperty('properties.kind');
  expect(schema).not.toHaveProperty('required');
});

it.each([
  [{ routes: { find: '/{nothing}' } }, 'has {nothing}, which is no member of its request.'],
  [{ routes: { find: '/{tags}' } }, 'has {tags}, which is a member of its request that is no single text.'],
  [{ safe: ['note'] }, '"Shop.note" cannot be GET: its request is not an object with members, so it needs a body.'],
  [
    { security: [{ key: [] }], securitySchemes: {} },
    '`security` names the scheme "key", which `securitySchemes` does not have.',
  ],
  [{ verion: '1' } as object, '`openApi` has no option `verion`; did you mean `version`?'],
])('%j is refused', (options, message) => {
  expect(() => openApi(shop, options)).toThrow(message);
});

it('header blocks are fields of the header where they are texts, else members of the body, and can be left out', () => {
  const { parameters, requestBody, responses } = described('/Shop/store');
  expect(parameters).toMatchObject([{ name: 'Soap-trace', in: 'header' }]);
  expect(requestBody?.content['application/json']?.schema).toHaveProperty('properties.$headers.properties.auth');
  expect(responses[200]).toHaveProperty('headers.Soap-trace');
  const without = described('/Shop/store', { headerBlocks: false });
  expect(without.parameters).toBeUndefined();
  expect(JSON.stringify(without)).not.toContain('$headers');
});

it('a one-way operation answers 202 without content, one without result with null', () => {
  expect(described('/Shop/note').responses[202]).toEqual({ description: 'The message was taken. Nothing answers.' });
  expect(described('/Shop/note').responses[200]).toBeUndefined();
  expect(described('/Shop/store').responses[200]?.content?.['application/json']?.schema).toEqual({ type: 'null' });
});

it('lists come item by item, and a single binary value as it is', () => {
  const types = Object.keys(described('/Shop/find').responses[200]?.content ?? {});
  expect(types).toEqual(['application/json', 'application/x-ndjson', 'application/json-seq']);
  const { requestBody } = described('/Shop/store', { headerBlocks: false });
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json', 'application/octet-stream']);
});

it('faults are problems with their typed detail, at the status that the table gives', () => {
  const text = JSON.stringify(described('/Shop/find').responses[422]);
  expect(text).toContain('#/components/schemas/NotFound.Fault');
  expect(text).toContain('#/components/schemas/Http.Mistakes');
  const moved = described('/Shop/find', { faults: { 'find.NotFound': 404 } }).responses;
  expect(JSON.stringify(moved[404])).toContain('NotFound.Fault');
  expect(moved[422]).toEqual({ $ref: '#/components/responses/UnprocessableContent' });
  expect(openApi(shop).components.schemas['NotFound.Fault']).toHaveProperty('properties.fault.properties.detail');
  expect(
    [{ NotFound: 410 }, { 'Find.NotFound': 409, NotFound: 410 }, {}].map((each) => faultStatus(find, 'NotFound', each)),
  ).toEqual([410, 409, 422]);
});

it('the schemes are those that the policy demands, or those of the program', () => {
  const security = [{ usernameToken: {} }, { samlToken: {} }];
  const guarded = { ...shop, ports: [{ name: 'P', binding: 'soap11' as const, security }] };
  expect(openApi(guarded)).toMatchObject({
    security: [{ basic: [] }, { saml: [] }],
    components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' }, saml: { scheme: 'bearer' } } },
  });
  const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
  expect(openApi(guarded, { securitySchemes: { key } })).toMatchObject({ security: [{ key: [] }] });
  expect(openApi(guarded, { security: [] }).components).not.toHaveProperty('securitySchemes');
  expect(openApi(shop)).not.toHaveProperty('security');
});

it('a type that has the name of a schema of ours keeps it', () => {
  const type = complexType(ns, 'Http.Problem', { content: sequence([field(ns, 'a', xs.int)]) });
  const send = { name: 'Send', input: { element: element(ns, 'Send', type) } };
  const { schemas } = openApi({ ...shop, operations: { send } }).components;
  expect(schemas['Http.Problem']).toHaveProperty('properties.a');
  expect(schemas['Http.Problem_']).toHaveProperty('properties.title');
});

it('a further operation adds its own lines, and changes no other one', () => {
  const more: ServiceDescriptor = {
    ...shop,
    operations: {
      add: { name: 'Add', input: { element: element(ns, 'Add', reason) }, output: {} },
      ...shop.operations,
    },
  };
  const before = openApi(shop);
  const { add: _, ...paths } = Object.fromEntries(
    Object.entries(openApi(more).paths).map(([path, each]) => [path.replace('/Shop/', ''), each]),
  );
  expect(Object.values(paths)).toEqual(Object.values(before.paths));
  expect(openApi(more).components.schemas).toMatchObject(before.components.schemas);
});
