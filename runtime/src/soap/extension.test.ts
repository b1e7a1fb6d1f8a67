import {
  type ClientAnswer,
  type ClientOptions,
  DynamicClient,
  type Interceptor,
  SoapFaultError,
  type Transport,
} from '../index.js';
import { complexType, element, field, sequence } from '../schema/index.js';
import * as xs from '../schema/xs.js';
import { createServer, registerService, type ServerOptions, type ServiceContext, SoapFault } from '../server/index.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import type { XmlElement } from '../xml/index.js';
import { ExtensionStates, type HeaderContext, type SoapHeaderExtension } from './extension.js';

const ns = 'urn:svc';
const wrapper = (name: string): ReturnType<typeof element> =>
  element(ns, name, complexType(ns, '', { content: sequence([field(ns, 'text', xs.string, { min: 0 })]) }));

interface Methods {
  echo: { input: { text?: string }; output: { text?: string } };
  notify: { input: { text?: string }; output: undefined };
}

const facts = { action: 'urn:svc/Echo', style: 'document' } as const;
const notifyFacts = { action: 'urn:svc/Notify', style: 'document' } as const;
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
      input: { element: wrapper('Echo') },
      output: { element: wrapper('EchoResponse') },
      soap11: facts,
      soap12: facts,
    },
    notify: {
      name: 'Notify',
      method: 'notify',
      oneWay: true,
      input: { element: wrapper('Notify') },
      soap11: notifyFacts,
      soap12: notifyFacts,
    },
  },
};

const wsa = 'urn:ids';

/** A block with a text. */
function tree(name: string, text: string): XmlElement {
  return { namespace: wsa, name, attributes: [], children: [text] };
}

interface Ids {
  readonly id?: string;
  readonly relatesTo?: string;
}

/** Numbers requests, and says in each answer which request it belongs to. */
function numbering(log: string[] = [], options: { readonly later?: boolean } = {}): SoapHeaderExtension<Ids> {
  let last = 0;
  const soon = <T>(value: T): T | Promise<T> => (options.later === true ? Promise.resolve(value) : value);
  const extension: SoapHeaderExtension<Ids> = {
    understands: [
      { namespace: wsa, name: 'Id' },
      { namespace: wsa, name: 'RelatesTo' },
    ],
    write: ({ side, message, extensions }) => {
      log.push(`${side} writes ${message}`);
      if (side === 'client') {
        last++;
        extensions.set(extension, { id: `${last}` });
        return soon([{ tree: tree('Id', `${last}`), mustUnderstand: true }]);
      }
      return soon([{ tree: tree('RelatesTo', extensions.get(extension)?.id ?? 'nothing') }]);
    },
    read: (blocks, { side, message, extensions }: HeaderContext) => {
      log.push(`${side} reads ${message}`);
      const [block] = blocks;
      const text = block?.tree.children.join('');
      if (side === 'server') {
        if (text === undefined) {
          throw new SoapFault('The request has no Id.', { code: { namespace: wsa, name: 'IdRequired' } });
        }
        extensions.set(extension, { id: text });
      } else {
        extensions.set(extension, { ...extensions.get(extension), ...(text !== undefined && { relatesTo: text }) });
      }
      return soon(undefined);
    },
  };
  return extension;
}

/** A client and a server that are joined without a network. */
function joined(
  clientOptions: Partial<ClientOptions>,
  serverOptions: Partial<ServerOptions>,
  echo: (input: { text?: string }, context: ServiceContext) => { text?: string } = (input) => input,
): { readonly client: DynamicClient<Methods>; readonly sent: string[]; readonly answered: string[] } {
  const sent: string[] = [];
  const answered: string[] = [];
  const registration = registerService(Service, {
    echo: (input, context) => echo(input, context as ServiceContext),
    notify: () => undefined,
  });
  const server = createServer({ services: [registration], ...serverOptions });
  const transport: Transport = async ({ method, url, headers, body }) => {
    sent.push(String(body));
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const bytes = new TextEncoder().encode(String(body));
    const answer = await server.handle({ method, url: new URL(url).pathname, headers: lower, body: bytes });
    answered.push(String(answer.body));
    return {
      status: answer.status,
      statusText: '',
      headers: new Headers(answer.headers),
      body: new TextEncoder().encode(String(answer.body)),
    };
  };
  return { client: new DynamicClient(Service, { transport, ...clientOptions }), sent, answered };
}

