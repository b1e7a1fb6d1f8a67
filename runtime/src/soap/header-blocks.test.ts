import { withinSeconds } from '../../../tests/support/processor-time.js';
import { type NoteMethods, Notes, noteBindings, notesNamespace } from '../../../tests/support/runtime/notes.js';
import { env11, env12 } from '../../../tests/support/runtime/server.js';
import { SoapFaultError } from '../client/errors/errors.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import { type OperationsClient, operationsClient } from '../client/operations-client.js';
import type { ClientAnswer, ClientHeaders, ClientOptions } from '../client/options/options.js';
import { httpGetCalls, httpPostCalls, soap11Calls, soap12Calls } from '../client/plans/bindings.js';
import { ServiceClient } from '../client/service-client.js';
import type { Transport } from '../http/transport.js';
import { registerService, type ServiceImplementation } from '../server/handlers/registration.js';
import { createServer, type SoapServer } from '../server/server.js';
import type { ServerOptions } from '../server/settings/options.js';
import type { BindingKind } from '../service/descriptor.js';
import type { XmlElement } from '../xml/index.js';
import { XmlEncodeError } from '../xml/text/errors.js';
import { SoapFault } from './soap-fault.js';

type Notes$ = ServiceImplementation<NoteMethods>;

const calls = { soap11: soap11Calls, soap12: soap12Calls, httpGet: httpGetCalls, httpPost: httpPostCalls };
const soapBindings = ['soap11', 'soap12'] as const;

/** A client of all operations, as generated ones are. */
class NotesClient extends ServiceClient<NoteMethods> {
  constructor(options: ClientOptions<BindingKind, ClientHeaders<NoteMethods>>) {
    super(Notes, options, calls);
  }
  add(text: string, options?: Parameters<OperationsClient<NoteMethods>['add']>[1]): Promise<string> {
    return this.$call('add', { text }, options);
  }
  list(text: string, options?: Parameters<OperationsClient<NoteMethods>['list']>[1]): Promise<string> {
    return this.$call('list', { text }, options);
  }
}

/** A transport that keeps the bodies of requests, and answers with an empty result. */
function keeping(bodies: string[], failures = 0): Transport {
  return async ({ body }) => {
    bodies.push(String(body));
    const isBusy = bodies.length <= failures;
    const answer = `<s:Envelope xmlns:s="${env11}"><s:Body><AddResponse xmlns="${notesNamespace}"><text>ok</text></AddResponse></s:Body></s:Envelope>`;
    return {
      status: isBusy ? 503 : 200,
      statusText: '',
      headers: new Headers({ 'Content-Type': isBusy ? 'text/plain' : 'text/xml' }),
      body: new TextEncoder().encode(isBusy ? 'busy' : answer),
    };
  };
}

const headerOf = (body: string | undefined): string => /<soap:Header>(.*)<\/soap:Header>/.exec(body ?? '')?.[1] ?? '';
const tree = (name: string, text: string, namespace = 'urn:x'): XmlElement => ({
  namespace,
  name,
  attributes: [],
  children: [text],
});

