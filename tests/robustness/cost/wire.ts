import { inspect } from 'node:util';
import {
  type ClientOptions,
  createServer,
  DynamicClient,
  registerService,
  type ServerOptions,
  type ServiceDescriptor,
  type ServiceRegistration,
  type SoapServer,
  type TransportResponse,
} from '@wsdl-codegen/runtime';
import { descriptorsOf } from '../../../generator/memory/descriptors.js';
import { contractOf } from '../../support/descriptors.js';
import type { Entry } from './family.js';
import { around, fixed, type Grammar } from './grammar.js';
import { serviceWsdl } from './service.js';

/** Requests to a server and answers to a client, each written as one text: head, empty line, body. */

const latin1Mark = 'x-bytes: latin1';
const utf16Mark = 'x-bytes: utf16le';

/** A request or answer, taken apart. */
export interface Message {
  readonly start: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Takes a request or an answer apart. */
export function parseMessage(text: string): Message {
  const end = text.indexOf('\n\n');
  const [start = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split('\n');
  const encoding = lines.includes(latin1Mark) ? 'latin1' : lines.includes(utf16Mark) ? 'utf16le' : 'utf8';
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) {
      headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
    }
  }
  return { start, headers, body: new Uint8Array(Buffer.from(end < 0 ? '' : text.slice(end + 2), encoding)) };
}

let services: Promise<ReadonlyMap<string, ServiceDescriptor>> | undefined;

/** The descriptors of the service, by name. */
export function describedServices(): Promise<ReadonlyMap<string, ServiceDescriptor>> {
  services ??= contractOf({ 'lit.wsdl': serviceWsdl }).then(
    ({ contract }) => new Map([...descriptorsOf(contract).services.values()].map((service) => [service.name, service])),
  );
  return services;
}

/** Answers every operation with what it was given. */
const mirror: never = new Proxy({}, { get: () => (input: unknown) => input }) as never;

/** The services, answering what they are asked. */
export async function mirrorServices(): Promise<readonly ServiceRegistration[]> {
  return [...(await describedServices()).values()].map((service) => registerService(service, mirror));
}

/** A server of the services. */
export async function mirrorServer(options: Partial<ServerOptions> = {}): Promise<SoapServer> {
  return createServer({
    services: await mirrorServices(),
    ...options,
    limits: { maxBodyBytes: 2 ** 30, handlerTimeoutMs: 0, ...options.limits },
  });
}

/** Requests to a server with these options. */
export function serverEntry(name: string, options: Partial<ServerOptions>): Entry {
  let server: Promise<SoapServer> | undefined;
  return {
    name,
    prepare: async (input) => {
      server ??= mirrorServer(options);
      const { start, headers, body } = parseMessage(input);
      const [method = '', ...url] = start.split(' ');
      const request = { method, url: url.join(' '), headers: { host: 'h', ...headers }, body };
      const ready = await server;
      return () => ready.handle(request);
    },
  };
}

/** Requests to a server with the limits of its defaults, but for the size of bodies. */
export const server: Entry = serverEntry('server', {});

/** Requests to a server whose limits were raised. */
export const roomyServer: Entry = serverEntry('server with high limits', {
  limits: { maxAttributes: 1e6, maxFormFields: 1e7, maxDepth: 400 },
});

type Methods = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

async function clientOf(service: string, options: ClientOptions, answer: () => TransportResponse) {
  const described = (await describedServices()).get(service) as ServiceDescriptor<Methods>;
  return new DynamicClient<Methods>(described, {
    baseUrl: 'http://h',
    timeoutMs: 0,
    limits: { maxResponseBytes: 2 ** 30 },
    ...options,
    transport: async () => answer(),
  });
}

/** What a caller does with an error: inspect it, and log it. */
function report(error: unknown): string {
  return `${inspect(error)}${JSON.stringify(error)}${String((error as Error).stack)}`;
}

function responseOf(input: string): TransportResponse {
  const { start, headers, body } = parseMessage(input);
  const [status = '200', ...text] = start.split(' ');
  return { status: Number(status), statusText: text.join(' '), headers: new Headers(headers), body };
}

/** Answers to a client. */
export function clientEntry(name: string, service: string, method: string, options: ClientOptions = {}): Entry {
  return {
    name,
    prepare: async (input) => {
      const response = responseOf(input);
      const client = await clientOf(service, options, () => response);
      return () => client.call(method, sentInput[method]).catch(report);
    },
  };
}

const sentInput: Readonly<Record<string, unknown>> = {
  echo: { s: 'Zq81-secret' },
  look: { s: 'Zq81-secret', n: 1 },
  put: { ints: [1], node: { v: 'x' }, nodes: [], any: { namespace: '', name: 'any', attributes: [], children: [] } },
};

/** Answers to SOAP 1.1 calls. */
export const client: Entry = clientEntry('client', 'Lit', 'echo');
/** Answers to calls of a client that reads strictly. */
export const strictClient: Entry = clientEntry('strict client', 'Lit', 'echo', { strict: true });
/** Answers to calls with SOAP encoding. */
export const encodedClient: Entry = clientEntry('encoded client', 'Enc', 'put');
/** Answers over GET. */
export const getClient: Entry = clientEntry('GET client', 'Lit', 'look', { binding: 'httpGet' });

