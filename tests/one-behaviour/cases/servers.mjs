/** Servers through `fetch`: messages, faults, the front door, pages, limits and options. */
import {
  createBareServer,
  createServer,
  FallbackError,
  frontDoor,
  messageValidator,
  registerService,
  SoapFault,
  serverExchanges,
} from '@wsdl-codegen/runtime';
import { checkSecurity } from '@wsdl-codegen/runtime/security';
import { Shop, shop } from 'shop';
import { attempt, envelope, order, show, soap12, textOf } from '../kit.mjs';

const usual = { put: ({ order: given }) => given, describe: ({ id }) => `number ${id}`, forget: () => {} };
const url = 'http://shop.example/Shop.asmx';

/** An answer as data. */
export async function shown(response) {
  const { status, headers } = response;
  const body = await response.text();
  const fields = [...headers].map(([name, value]) => `${name}: ${value}`).filter((field) => !field.startsWith('date'));
  const long = body.length > 3000;
  return {
    status,
    headers: fields.sort(),
    body: show(long ? `${body.length} characters: ${body.slice(0, 600)}` : body),
  };
}

/** Asks a server once. */
async function asked(request, { implementation = usual, options = {}, connection } = {}) {
  const told = [];
  const onError = (error, info) => told.push(show({ error, info }));
  return attempt(async () => {
    const server = createServer({ services: [shop(implementation)], onError, ...options });
    const { address = url, ...init } = request;
    const answer = await shown(await server.fetch(new Request(address, init), connection));
    return { ...answer, told };
  });
}

/** Hides what the Body of a message has. */
const hiding = {
  understands: [],
  open: ({ text, parts }) => ({ text: text.replace('<hidden/>', put()), parts }),
  seal: ({ text, parts }) => ({ text: text.replace(/(<soap:Body>).*(<\/soap:Body>)/, '$1<hidden/>$2'), parts }),
};

const message = (
  body,
  { action = 'urn:shop/Put', headers = {}, header = '', type = 'text/xml; charset=utf-8', ...more } = {},
) => ({
  method: 'POST',
  headers: { 'Content-Type': type, ...(action !== undefined && { SOAPAction: `"${action}"` }), ...headers },
  body: typeof body === 'string' ? envelope(body, { header }) : body,
  ...more,
});
const put = (content = '<title>A</title>', attributes = 'id="1"') =>
  `<Put xmlns="urn:shop"><order ${attributes}>${content}</order></Put>`;
const describe = '<Describe xmlns="urn:shop"><id>7</id></Describe>';
const describeAction = { action: 'urn:shop/Describe' };
const nobodyKnows = {
  ...message(put(), { type: 'text/xml' }),
  body: `<?xml version="1.0" encoding="x-nothing"?>${envelope(put())}`,
};
const get = (address, headers = {}) => ({ address, headers });

const requests = {
  'a message': message(put()),
  'a message of SOAP 1.2': {
    ...message(put(), { type: 'application/soap+xml; charset=utf-8' }),
    body: envelope(put(), { namespace: soap12 }),
  },
  'a message with everything': message(
    put('<title>A</title><count>1</count><item code="c"><name>n</name></item><scan>AQID</scan><x xmlns="urn:x"/>'),
  ),
  'a charset that nobody knows': message(put(), { type: 'text/xml; charset=x-nothing' }),
  'an encoding that nobody knows': nobodyKnows,
  'one way': message('<Forget xmlns="urn:shop"/>', { action: 'urn:shop/Forget' }),
  'a header block that is declared': message(put(), { header: '<Session xmlns="urn:shop"><token>t</token></Session>' }),
  'a header block that must be understood': message(put(), { header: '<o:A xmlns:o="urn:o" s:mustUnderstand="1"/>' }),
  GET: get(`${url}/Describe?id=7&password=`),
  POST: {
    address: `${url}/Describe`,
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'id=7&password=%D0%B6',
  },
  'GET without a parameter': get(`${url}/Describe`),
  'GET with a wrong value': get(`${url}/Describe?id=x&password=`),
  'GET of an operation that is not there': get(`${url}/Put?order=1`),
  'another path': get('http://shop.example/Other.asmx'),
  'another method': { method: 'DELETE' },
  HEAD: { method: 'HEAD' },
  OPTIONS: { method: 'OPTIONS' },
  'no action': message(put(), { action: '' }),
  'an unknown action': message(put(), { action: 'urn:shop/Nothing' }),
  'the action of another operation': message(put(), describeAction),
  'another element': message('<Get xmlns="urn:shop"/>'),
  'an element in no namespace': message('<Put><order id="1"><title>A</title></order></Put>'),
  'no XML': message(new TextEncoder().encode('hello')),
  nothing: message(new Uint8Array(0)),
  'XML that is cut short': { ...message(put()), body: envelope(put()).slice(0, -30) },
  'a document type': { ...message(put()), body: `<!DOCTYPE a>${envelope(put())}` },
  'no envelope': { ...message(put()), body: put() },
  'another version of SOAP': { ...message(put()), body: envelope(put(), { namespace: 'urn:soap' }) },
  'a wrong value': message(put('<title>A</title><count>x</count>')),
  'a missing value': message(put('')),
  'an element that is not known': message(put('<title>A</title><more/>')),
  'no content type': message(put(), { type: '' }),
  JSON: message(put(), { type: 'application/json' }),
  'another charset': message(put(), { type: 'text/xml; charset=utf-16' }),
  'an unknown coding': message(put(), { headers: { 'Content-Encoding': 'zstd' } }),
  'gzip that is broken': message(put(), { headers: { 'Content-Encoding': 'gzip' } }),
  'too deep': message(put(`<title>A</title><x:a xmlns:x="urn:x">${'<b>'.repeat(200)}${'</b>'.repeat(200)}</x:a>`)),
  'a path with dots': get('http://shop.example/a/..%2fShop.asmx'),
  'the help page': get(url),
  'the page of an operation': get(`${url}?op=Describe`),
  'the page of an operation that is not there': get(`${url}?op=None`),
  'the list of services': get('http://shop.example/'),
  'the WSDL': get(`${url}?WSDL`),
};

