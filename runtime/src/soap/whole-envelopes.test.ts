import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wsAddressing } from '../addressing/index.js';
import {
  type ClientExchange,
  type ClientOptions,
  createFetchTransport,
  DynamicClient,
  type Interceptor,
  SoapFaultError,
  type Transport,
} from '../index.js';
import { createServer as createNodeServer, createNodeTransport } from '../node/index.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { createServer, registerService, type ServerOptions, type ServiceContext, SoapFault } from '../server/index.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import { receiving, stream, streamed } from '../stream/index.js';
import { parseTree } from '../xml/index.js';
import type { EnvelopeContext, SoapHeaderExtension, WholeEnvelope } from './extension.js';

const ns = 'urn:svc';
const type = (...fields: readonly ReturnType<typeof field>[]): ReturnType<typeof complexType> =>
  complexType(ns, '', { content: sequence(fields) });
const echoed = (name: string): ReturnType<typeof element> =>
  element(
    ns,
    name,
    type(
      field(ns, 'text', xs.string, { min: 0 }),
      field(ns, 'password', xs.string, { min: 0 }),
      field(ns, 'data', xs.base64Binary, { min: 0 }),
      field(ns, 'item', xs.string, { min: 0, max: Number.POSITIVE_INFINITY }),
    ),
  );

interface Message {
  text?: string;
  password?: string;
  data?: Uint8Array;
  item?: string[];
}

interface Methods {
  echo: { input: Message; output: Message };
  notify: { input: Message; output: undefined };
}

const echoFacts = { action: '', style: 'document' } as const;
const Service: ServiceDescriptor<Methods> = {
  kind: 'service',
  name: 'Service',
  namespace: ns,
  placeholders: [],
  ports: [
    { name: 'Soap', binding: 'soap11', address: 'http://localhost/service' },
    { name: 'Soap12', binding: 'soap12', address: 'http://localhost/service' },
  ],
  operations: {
    echo: {
      name: 'Echo',
      method: 'echo',
      input: { element: echoed('Echo') },
      output: { element: echoed('EchoResponse') },
      soap11: echoFacts,
      soap12: echoFacts,
    },
    notify: {
      name: 'Notify',
      method: 'notify',
      oneWay: true,
      input: { element: echoed('Notify') },
      soap11: echoFacts,
      soap12: echoFacts,
    },
  },
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const body = /(<(\w+:)?Body[^>]*>)(.*)(<\/\2Body>)/s;

async function mac(key: string, { text, parts }: WholeEnvelope): Promise<string> {
  const utf8 = new TextEncoder();
  const imported = await crypto.subtle.importKey('raw', utf8.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  // Packages leave out the encoding that an XML declaration names.
  const signed = utf8.encode(text.replace(/^<\?.*?\?>/, '') + parts.map(({ content }) => hex(content)).join());
  return hex(new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed)));
}

interface Toy {
  readonly key?: string;
  readonly name?: string;
  readonly inlineBinaries?: boolean;
  readonly log?: (EnvelopeContext & { readonly did: 'seal' | 'open' })[];
  readonly seen?: WholeEnvelope[];
}

/** Hides the content of the Body in an element, with a code of the whole message. */
function toy({
  key = 'secret key',
  name = 'Sealed',
  inlineBinaries = false,
  log = [],
  seen = [],
}: Toy = {}): Required<Pick<SoapHeaderExtension, 'seal' | 'open'>> & SoapHeaderExtension {
  const refusal = (side: string, why: string): Error =>
    side === 'server' ? new SoapFault(why, { code: { namespace: 'urn:toy', name: 'Refused' } }) : new RangeError(why);
  return {
    understands: [],
    inlineBinaries,
    async seal(message, context) {
      log.push({ ...context, did: 'seal' });
      seen.push(message);
      const code = await mac(key, message);
      const hidden = (_: string, start: string, _prefix: string, content: string, end: string): string =>
        `${start}<${name} code="${code}">${Buffer.from(content).toString('base64')}</${name}>${end}`;
      return { ...message, text: message.text.replace(body, hidden) };
    },
    async open(message, context) {
      log.push({ ...context, did: 'open' });
      const sealed = new RegExp(`<${name} code="([0-9a-f]+)">([^<]*)</${name}>`);
      const [, code, content = ''] = sealed.exec(message.text) ?? [];
      if (code === undefined) {
        throw refusal(context.side, 'The message is not sealed.');
      }
      const opened = { ...message, text: message.text.replace(sealed, Buffer.from(content, 'base64').toString()) };
      if (code !== (await mac(key, opened))) {
        throw refusal(context.side, 'The message was changed.');
      }
      context.setPrincipal?.({ name: 'whoever has the key' });
      return opened;
    },
  };
}