describe('SOAP headers of a client and of its calls', () => {
  it('are sent together', async () => {
    const bodies: string[] = [];
    const client = new NotesClient({ transport: keeping(bodies), soapHeaders: { session: 's' } });
    await client.add('a', { soapHeaders: { tenant: 't' } });
    expect(headerOf(bodies[0])).toBe(
      `<Session xmlns="${notesNamespace}">s</Session><Tenant xmlns="${notesNamespace}">t</Tenant>`,
    );
  });

  it.each<[string, unknown, string]>([
    [
      'a tree in the place of a block',
      [tree('X', 'x')],
      '/soapHeaders[0]: a tree is a header block as { tree }, or as it is in the list $any',
    ],
    ['a tree in the place of the list', tree('X', 'x'), '/soapHeaders: a tree goes into a list: { $any: [tree] }'],
    [
      'a function that gives a text',
      () => '<a/>',
      '/soapHeaders: expected headers by property, or an array of header blocks, got "<a/>"',
    ],
    ['null', null, '/soapHeaders: expected headers by property, or an array of header blocks, got null'],
    [
      'a text in $any',
      { $any: ['<a/>'] },
      '/soapHeaders/$any[0]: expected an XmlElement, or a header block with tree, or with element and value, got "<a/>"',
    ],
    ['a hole in $any', { $any: new Array(1) }, '/soapHeaders/$any[0]: expected an XmlElement, or'],
    [
      '$any without a list',
      { $any: tree('X', 'x') },
      '/soapHeaders/$any: expected an array of header blocks, got an object',
    ],
    [
      'an empty object',
      [{}],
      '/soapHeaders[0]: expected a header block with tree, or with element and value, got an object',
    ],
    ['no tree', [{ tree: null }], '/soapHeaders[0]/tree: expected an XmlElement, got null'],
    [
      'no descriptor',
      [{ element: 'Session', value: 1 }],
      '/soapHeaders[0]/element: expected the descriptor of an element, got "Session"',
    ],
    [
      'a flag that is a text',
      [{ tree: tree('X', 'x'), mustUnderstand: 'false' }],
      '/soapHeaders[0]/mustUnderstand: expected true or false, got "false"',
    ],
    [
      'an actor that is no text',
      [{ tree: tree('X', 'x'), actor: 1 }],
      '/soapHeaders[0]/actor: expected a string, got 1',
    ],
    [
      'a tree without attributes',
      { $any: [{ namespace: '', name: 'X', children: [] }] },
      '/soapHeaders/$any[0]/attributes: expected an array of attributes, got undefined',
    ],
    [
      'a block whose tree has none',
      [{ tree: { namespace: '', name: 'X', children: [] } }],
      '/soapHeaders[0]/tree/attributes: expected an array',
    ],
    [
      'a wrong child of a tree',
      { $any: [{ tree: { namespace: '', name: 'X', attributes: [], children: ['a', 1] } }] },
      '/soapHeaders/$any[0]/tree/children[1]: expected text or an XmlElement',
    ],
  ])('are refused with the place: %s', async (_, soapHeaders, message) => {
    const given = { soapHeaders } as Parameters<NotesClient['add']>[1];
    const client = new NotesClient({ transport: keeping([]) });
    const error: unknown = await client.add('a', given).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(XmlEncodeError);
    expect(String(error)).toContain(`XmlEncodeError: ${message}`);
  });

  it.each([
    ['a property', { session: 'call' }],
    ['a block', [{ tree: tree('Session', 'call', notesNamespace) }]],
    ['a block in $any', { $any: [tree('Session', 'call', notesNamespace)] }],
  ])('of the same name: %s of the call replaces that of the client', async (_, soapHeaders) => {
    const bodies: string[] = [];
    const transport = keeping(bodies);
    const client = new NotesClient({
      transport,
      soapHeaders: { session: 'client', tenant: 't', $any: [tree('X', 'x')] },
    });
    await client.add('a', { soapHeaders });
    const header = headerOf(bodies[0]);
    expect(header).toContain('>call</');
    expect(header).not.toContain('client');
    expect(header).toMatch(/Tenant.*urn:x/);
  });

  it('that are undefined do not take those of the client away', async () => {
    const bodies: string[] = [];
    const client = new NotesClient({ transport: keeping(bodies), soapHeaders: { session: 's' } });
    await client.add('a', { soapHeaders: { session: undefined } as object });
    expect(headerOf(bodies[0])).toContain('>s</Session>');
  });

  it('are sent where an operation declares them', async () => {
    const bodies: string[] = [];
    const client = new NotesClient({ transport: keeping(bodies), soapHeaders: { session: 's', tenant: 't' } });
    await client.list('a').catch(() => undefined);
    expect(headerOf(bodies[0])).toBe(`<Tenant xmlns="${notesNamespace}">t</Tenant>`);
  });

  it('come anew from functions for each attempt', async () => {
    const bodies: string[] = [];
    let nonce = 0;
    const client = new NotesClient({
      transport: keeping(bodies, 2),
      retry: { attempts: 3, idempotent: true, delayMs: () => 0 },
      soapHeaders: async () => ({ session: `nonce ${++nonce}` }),
    });
    expect(await client.add('a', { soapHeaders: () => ({ tenant: `call ${nonce}` }) })).toBe('ok');
    expect(bodies.map((body) => headerOf(body).replace(/<[^>]+>/g, '|'))).toEqual([
      '|nonce 1||call 1|',
      '|nonce 2||call 2|',
      '|nonce 3||call 3|',
    ]);
  });

  it('fail the call if their function fails', async () => {
    const soapHeaders = (): Promise<never> => Promise.reject(new Error('no token'));
    const bodies: string[] = [];
    await expect(new NotesClient({ transport: keeping(bodies), soapHeaders }).add('a')).rejects.toThrow('no token');
    expect(bodies).toEqual([]);
  });

  it('of an unknown name are refused, with the name that was probably meant', async () => {
    const transport = keeping([]);
    const wrong = { tenent: 't' } as object;
    expect(() => new NotesClient({ transport, soapHeaders: wrong })).toThrow(
      new TypeError('Notes declares no SOAP header "tenent"; did you mean "tenant"?'),
    );
    await expect(new NotesClient({ transport, soapHeaders: () => wrong }).add('a')).rejects.toThrow('"tenent"');
    await expect(new NotesClient({ transport }).add('a', { soapHeaders: wrong })).rejects.toThrow(
      new TypeError('Notes.Add declares no SOAP header "tenent"; did you mean "tenant"?'),
    );
    await expect(new NotesClient({ transport }).list('a', { soapHeaders: { session: 's' } as object })).rejects.toThrow(
      'Notes.List declares no SOAP header "session"; others go into `$any: [{ namespace, name, attributes, children }]`.',
    );
  });

  it('may be those of other operations in a client of some operations', async () => {
    const bodies: string[] = [];
    const { add } = Notes.operations;
    const options = { transport: keeping(bodies), soapHeaders: { tenant: 't', ofAnother: 1 } };
    const client = operationsClient<Pick<NoteMethods, 'add'>, BindingKind>(Notes, { add }, options, calls);
    await client.add({ text: 'a' });
    expect(headerOf(bodies[0])).toBe(`<Tenant xmlns="${notesNamespace}">t</Tenant>`);
  });

  it('are left out over GET and POST, whose functions are not called', async () => {
    const soapHeaders = jest.fn();
    const client = new NotesClient({ transport: keeping([]), soapHeaders, binding: 'httpGet' });
    await client.add('a').catch(() => undefined);
    expect(soapHeaders).not.toHaveBeenCalled();
  });

  it('have the types of what the operations declare', () => {
    // @ts-expect-error no operation declares it
    const wrong: ClientOptions<BindingKind, ClientHeaders<NoteMethods>> = { soapHeaders: { tenent: 't' } };
    // @ts-expect-error it is a text
    const number: ClientOptions<BindingKind, ClientHeaders<NoteMethods>> = { soapHeaders: { tenant: 5 } };
    const right: ClientOptions<BindingKind, ClientHeaders<NoteMethods>> = {
      soapHeaders: () => ({ tenant: 't', session: 's', $any: [tree('X', '')] }),
    };
    expect([wrong, number, right]).toHaveLength(3);
  });
});