const cases = {};
for (const [name, request] of Object.entries(requests)) {
  cases[`server: ${name}`] = () => asked(request);
}

const settings = {
  'pages off': [get(url), { pages: false }],
  'a base path': [get('http://shop.example/in/Shop.asmx?wsdl'), { basePath: '/in' }],
  'a public address': [get(`${url}?wsdl`), { baseUrl: 'https://public.example' }],
  hosts: [get(url), { hosts: ['other.example'] }],
  'hosts that fit': [get(`${url}/Describe?id=1&password=`), { hosts: ['*.example'] }],
  'profile strict': [message(put('<title>A</title><count>x</count>')), { profile: 'strict' }],
  'a charset that nobody knows, profile strict': [
    message(put(), { type: 'text/xml; charset=x-nothing' }),
    { profile: 'strict' },
  ],
  'an encoding that nobody knows, profile strict': [nobodyKnows, { profile: 'strict' }],
  'a form in a charset that nobody knows': [
    {
      address: `${url}/Describe`,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=x-nothing' },
      body: 'id=7&password=a',
    },
    { profile: 'strict' },
  ],
  'profile wcf': [message(put('<title>A</title><count>x</count>')), { profile: 'wcf' }],
  tolerate: [message(put('<title>A</title><state>lost</state>')), { tolerate: 'all', profile: 'strict' }],
  'a body that is too long': [message(put('<title>A</title>')), { limits: { maxBodyBytes: 50 } }],
  'a message that is too deep': [message(put('<title>A</title>')), { limits: { maxDepth: 3 } }],
  'too many fields': [get(`${url}/Describe?id=1&password=&a=1&b=2`), { limits: { maxFormFields: 2 } }],
  prefixes: [message(put()), { prefixes: { soap: 'e', 'urn:shop': 'sh' }, declareAt: 'envelope' }],
  requestValidation: [get(`${url}/Describe?id=1&password=%3Cscript`), { requestValidation: true }],
  understoodHeaders: [
    message(put(), { header: '<o:A xmlns:o="urn:o" s:mustUnderstand="1"/>' }),
    { understoodHeaders: ['{urn:o}A'] },
  ],
  addressing: [
    message(put(), {
      header:
        '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:shop/Put</a:Action><a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:1</a:MessageID>',
    }),
    { addressing: true },
  ],
  'addressing, another action': [
    message(put(), {
      header:
        '<a:Action xmlns:a="http://www.w3.org/2005/08/addressing">urn:b</a:Action><a:MessageID xmlns:a="http://www.w3.org/2005/08/addressing">urn:1</a:MessageID>',
    }),
    { addressing: true },
  ],
  'security without a token': [message(put()), { extensions: [checkSecurity({ passwords: () => 'secret' })] }],
  'security with a wrong password': [token('wrong'), { extensions: [checkSecurity({ passwords: () => 'secret' })] }],
  'security with the right password': [token('secret'), { extensions: [checkSecurity({ passwords: () => 'secret' })] }],
  'an envelope that is opened and sealed': [message('<hidden/>'), { extensions: [hiding] }],
  'an envelope that is not opened': [
    message(put()),
    {
      extensions: [
        {
          understands: [],
          open: () => Promise.reject(new SoapFault('Not signed.', { code: 'Client', status: 403 })),
        },
      ],
    },
  ],
  'an envelope that an extension cannot open': [
    message(put()),
    { extensions: [{ understands: [], open: () => Promise.reject(new Error('mine')) }] },
  ],
  'an envelope that is too long when it is open': [
    message(put()),
    {
      limits: { maxBodyBytes: 2000 },
      extensions: [{ understands: [], open: ({ text }) => ({ text: text + ' '.repeat(3000), parts: [] }) }],
    },
  ],
  'an answer that cannot be sealed': [
    message(put()),
    { extensions: [{ understands: [], seal: () => Promise.reject(new Error('no key')) }] },
  ],
  interceptors: [
    message(put()),
    { interceptors: [() => Promise.reject(new SoapFault('Not you.', { code: 'Client', status: 403 }))] },
  ],
  textXmlCharset: [message(put('<title>\u00e9</title>'), { type: 'text/xml' }), { textXmlCharset: 'us-ascii' }],
  roles: [
    message(put(), { header: '<o:A xmlns:o="urn:o" s:mustUnderstand="1" s:actor="urn:me"/>' }),
    { roles: ['urn:me'], profile: 'strict' },
  ],
  'a header block for another role': [
    message(put(), { header: '<o:A xmlns:o="urn:o" s:mustUnderstand="1" s:actor="urn:me"/>' }),
    { profile: 'strict' },
  ],
  validate: [
    message(put('<title>A</title><item code=" a  b"><name>n</name></item>')),
    { validate: messageValidator() },
  ],
  namespaces: [message(put()), { namespaces: { a: 'urn:a' } }],
  'fairness off': [message(put()), { fairness: false }],
};
for (const [name, [request, options]] of Object.entries(settings)) {
  cases[`server, ${name}`] = () => asked(request, { options });
}