/** As `toy`, for what is received alone. */
function opening(options?: Toy): SoapHeaderExtension {
  return { understands: [], open: toy(options).open };
}

type Echo = (input: Message, context: ServiceContext) => Message | Promise<Message>;

interface Joined {
  readonly client: DynamicClient<Methods>;
  readonly sent: string[];
  readonly answered: string[];
  readonly called: string[];
}

/** A client and a server that are joined without a network; `change` changes what is on its way. */
function joined(
  clientOptions: Partial<ClientOptions>,
  serverOptions: Partial<ServerOptions>,
  echo: Echo = (input) => input,
  change: (text: string, isAnswer: boolean) => string = (text) => text,
): Joined {
  const [sent, answered, called]: [string[], string[], string[]] = [[], [], []];
  const server = createServer({ services: [registration(echo, called)], ...serverOptions });
  const transport: Transport = async ({ method, url, headers, body: given }) => {
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const octets = (content: string | Uint8Array | undefined, isAnswer: boolean): Uint8Array =>
      Buffer.from(change(Buffer.from(content ?? '').toString('latin1'), isAnswer), 'latin1');
    const bytes = octets(given, false);
    sent.push(Buffer.from(bytes).toString());
    const answer = await server.handle({ method, url: new URL(url).pathname, headers: lower, body: bytes });
    const back = octets(answer.body, true);
    answered.push(Buffer.from(back).toString());
    return { status: answer.status, statusText: '', headers: new Headers(answer.headers), body: back };
  };
  return { client: new DynamicClient(Service, { transport, ...clientOptions }), sent, answered, called };
}

function registration(echo: Echo, called: string[] = []): ReturnType<typeof registerService> {
  return registerService(Service, {
    echo: (input, context) => {
      called.push('echo');
      return echo(input, context as ServiceContext) as Message;
    },
    notify: () => {
      called.push('notify');
    },
  });
}