/** Values that a client sends, over each binding; the service refuses each call. The input is the value of a string. */
export function senderEntry(binding: 'soap11' | 'soap12' | 'httpGet' | 'httpPost', mtom = false): Entry {
  const method = binding.startsWith('soap') ? 'echo' : 'look';
  const refusal = responseOf(faultAnswer(fixed('refused'))(0, undefined as never));
  return {
    name: `sent over ${binding}${mtom ? ' as MTOM' : ''}`,
    prepare: async (input) => {
      const client = await clientOf('Lit', { binding, mtom }, () => refusal);
      const bytes = Buffer.from(input, 'latin1');
      const value = mtom ? { b: [bytes] } : method === 'echo' ? { s: input } : { s: input, n: 1 };
      return () => client.call(method, value).catch(report);
    },
  };
}

const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const env12 = 'http://www.w3.org/2003/05/soap-envelope';
const declared = `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:c="http://schemas.xmlsoap.org/soap/encoding/" xmlns:t="urn:l"`;

/** An envelope around the content of its Body. */
export const envelope = (body: Grammar, version = env11): Grammar =>
  around(`<e:Envelope xmlns:e="${version}" ${declared}><e:Body>`, body, '</e:Body></e:Envelope>');

/** A POST of a body. */
export const post = (
  body: Grammar,
  type = 'text/xml; charset=utf-8',
  path = '/Lit.asmx',
  ...headers: readonly string[]
): Grammar => {
  const lines = [`POST ${path}`, `content-type: ${type}`, ...headers];
  return around(`${lines.join('\n')}\n\n`, body, '');
};

const action = 'soapaction: "urn:l/Echo"';

/** A call of Echo whose parameters are the grammar's. */
export const echo = (inside: Grammar, attributes = ''): Grammar =>
  post(envelope(around(`<Echo xmlns="urn:l" ${attributes}>`, inside, '</Echo>')), undefined, undefined, action);

/** A SOAP 1.2 call of Echo. */
export const echo12 = (inside: Grammar): Grammar =>
  post(envelope(around('<Echo xmlns="urn:l">', inside, '</Echo>'), env12), 'application/soap+xml; charset=utf-8');

/** A call of Put, in SOAP encoding, with elements after the call. */
export const put = (inside: Grammar, beside: Grammar = fixed('')): Grammar =>
  post(
    envelope((size, random) => around('<t:Put>', inside, '</t:Put>')(size / 2, random) + beside(size / 2, random)),
    undefined,
    '/Enc.asmx',
    'soapaction: "put"',
  );

/** A whole document as a request. */
export const rawPost = (body: Grammar): Grammar => post(body, undefined, undefined, action);

/** A request whose body is bytes, one for each character. */
export const bytesPost = (body: Grammar, type: string): Grammar => post(body, type, '/Lit.asmx', latin1Mark);

/** A request in UTF-16. */
export const utf16Post = (body: Grammar): Grammar =>
  post(around('\ufeff', body, ''), 'text/xml; charset=utf-16', '/Lit.asmx', utf16Mark, action);

/** A form for Look. */
export const form = (body: Grammar): Grammar => post(body, 'application/x-www-form-urlencoded', '/Lit.asmx/Look');

/** A query for Look. */
export const query = (inside: Grammar): Grammar => around('GET /Lit.asmx/Look?', inside, '\n\n');

/** A header of a request whose body is empty. */
export const header = (name: string, inside: Grammar): Grammar =>
  around(`POST /Lit.asmx\ncontent-type: text/xml\n${name}: `, inside, '\n\n<a/>');

/** An answer with a body of some type. */
export const answer = (
  body: Grammar,
  type = 'text/xml; charset=utf-8',
  start = '200 OK',
  ...headers: string[]
): Grammar => around(`${[start, `content-type: ${type}`, ...headers].join('\n')}\n\n`, body, '');

/** An answer of bytes. */
export const bytesAnswer = (body: Grammar, type: string): Grammar => answer(body, type, '200 OK', latin1Mark);

/** An answer of Echo. */
export const echoAnswer = (inside: Grammar, attributes = ''): Grammar =>
  answer(envelope(around(`<EchoResponse xmlns="urn:l" ${attributes}>`, inside, '</EchoResponse>')));

/** An answer of Put. */
export const putAnswer = (inside: Grammar, beside: Grammar = fixed('')): Grammar =>
  answer(
    envelope(
      (size, random) =>
        around('<t:PutResponse>', inside, '</t:PutResponse>')(size / 2, random) + beside(size / 2, random),
    ),
  );

/** A fault with a reason and a detail. */
export const faultAnswer = (reason: Grammar, detail: Grammar = fixed('')): Grammar =>
  answer(
    envelope(
      (size, random) =>
        `<e:Fault><faultcode>e:Server</faultcode><faultstring>${reason(size, random)}</faultstring>${around('<detail>', detail, '</detail>')(size, random)}</e:Fault>`,
    ),
    undefined,
    '500 Error',
  );

/** A SOAP 1.2 fault. */
export const fault12Answer = (reason: Grammar): Grammar =>
  answer(
    envelope(
      around(
        '<e:Fault><e:Code><e:Value>e:Receiver</e:Value></e:Code><e:Reason><e:Text xml:lang="en">',
        reason,
        '</e:Text></e:Reason></e:Fault>',
      ),
      env12,
    ),
    'application/soap+xml',
    '500 Error',
  );