const wrong = {
  'a misspelt option': { serivces: [] },
  'hosts that is a number': { hosts: 5 },
  'profile that does not exist': { profile: 'iis' },
  'limits, misspelt': { limits: { maxBodyByte: 5 } },
  'limits, a negative number': { limits: { maxBodyBytes: -1 } },
  'onExchange that is a function': { onExchange: () => {} },
  'trustedOrigins that is none': { trustedOrigins: ['shop'] },
  'cors without origins': { cors: {} },
  'cors with credentials for all': { cors: { origins: '*', credentials: true } },
  'baseUrl that is none': { baseUrl: 'x' },
  'trustProxy that is none': { trustProxy: ['10.0.0/99'] },
  'prefixes that is none': { prefixes: { soap: '1' } },
  'tolerate, misspelt': { tolerate: { lexicals: 'forms' } },
  tls: { tls: {} },
  'services that is an object': { services: {} },
  'fairness, misspelt': { fairness: { shares: 1 } },
};
for (const [name, options] of Object.entries(wrong)) {
  cases[`wrong option of a server: ${name}`] = () => asked(message(put()), { options });
}

const throwing = (error) => ({
  ...usual,
  put: () => {
    throw error;
  },
});
const faults = {
  'a SoapFault': () =>
    new SoapFault('No such order.', { code: 'Client', status: 404, subcodes: [{ namespace: 'urn:x', name: 'A' }] }),
  'a declared fault': () => new SoapFault('No.', { fault: 'OrderFault', detail: { reason: 'r', row: 1 } }),
  'a declared fault with a wrong detail': () => new SoapFault('No.', { fault: 'OrderFault', detail: { row: 'x' } }),
  'a fault that is not declared': () => new SoapFault('No.', { fault: 'OtherFault', detail: {} }),
  'an Error': () => new TypeError('secret of the house'),
  'a text': () => 'thrown',
};
for (const [name, error] of Object.entries(faults)) {
  cases[`server, handler throws ${name}`] = () => asked(message(put()), { implementation: throwing(error()) });
  cases[`server over SOAP 1.2, handler throws ${name}`] = () =>
    asked(
      { ...message(put(), { type: 'application/soap+xml' }), body: envelope(put(), { namespace: soap12 }) },
      { implementation: throwing(error()) },
    );
}