describe.each(['soap11', 'soap12'] as const)('whole envelopes over %s', (binding) => {
  it('are sealed and opened on both sides, and name the operation only when they are open', async () => {
    const onClient: Toy = { log: [], seen: [] };
    const onServer: Toy = { log: [], seen: [] };
    const principals: unknown[] = [];
    const { client, sent, answered } = joined(
      { binding, extensions: [toy(onClient)] },
      { extensions: [toy(onServer)] },
      (input, context) => {
        principals.push(context.principal);
        return input;
      },
    );
    const input = { text: 'ä < b', item: ['1', '2'] };
    expect(await client.call('echo', input)).toEqual(input);
    expect(principals).toEqual([{ name: 'whoever has the key' }]);
    for (const text of [...sent, ...answered]) {
      expect(parseTree(text).name).toBe('Envelope');
      expect(text).toContain('<Sealed code=');
      expect(text).not.toContain('Echo');
    }
    const [written, opened] = onClient.log ?? [];
    expect(written).toMatchObject({ did: 'seal', side: 'client', message: 'request', operation: { name: 'Echo' } });
    expect(opened).toMatchObject({ did: 'open', side: 'client', message: 'answer', operation: { name: 'Echo' } });
    const [received, answer] = onServer.log ?? [];
    expect(received).toMatchObject({ did: 'open', side: 'server', message: 'request', version: written?.version });
    expect(received).not.toHaveProperty('operation');
    expect(answer).toMatchObject({ did: 'seal', side: 'server', message: 'answer', operation: { name: 'Echo' } });
    expect(answer?.extensions).toBe(received?.extensions);
  });

  it('that are not sealed, or were changed, call nothing', async () => {
    const errors: unknown[] = [];
    const { called, client, answered } = joined(
      { binding },
      { extensions: [opening()], onError: (error, info) => errors.push([String(error), info.operation]) },
    );
    await expect(client.call('echo', { text: 'x' })).rejects.toMatchObject({
      reason: 'The message is not sealed.',
      code: { namespace: 'urn:toy', name: 'Refused' },
    });
    expect(answered[0]).toContain(binding === 'soap11' ? 'xmlsoap.org' : 'www.w3.org/2003/05/soap-envelope');
    expect(errors).toEqual([['SoapFault: The message is not sealed.', undefined]]);
    const changed = joined({ binding, extensions: [toy()] }, { extensions: [toy()] }, undefined, (text, isAnswer) =>
      isAnswer ? text : text.replace('<soap:Body>', '<soap:Body> '),
    );
    await expect(changed.client.call('echo', {})).rejects.toThrow('The message was changed.');
    expect([...called, ...changed.called]).toEqual([]);
  });

  it('of answers that are not sealed reject the call', async () => {
    const { client } = joined({ binding, extensions: [{ ...toy(), seal: (message) => message }] }, {});
    await expect(client.call('echo', { text: 'x' })).rejects.toThrow(new RangeError('The message is not sealed.'));
    const failing = joined({ binding, extensions: [{ ...toy(), seal: (message) => message }] }, {}, () => {
      throw new SoapFault('No.');
    });
    await expect(failing.client.call('echo', {})).rejects.toThrow(new RangeError('The message is not sealed.'));
  });

  it('have the faults of handlers and of the server itself in them', async () => {
    const onServer: Toy = { log: [] };
    const { client, answered } = joined({ binding, extensions: [toy()] }, { extensions: [toy(onServer)] }, () => {
      throw new SoapFault('The text is too long.');
    });
    const error = await client.call('echo', { text: 'x' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({ reason: 'The text is too long.' });
    expect(answered[0]).not.toContain('too long');
    expect(onServer.log?.at(-1)).toMatchObject({ did: 'seal', message: 'fault', operation: { name: 'Echo' } });
    const other = joined({ binding, extensions: [{ ...toy(), seal: renamed }] }, { extensions: [toy(onServer)] });
    await expect(other.client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
    expect(other.answered[0]).toContain('<Sealed code=');
    expect(onServer.log?.at(-1)).not.toHaveProperty('operation');
  });

  it('are those of one-way operations, whose answer is empty', async () => {
    const { client, called, answered } = joined({ binding, extensions: [toy()] }, { extensions: [toy()] });
    expect(await client.call('notify', { text: 'x' })).toBeUndefined();
    expect(called).toEqual(['notify']);
    expect(answered).toEqual(['']);
  });

  it.each([false, true])('of MTOM are sealed with their parts, or with binary values inline: %s', async (inline) => {
    const onClient: Toy = { inlineBinaries: inline, seen: [], log: [] };
    const data = Uint8Array.from({ length: 4000 }, (_, index) => index % 251);
    const { client, sent } = joined(
      { binding, mtom: true, extensions: [toy(onClient)] },
      { extensions: [toy({ inlineBinaries: inline })] },
    );
    const call = client.call('echo', { data }, { attachments: [{ contentType: 'text/plain', content: data }] });
    if (inline) {
      expect(await call).toMatchObject({ data });
    } else {
      // An xop:Include that is hidden in the envelope stays one.
      await expect(call).rejects.toBeInstanceOf(SoapFaultError);
    }
    const [message] = onClient.seen ?? [];
    expect(message?.parts).toHaveLength(inline ? 1 : 2);
    expect(message?.text.includes('Include')).toBe(!inline);
    expect(sent[0]).toContain('application/xop+xml');
    expect(sent[0]).toContain('<Sealed code=');
  });
});

/** An envelope that names an operation that is not there. */
async function renamed(message: WholeEnvelope, context: EnvelopeContext): Promise<WholeEnvelope> {
  return toy().seal({ ...message, text: message.text.replaceAll('Echo', 'Other') }, context);
}

it('several extensions open in the reverse order of sealing', async () => {
  const order: string[] = [];
  const named = (name: string): SoapHeaderExtension => {
    const { seal, open } = toy({ name, key: name });
    return {
      understands: [],
      seal: (message, context) => {
        order.push(`seal ${name}`);
        return seal(message, context);
      },
      open: (message, context) => {
        order.push(`open ${name}`);
        return open(message, context);
      },
    };
  };
  const extensions = [named('A'), named('B')];
  const { client } = joined({ extensions }, { extensions });
  expect(await client.call('echo', { text: 'x' })).toMatchObject({ text: 'x' });
  const once = ['seal A', 'seal B', 'open B', 'open A'];
  expect(order).toEqual([...once, ...once]);
});

it('header blocks of all extensions are in the envelope that is sealed, and are read from the one that is opened', async () => {
  const onClient: Toy = { seen: [] };
  const onServer: Toy = { seen: [] };
  const { client } = joined(
    { addressing: wsAddressing('1.0'), extensions: [toy(onClient)] },
    { addressing: true, extensions: [toy(onServer)] },
  );
  await expect(client.call('echo', { text: 'x' })).resolves.toMatchObject({ text: 'x' });
  expect(onClient.seen?.[0]?.text).toContain('MessageID');
  expect(onServer.seen?.[0]?.text).toContain('RelatesTo');
});

it('each attempt is sealed anew', async () => {
  const onClient: Toy = { log: [] };
  let attempts = 0;
  const { client } = joined(
    { extensions: [toy(onClient)], retry: { attempts: 2, delayMs: () => 0, retryOn: () => true } },
    { extensions: [toy()] },
    (input) => {
      if (++attempts === 1) {
        throw new SoapFault('Again.');
      }
      return input;
    },
  );
  expect(await client.call('echo', { text: 'x' })).toMatchObject({ text: 'x' });
  expect(onClient.log?.map(({ did }) => did)).toEqual(['seal', 'open', 'seal', 'open']);
});

it('what listeners and errors show is what was on the wire, and secrets stay hidden', async () => {
  const seen: ClientExchange[] = [];
  const { client, sent, answered } = joined(
    { extensions: [toy()], onExchange: (exchange) => seen.push(exchange) },
    { extensions: [toy()] },
    ({ password }) => {
      throw new SoapFault(`The word ${password} is wrong.`);
    },
  );
  const error = await client.call('echo', { password: 'tr0ub4dor' }).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('The word *** is wrong.');
  expect(error).toMatchObject({ response: { body: expect.stringContaining('Sealed') } });
  expect(JSON.stringify(error)).not.toContain('is wrong.</');
  expect(new TextDecoder().decode(seen[0]?.request.bytes())).toBe(sent[0]);
  expect(new TextDecoder().decode(seen[0]?.response?.bytes())).toBe(answered[0]);
});

it('a secret that only a header block has is hidden where an answer repeats it, although it was sent sealed', async () => {
  const token: SoapHeaderExtension = {
    understands: [],
    write: () => [{ tree: { namespace: 'urn:t', name: 'password', attributes: [], children: ['tr0ub4dor'] } }],
  };
  const all: SoapHeaderExtension = {
    understands: [],
    seal: ({ parts }) => ({ text: '<all>hidden</all>', parts }),
  };
  const transport: Transport = async () => ({
    status: 500,
    statusText: '',
    headers: new Headers({ 'Content-Type': 'text/plain' }),
    body: new TextEncoder().encode('who is tr0ub4dor?'),
  });
  const client = new DynamicClient(Service, { transport, extensions: [token, all] });
  await expect(client.call('echo', {})).rejects.toThrow('who is ***?');
});

it('an error of sealing fails the call before anything is sent, and makes a bare fault of a server', async () => {
  const broken: SoapHeaderExtension = { understands: [], seal: () => Promise.reject(new RangeError('no key')) };
  const onClient = joined({ extensions: [broken] }, {});
  await expect(onClient.client.call('echo', {})).rejects.toThrow('no key');
  expect(onClient.sent).toEqual([]);
  const errors: string[] = [];
  const onError = (error: unknown): number => errors.push(String(error));
  const onServer = joined({}, { extensions: [broken], onError: (error) => void onError(error) }, () => {
    throw new SoapFault('For you alone.');
  });
  const error = await onServer.client.call('echo', {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SoapFaultError);
  expect(onServer.answered[0]).not.toContain('For you alone.');
  expect(errors).toEqual(['SoapFault: For you alone.', 'RangeError: no key']);
});

it('what an extension keeps of a request that it refuses is there when the fault is sealed', async () => {
  const kept: unknown[] = [];
  const keeping: SoapHeaderExtension<string> = {
    understands: [],
    open: (_, { extensions }) => {
      extensions.set(keeping, 'the key of the caller');
      throw new SoapFault('No.');
    },
    seal: (message, { extensions, error }) => {
      kept.push(extensions.get(keeping), String(error));
      return message;
    },
  };
  const { client } = joined({}, { extensions: [keeping] });
  await expect(client.call('echo', {})).rejects.toThrow('No.');
  expect(kept).toEqual(['the key of the caller', 'SoapFault: No.']);
});

it('something else than an envelope is an error of the extension', async () => {
  const wrong = { understands: [], seal: () => '<Envelope/>' } as unknown as SoapHeaderExtension;
  const { client, sent } = joined({ extensions: [wrong] }, {});
  await expect(client.call('echo', {})).rejects.toThrow('must give a whole envelope');
  const none = { understands: [], open: () => undefined } as unknown as SoapHeaderExtension;
  const { client: other, called } = joined({}, { extensions: [none] });
  await expect(other.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
  expect([...sent, ...called]).toEqual([]);
});

it('an envelope that is longer than messages may be is refused when it is open', async () => {
  const longer: SoapHeaderExtension = {
    understands: [],
    open: ({ text, parts }) => ({ text: text.replace('short', 'x'.repeat(5000)), parts }),
  };
  const limited = joined({}, { extensions: [longer], limits: { maxBodyBytes: 2000 } });
  await expect(limited.client.call('echo', { text: 'short' })).rejects.toMatchObject({ status: 413 });
  expect(limited.called).toEqual([]);
  const { client } = joined({ extensions: [longer], limits: { maxResponseBytes: 2000 } }, {});
  await expect(client.call('echo', { text: 'short' })).rejects.toMatchObject({ name: 'ResponseTooLargeError' });
});

it('the time of a handler is that of opening, too', async () => {
  const never: SoapHeaderExtension = { understands: [], open: () => new Promise(() => undefined) };
  const { client, called } = joined({}, { extensions: [never], limits: { handlerTimeoutMs: 20 } });
  await expect(client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
  expect(called).toEqual([]);
});

it('text that is no envelope does not come to extensions, and is refused in the usual words', async () => {
  const onServer: Toy = { log: [] };
  const server = createServer({ services: [registration((input) => input)], extensions: [opening(onServer)] });
  const send = (text: string, contentType = 'text/xml'): ReturnType<typeof server.handle> => {
    const headers = { 'content-type': contentType };
    return Promise.resolve(server.handle({ method: 'POST', url: '/service', headers, body: Buffer.from(text) }));
  };
  expect((await send('<a ')).body).toContain('Client');
  expect((await send('<a/>')).body).toContain('VersionMismatch');
  expect((await send('{}', 'application/json')).status).toBe(415);
  expect(onServer.log?.filter(({ did }) => did === 'open')).toEqual([]);
  const page: Transport = async () => ({
    status: 503,
    statusText: '',
    headers: new Headers({ 'Content-Type': 'text/html' }),
    body: new TextEncoder().encode('<html><title>Busy</title></html>'),
  });
  const client = new DynamicClient(Service, { transport: page, extensions: [toy()] });
  await expect(client.call('echo', {})).rejects.toMatchObject({ status: 503 });
});

it('streams are refused where an envelope is sealed or opened as a whole, before anything is sent', async () => {
  const sealing = { understands: [], seal: toy().seal };
  const { client, sent } = joined({ extensions: [sealing] }, {});
  const items = (async function* () {
    yield 'a';
  })();
  expect(() => stream(client).echo({ item: items })).toThrow('An extension of the client seals whole requests');
  const reading = joined({ extensions: [opening()] }, {});
  expect(() => stream(reading.client).echo({})).toThrow('call Echo without stream');
  expect([...sent, ...reading.sent]).toEqual([]);
  const errors: string[] = [];
  const answering = joined(
    { extensions: [opening()] },
    { extensions: [sealing], onError: (error) => void errors.push(String(error)) },
    () => streamed<Message>({ item: ['a'] }),
  );
  await expect(answering.client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
  expect(errors).toEqual([
    'TypeError: An extension of the server seals whole answers: Echo must not answer with streamed.',
  ]);
});

it('a server whose extensions open whole requests refuses handlers that read theirs while they arrive', () => {
  const echo = receiving<Message, Message, 'item'>(() => ({}), {
    items: 'item',
  });
  const services = [registerService(Service, { echo, notify: () => undefined } as never)];
  expect(() => createServer({ services, extensions: [toy()] })).toThrow(
    'Service.echo reads its request while it arrives, but an extension of the server opens whole requests',
  );
  expect(() => createServer({ services })).not.toThrow();
});

it('an interceptor finds what extensions keep while they seal and open', async () => {
  const counting: SoapHeaderExtension<number> = {
    understands: [],
    seal: (message, { extensions }) => {
      extensions.set(counting, (extensions.get(counting) ?? 0) + 1);
      return message;
    },
    open: (message, { extensions }) => {
      extensions.set(counting, (extensions.get(counting) ?? 0) + 10);
      return message;
    },
  };
  const found: unknown[] = [];
  const look: Interceptor = async (call, next) => {
    const answer = await next(call);
    found.push(call.extensions.get(counting));
    return answer;
  };
  const { client } = joined(
    { extensions: [counting], interceptors: [look] },
    { extensions: [counting] },
    (_, context) => {
      found.push(context.extensions.get(counting));
      return {};
    },
  );
  await client.call('echo', {});
  expect(found).toEqual([10, 11]);
});

it.each([
  ['fetch', createFetchTransport()],
  ['Node', createNodeTransport()],
])('over the network by the transport of %s', async (name, transport) => {
  const server = createNodeServer({ services: [registration((input) => input)], extensions: [toy()] });
  const host = createHttpServer(server.nodeListener);
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  try {
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/service`;
    const client = new DynamicClient(Service, { address, transport, extensions: [toy()] });
    expect(await client.call('echo', { text: name })).toMatchObject({ text: name });
    const other = new DynamicClient(Service, { address, transport, extensions: [toy({ key: 'another' })] });
    await expect(other.call('echo', {})).rejects.toThrow('The message was changed.');
  } finally {
    host.closeAllConnections();
    host.close();
  }
});

it('by the server for fetch', async () => {
  const server = createServer({ services: [registration((input) => input)], extensions: [toy()] });
  const transport: Transport = async ({ method, url, headers, body: sent }) => {
    const answer = await server.fetch(new Request(url, { method, headers, body: sent as string }));
    const { status, statusText } = answer;
    return { status, statusText, headers: answer.headers, body: new Uint8Array(await answer.arrayBuffer()) };
  };
  const client = new DynamicClient(Service, { transport, extensions: [toy()] });
  expect(await client.call('echo', { text: 'x' })).toMatchObject({ text: 'x' });
});