describe.each(['soap11', 'soap12'] as const)('an extension over %s', (binding) => {
  it.each([false, true])('writes and reads blocks on both sides, in its own time: %s', async (later) => {
    const log: string[] = [];
    const onClient = numbering(log, { later });
    const onServer = numbering(log, { later });
    const seen: unknown[] = [];
    const { client, sent, answered } = joined(
      { binding, extensions: [onClient] },
      { extensions: [onServer] },
      (input, context) => {
        seen.push(context.extensions.get(onServer));
        return input;
      },
    );
    const answers: ClientAnswer[] = [];
    const onResponse = (answer: ClientAnswer): void => {
      answers.push(answer);
    };
    expect(await client.call('echo', { text: 'x' }, { onResponse })).toEqual({ text: 'x' });
    expect(log).toEqual([
      'client writes request',
      'server reads request',
      'server writes answer',
      'client reads answer',
    ]);
    expect(sent[0]).toMatch(/<[\w:]*Id [^>]*mustUnderstand="1"[^>]*>1<\//);
    expect(answered[0]).toMatch(/RelatesTo[^>]*>1<\//);
    expect(seen).toEqual([{ id: '1' }]);
    expect(answers[0]?.extensions?.get(onClient)).toEqual({ id: '1', relatesTo: '1' });
    expect(answers[0]?.soapHeaders).toEqual({});
  });

  it('answers with its own fault, and the handler is not called', async () => {
    const log: string[] = [];
    const { client, answered } = joined({ binding }, { extensions: [numbering(log)] }, () => {
      throw new Error('not reached');
    });
    const error = await client.call('echo', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SoapFaultError);
    expect(error).toMatchObject({ reason: 'The request has no Id.', code: { namespace: wsa, name: 'IdRequired' } });
    expect(answered[0]).toContain('>nothing</');
    expect(log).toEqual(['server reads request', 'server writes fault']);
  });

  it('adds blocks to the fault of a handler, which the client reads before the call is rejected', async () => {
    const log: string[] = [];
    const states: unknown[] = [];
    const extension = numbering(log);
    const keep: Interceptor = async (call, next) => {
      try {
        return await next(call);
      } finally {
        states.push(call.extensions.get(extension));
      }
    };
    const { client } = joined(
      { binding, extensions: [extension], interceptors: [keep] },
      { extensions: [numbering(log)] },
      () => {
        throw new SoapFault('No.');
      },
    );
    await expect(client.call('echo', {})).rejects.toThrow('No.');
    expect(log.slice(-2)).toEqual(['server writes fault', 'client reads fault']);
    expect(states).toEqual([{ id: '1', relatesTo: '1' }]);
  });

  it('is refused as not understood by a server that does not have it', async () => {
    const { client } = joined({ binding, extensions: [numbering()] }, {});
    await expect(client.call('echo', {})).rejects.toMatchObject({ kind: 'MustUnderstand' });
  });

  it('guards one-way operations, too', async () => {
    const { client } = joined({ binding }, { extensions: [numbering([], { later: true })] });
    await expect(client.call('notify', {})).rejects.toThrow('The request has no Id.');
    const other = joined({ binding, extensions: [numbering()] }, { extensions: [numbering()] });
    expect(await other.client.call('notify', {})).toBeUndefined();
  });

  it('does not see blocks for other actors and roles', async () => {
    const log: string[] = [];
    const { client } = joined({ binding }, { extensions: [numbering(log)], profile: 'strict' });
    const block = { tree: tree('Id', '7'), actor: 'urn:other', mustUnderstand: true };
    await expect(client.call('echo', {}, { soapHeaders: [block] })).rejects.toThrow('The request has no Id.');
  });
});

it('an error in an extension of a client rejects the call, and nothing is sent', async () => {
  const refusing: SoapHeaderExtension = {
    understands: [],
    write: () => Promise.reject(new RangeError('no key')),
  };
  const { client, sent } = joined({ extensions: [refusing] }, {});
  await expect(client.call('echo', {})).rejects.toThrow('no key');
  expect(sent).toEqual([]);
});

it('an extension can refuse an answer', async () => {
  const checking: SoapHeaderExtension = {
    understands: [],
    read: (blocks) => {
      if (blocks.length === 0) {
        throw new RangeError('the answer is not signed');
      }
    },
  };
  const { client } = joined({ extensions: [checking] }, {});
  await expect(client.call('echo', {})).rejects.toThrow('the answer is not signed');
});

it('blocks that cannot be written make a fault without them', async () => {
  const broken: SoapHeaderExtension = {
    understands: [],
    write: () => [{ tree: { namespace: '', name: 'a b', attributes: [], children: [] } }],
  };
  const { client } = joined({}, { extensions: [broken] });
  await expect(client.call('echo', {})).rejects.toBeInstanceOf(SoapFaultError);
});

it('a fault is that of the handler when its blocks cannot be made', async () => {
  const broken: SoapHeaderExtension = {
    understands: [],
    write: () => Promise.reject(new RangeError('no key')),
  };
  const { client } = joined({}, { extensions: [broken] }, () => {
    throw new SoapFault('The text is too long.');
  });
  await expect(client.call('echo', {})).rejects.toThrow('The text is too long.');
});

it('two extensions cannot understand the same block', () => {
  expect(() => joined({ extensions: [numbering(), numbering()] }, {})).toThrow(
    'Two extensions understand the SOAP header {urn:ids}Id.',
  );
  expect(() => joined({}, { extensions: [numbering(), numbering()] })).toThrow(TypeError);
});

it('an interceptor can pass data to an extension', async () => {
  const token: SoapHeaderExtension<string> = {
    understands: [],
    write: ({ extensions }) => [{ tree: tree('Token', extensions.get(token) ?? '') }],
  };
  const give: Interceptor = (call, next) => {
    call.extensions.set(token, 'abc');
    return next(call);
  };
  const { client, sent } = joined({ extensions: [token], interceptors: [give] }, {});
  await client.call('echo', {});
  expect(sent[0]).toMatch(/Token[^>]*>abc<\//);
});

it('a strict client refuses an answer with a block that must be understood and is not', async () => {
  const marking: SoapHeaderExtension = {
    understands: [],
    write: () => [{ tree: tree('Mark', 'x'), mustUnderstand: true }],
  };
  const understanding: SoapHeaderExtension = { understands: [{ namespace: wsa, name: 'Mark' }] };
  const call = (options: Partial<ClientOptions>): Promise<unknown> =>
    joined(options, { extensions: [marking] }).client.call('echo', { text: 'x' });
  await expect(call({ strict: true })).rejects.toMatchObject({
    name: 'UnexpectedMessageError',
    problem: 'not-understood',
  });
  expect(await call({ strict: true, extensions: [understanding] })).toEqual({ text: 'x' });
  expect(await call({})).toEqual({ text: 'x' });
});

it('objects with the same key share their data', () => {
  const key = Symbol.for('wsdl-codegen:test');
  const states = new ExtensionStates();
  const one: SoapHeaderExtension<string> = { key, understands: [] };
  states.set(one, 'data');
  expect(states.get<string>({ key, understands: [] })).toBe('data');
  expect(states.get<string>({ understands: [] })).toBeUndefined();
});