const byHand = {
  nothing: undefined,
  'no body': { method: 'POST', url: '/Shop.asmx', headers: { 'content-type': 'text/xml' }, body: null },
  'a body that is a text': { method: 'POST', url: '/Shop.asmx', headers: {}, body: 'a' },
  'headers of fetch': { url: '/Shop.asmx', headers: new Headers() },
  'a url that is a number': { url: 5 },
  'OPTIONS *': { method: 'OPTIONS', url: '*' },
  'a target with another scheme': { method: 'POST', url: 'x://y' },
};
for (const [name, request] of Object.entries(byHand)) {
  cases[`server by hand: ${name}`] = () => {
    const told = [];
    const server = createServer({ services: [shop(usual)], pages: false, onError: (error) => told.push(show(error)) });
    return attempt(async () => [await server.handle(request), told]);
  };
}

export const servers = {
  ...cases,
  'server, handler gives a wrong result': () =>
    asked(message(put()), { implementation: { ...usual, put: () => ({ id: 'x' }) } }),
  'server, handler gives a misspelt property': () =>
    asked(message(put()), { implementation: { ...usual, put: () => ({ ...order, tittle: 'x' }) } }),
  'server, unknownProperties': () =>
    asked(message(put()), {
      implementation: { ...usual, put: () => ({ ...order, more: 1 }) },
      options: { unknownProperties: 'ignore' },
    }),
  'server, includeErrorDetail': () =>
    asked(message(put()), {
      implementation: throwing(new Error('password=hunter22 of the house')),
      options: { includeErrorDetail: true },
    }),
  'server, onUnknown': async () => {
    const unknown = [];
    const onUnknown = ({ kind, name, path }) => unknown.push([kind, name, path]);
    const { value } = await asked(message(put('<title>A</title><more/><count/>')), {
      options: { onUnknown, profile: 'strict' },
    });
    return { status: value.status, unknown };
  },
  'server, handler sees its context': async () => {
    const seen = [];
    const implementation = {
      ...usual,
      put: (_, context) => {
        const { service, operation, binding, soapHeaders, callerAddress, principal } = context;
        seen.push(
          show({
            service,
            operation: operation?.name ?? operation,
            binding,
            soapHeaders,
            callerAddress,
            principal,
            agent: context.header('user-agent') === null,
          }),
        );
        context.responseHeaders['X-A'] = '1';
        context.responseSoapHeaders.Session = { token: 'new' };
        return order;
      },
    };
    const answer = await asked(message(put(), { header: '<Session xmlns="urn:shop"><token>t</token></Session>' }), {
      implementation,
      connection: { remoteAddress: '10.1.2.3' },
    });
    return { answer, seen };
  },
  'server, exchanges': async () => {
    const seen = [];
    const onExchange = serverExchanges(({ request, response, ...facts }) =>
      seen.push(show({ ...facts, sent: request.text(), received: response.text() })),
    );
    const answer = await asked(message(put('<title>A</title><password>hunter22</password>')), {
      options: { onExchange },
    });
    return { answer: answer.value?.status, seen };
  },
  'server, a handler that takes too long': () =>
    asked(message(put()), {
      implementation: { ...usual, put: () => new Promise(() => {}) },
      options: { limits: { handlerTimeoutMs: 20 } },
    }),
  'server, bindings of a service': () =>
    asked(get(`${url}/Describe?id=1&password=`), { options: { services: [shop(usual, { bindings: ['soap11'] })] } }),
  'server, a value for a placeholder that no service has': () =>
    attempt(() => createServer({ services: [shop(usual)], namespaces: { a: 'urn:a' } })),
  'server, a handler is missing': () => attempt(() => createServer({ services: [shop({ put: () => {} })] })),
  'server, a handler that does not exist': () =>
    attempt(() => createServer({ services: [shop({ ...usual, puut: () => {} })] })),
  'server, handle': () =>
    handled({ headers: { 'content-type': 'text/xml', soapaction: '"urn:shop/Describe"' }, body: envelope(describe) }),
  'server, handle: a page of another site': () =>
    handled({ method: 'GET', url: '/Shop.asmx/Describe?id=7&password=', headers: { 'sec-fetch-site': 'cross-site' } }),
  'server, handle: a form of another origin': () =>
    handled({
      url: '/Shop.asmx/Describe',
      headers: { ...form, origin: 'http://evil.example' },
      body: 'id=7&password=',
    }),
  'server, handle: a form of a trusted origin': () =>
    handled(
      { url: '/Shop.asmx/Describe', headers: { ...form, origin: 'http://good.example' }, body: 'id=7&password=' },
      { trustedOrigins: ['http://good.example'] },
    ),
  'server, handle: a preflight': () =>
    handled(
      {
        method: 'OPTIONS',
        headers: {
          origin: 'https://a.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'soapaction',
        },
      },
      { cors: { origins: ['https://a.example'] } },
    ),
  'server, handle: a preflight of another origin': () =>
    handled(
      { method: 'OPTIONS', headers: { origin: 'https://b.example', 'access-control-request-method': 'POST' } },
      { cors: { origins: ['https://a.example'] } },
    ),
  'server, handle: names of a proxy': () =>
    handled(
      {
        method: 'GET',
        url: '/Shop.asmx?wsdl',
        headers: { host: 'in.example', 'x-forwarded-host': 'out.example', 'x-forwarded-proto': 'https' },
      },
      { trustProxy: true, pages: true },
    ),
  'server, handle: no host': () =>
    handled({ headers: { host: 'a b', 'content-type': 'text/xml' }, body: envelope(describe) }),
  'server, gzip of a request': async () => {
    const zipped = new Blob([envelope(describe)]).stream().pipeThrough(new CompressionStream('gzip'));
    const body = new Uint8Array(await new Response(zipped).arrayBuffer());
    return asked({
      ...message(describe, describeAction),
      headers: { ...message(describe, describeAction).headers, 'Content-Encoding': 'gzip' },
      body,
    });
  },
  'front door': async () => {
    const door = frontDoor(async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('in') }), {
      hosts: ['a.example'],
    });
    return [
      await shown(await door.fetch(new Request('http://a.example/x'))),
      await shown(await door.fetch(new Request('http://b.example/x'))),
    ];
  },
  'server of SOAP 1.1 asked in SOAP 1.2': () =>
    asked(
      { ...message(put(), { type: 'application/soap+xml' }), body: envelope(put(), { namespace: soap12 }) },
      { options: { services: [shop(usual, { bindings: ['soap11'] })] } },
    ),
  'security: options that check nothing': async () =>
    Promise.all(
      [{}, { password: () => '' }, { passwords: 'x' }, { passwords: () => '', maxAge: 5 }].map((each) =>
        attempt(() => checkSecurity(each)),
      ),
    ),
  'operations with one element: no action': () => asked(message(describe, { action: '' }), { options: twins }),
  'operations with one element: an action': () => asked(message(describe, describeAction), { options: twins }),
  'operations with one element: another action': () =>
    asked(message(describe, { action: 'urn:shop/No' }), { options: { ...twins, profile: 'strict' } }),
  ...Object.fromEntries(
    ['?id=7', '?id=7&password=x', '?other=1', ''].map((query) => [
      `operations at one location: ${query}`,
      () => asked(get(`${url}/Describe${query}`), { options: twins }),
    ]),
  ),
  ...Object.fromEntries(
    [502, 503, 504].map((status) => [
      `fallback: ${status}`,
      () => asked({ address: 'http://shop.example/older' }, { options: { fallback: olderService(status) } }),
    ]),
  ),
  'fallback: an answer': () =>
    asked({ address: 'http://shop.example/older?a=1' }, { options: { fallback: olderService() } }),
  'fallback: an error of its own': () => attempt(() => Promise.reject(new FallbackError(504, 'too late'))),
  'SoapFault: wrong options': () => attempt(() => new SoapFault('No.', { cod: 'Client' })),
};