/** A server whose handler `add` is given. */
function serve(add: Notes$['add'], options: Partial<ServerOptions> = {}): SoapServer {
  const implementation: Notes$ = { add, list: ({ text }) => text, notify: () => undefined };
  return createServer({ services: [registerService(Notes, implementation)], ...options });
}

function clientOf(server: SoapServer, binding: BindingKind): NotesClient {
  return new NotesClient({
    transport: createFetchTransport((input, init) => server.fetch(new Request(input, init))),
    binding,
  });
}

describe.each(soapBindings)('undeclared header blocks over %s', (binding) => {
  const block = tree('Who', 'ann');

  it('come to handlers and interceptors as trees, with their attributes for SOAP', async () => {
    const seen: unknown[] = [];
    const server = serve(
      (_, { soapHeaders }) => {
        seen.push(soapHeaders);
        return '';
      },
      {
        understoodHeaders: ['{urn:x}Who'],
        interceptors: [
          (call, next) => {
            seen.push(call.soapHeaders.$any?.[0]?.children);
            return next();
          },
        ],
      },
    );
    const soapHeaders = { tenant: 't', $any: [{ tree: block, mustUnderstand: true }, tree('Other', '')] };
    await clientOf(server, binding).add('a', { soapHeaders });
    const namespace = binding === 'soap11' ? env11 : env12;
    expect(seen).toMatchObject([
      ['ann'],
      {
        tenant: 't',
        $any: [{ name: 'Who', attributes: [{ namespace, name: 'mustUnderstand', value: '1' }] }, { name: 'Other' }],
      },
    ]);
  });

  it('that must be understood are refused unless the server lists them', async () => {
    const add = jest.fn();
    const soapHeaders = [{ tree: block, mustUnderstand: true }];
    const call = clientOf(serve(add), binding).add('a', { soapHeaders });
    await expect(call).rejects.toThrow('Who was not understood');
    expect(add).not.toHaveBeenCalled();
  });

  it('for another actor need not be understood, unless the server plays it', async () => {
    const soapHeaders = [{ tree: block, mustUnderstand: true, actor: 'urn:gateway' }];
    const seen: unknown[] = [];
    const add: Notes$['add'] = (_, context) => {
      seen.push(context.soapHeaders.$any?.length);
      return '';
    };
    await clientOf(serve(add), binding).add('a', { soapHeaders });
    expect(seen).toEqual([1]);
    const gateway = clientOf(serve(add, { roles: ['urn:gateway'] }), binding).add('a', { soapHeaders });
    await expect(gateway).rejects.toBeInstanceOf(SoapFaultError);
  });

  it('are those for another actor, even if the operation declares the name', async () => {
    const seen: unknown[] = [];
    const add: Notes$['add'] = (_, { soapHeaders }) => {
      seen.push([soapHeaders.tenant, soapHeaders.$any?.length]);
      return '';
    };
    const soapHeaders = [{ tree: tree('Tenant', 't', notesNamespace), actor: 'urn:gateway' }];
    await clientOf(serve(add), binding).add('a', { soapHeaders });
    await clientOf(serve(add, { roles: ['urn:gateway'] }), binding).add('a', { soapHeaders });
    await clientOf(serve(add, { profile: 'aspnet' }), binding).add('a', { soapHeaders });
    expect(seen).toEqual([
      [undefined, 1],
      ['t', undefined],
      ['t', undefined],
    ]);
  });

  it('go with answers, beside declared ones', async () => {
    const answers: ClientAnswer[] = [];
    const server = serve((_, { responseSoapHeaders }) => {
      responseSoapHeaders.stamp = 'now';
      responseSoapHeaders.$any = [block, { tree: tree('Marked', ''), mustUnderstand: true, actor: 'urn:gateway' }];
      return '';
    });
    await clientOf(server, binding).add('a', { onResponse: (answer) => answers.push(answer) });
    const actor = binding === 'soap11' ? 'actor' : 'role';
    expect(answers[0]?.soapHeaders).toMatchObject({
      stamp: 'now',
      $any: [
        { name: 'Who' },
        { name: 'Marked', attributes: [{ name: 'mustUnderstand' }, { name: actor, value: 'urn:gateway' }] },
      ],
    });
  });

  it('go with faults, too', async () => {
    const failing = (error: unknown): SoapServer =>
      serve((_, { responseSoapHeaders }) => {
        responseSoapHeaders.$any = [block];
        throw error;
      });
    for (const error of [new SoapFault('No.'), new Error('hidden')]) {
      const fault: unknown = await clientOf(failing(error), binding)
        .add('a')
        .catch((caught: unknown) => caught);
      expect(fault).toBeInstanceOf(SoapFaultError);
      expect((fault as SoapFaultError).response?.body).toMatch(/Header>.*Who.*ann/s);
    }
  });

  it('of an unknown property are refused in answers, those of another operation are left out', async () => {
    const errors: unknown[] = [];
    const setting = (property: string): SoapServer =>
      serve(() => '', {
        onError: (error) => errors.push(error),
        interceptors: [
          (call, next) => {
            call.responseSoapHeaders[property] = 'x';
            return next();
          },
        ],
      });
    await clientOf(setting('stamp'), binding).list('a');
    await expect(clientOf(setting('stmp'), binding).add('a')).rejects.toBeInstanceOf(SoapFaultError);
    await expect(clientOf(setting('session'), binding).add('a')).rejects.toBeInstanceOf(SoapFaultError);
    expect(errors.map(String)).toEqual([
      'TypeError: Notes.Add declares no SOAP header "stmp" of answers; did you mean "stamp"?',
      'TypeError: Notes.Add declares no SOAP header "session" of answers; others go into `$any: [{ namespace, name, attributes, children }]`.',
    ]);
  });
});

it.each(noteBindings)('a request without header blocks has empty headers over %s', async (binding) => {
  const seen: unknown[] = [];
  const add: Notes$['add'] = (_, { soapHeaders }) => {
    seen.push({ ...soapHeaders });
    return '';
  };
  await clientOf(serve(add), binding).add('a');
  expect(seen).toEqual([{}]);
});

it('many header blocks of an answer cost little', async () => {
  const blocks = '<h/>'.repeat(200_000);
  const answer = `<s:Envelope xmlns:s="${env11}"><s:Header>${blocks}</s:Header><s:Body><AddResponse xmlns="${notesNamespace}"><text>ok</text></AddResponse></s:Body></s:Envelope>`;
  const transport: Transport = async () => ({
    status: 200,
    statusText: '',
    headers: new Headers({ 'Content-Type': 'text/xml' }),
    body: new TextEncoder().encode(answer),
  });
  let count: number | undefined;
  const client = new NotesClient({ transport });
  await withinSeconds(3, () =>
    client.add('a', {
      onResponse: ({ soapHeaders }) => {
        count = soapHeaders.$any?.length;
      },
    }),
  );
  expect(count).toBe(200_000);
});