/** The shop with one more operation: it has the element and the location of another, but no action, and fewer parameters. */
const other = Shop.operations.describe;
const twin = {
  ...other,
  name: 'Twin',
  method: 'twin',
  soap11: { ...other.soap11, action: '' },
  httpGet: { ...other.httpGet, parameters: other.httpGet.parameters.slice(0, 1) },
};
const pair = { ...Shop, operations: { ...Shop.operations, twin } };
const twins = { services: [registerService(pair, { ...usual, twin: ({ id }) => `twin ${id}` })] };

/** An older service that answers with what it was asked, or not at all. */
const olderService = (status) => ({
  pages: false,
  otherPaths: true,
  answer: async (request, caller) => {
    if (status !== undefined) {
      throw new FallbackError(status, 'the older service gave no answer');
    }
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: show({ url: request.url, caller }) };
  },
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Gives a request to a server by hand, with header fields that no `Request` may have. */
function handled(request, options) {
  return attempt(async () => {
    const server = (options?.pages ? createServer : createBareServer)({
      services: [registerService(Shop, usual)],
      ...options,
    });
    const { body = '', headers, ...more } = request;
    const answer = await server.handle({
      method: 'POST',
      url: '/Shop.asmx',
      headers: { host: 'shop.example', ...headers },
      body: new TextEncoder().encode(body),
      ...more,
    });
    return { ...answer, body: textOf(answer.body) };
  });
}

function token(password) {
  const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
  const block = `<o:Security xmlns:o="${wsse}"><o:UsernameToken><o:Username>me</o:Username><o:Password>${password}</o:Password></o:UsernameToken></o:Security>`;
  return message(put(), { header: block });
}
