import { ExchangerApi, geoNamespace } from '../../../tests/support/runtime/fixture.js';
import {
  env11,
  env12,
  envelope,
  exchangeBody,
  headers11,
  headers12,
  namespaces,
  send,
  type TextAnswer,
  walletServer,
} from '../../../tests/support/runtime/server.js';
import { createServer, type ErrorInfo, frontDoor, registerService, SoapFault } from './index.js';

const secret = 'password=hunter2';
const path = '/ExchangerApi.asmx';
const query = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1';

/** The answers of a failing handler in the four bindings. */
async function failing(fail: () => unknown, options: Parameters<typeof walletServer>[0] = {}): Promise<TextAnswer[]> {
  const { server } = walletServer(options, fail);
  return [
    await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody)),
    await send(server, 'POST', path, headers12(), envelope(env12, exchangeBody)),
    await send(server, 'GET', `${path}/Exchange?${query}`),
    await send(server, 'POST', `${path}/Exchange`, { 'Content-Type': 'application/x-www-form-urlencoded' }, query),
  ];
}

describe('a request that a program gives by hand', () => {
  const right = { method: 'POST', url: path, headers: headers11(), body: new Uint8Array() };

  it.each<[string, unknown, number]>([
    ['nothing', undefined, 200],
    ['null', null, 200],
    ['an empty object', {}, 200],
    ['no body', { ...right, body: undefined }, 415],
    ['a body that is null', { ...right, body: null }, 415],
    ['no headers', { method: 'GET', url: path, headers: null }, 200],
    ['a header that is a number', { ...right, headers: { 'content-type': 5 } }, 415],
  ])('may lack members: %s', async (_, request, status) => {
    const errors: unknown[] = [];
    const { server } = walletServer({ onError: (error) => errors.push(error) });
    expect([(await server.handle(request as never)).status, errors]).toEqual([status, []]);
  });

  it.each<[unknown, string]>([
    ['a text', 'The request must be an object, not a string.'],
    [{ ...right, body: 'a text' }, 'The `body` of the request must be a Uint8Array, not a string.'],
    [{ ...right, body: new ArrayBuffer(4) }, 'The `body` of the request must be a Uint8Array, not an ArrayBuffer.'],
    [{ ...right, url: 5 }, 'The `url` of the request must be a string, not 5.'],
    [{ ...right, url: new URL('http://h/x') }, 'The `url` of the request must be a string, not a URL.'],
    [{ ...right, method: 7 }, 'The `method` of the request must be a string, not 7.'],
    [{ ...right, headers: new Headers() }, 'must be an object of texts by lower-case name, not a Headers.'],
    [{ ...right, headers: 'a: b' }, 'must be an object of texts by lower-case name, not a string.'],
  ])('has members of the right kinds, or the error is told: %j', async (request, message) => {
    const errors: unknown[] = [];
    const { server } = walletServer({ onError: (error) => errors.push(error) });
    const door = frontDoor(() => ({ status: 200, headers: {}, body: '' }), { onError: (error) => errors.push(error) });
    for (const each of [server, door]) {
      expect((await each.handle(request as never)).status).toBe(500);
      expect(errors.pop()).toMatchObject({ name: 'TypeError', message: expect.stringContaining(message) });
      // What was wrong leaves nothing behind.
      expect((await each.handle({ ...right, method: 'GET', url: path })).status).toBe(200);
    }
    expect(errors).toEqual([]);
  });
});

describe('errors of handlers', () => {
  it.each([
    ['thrown', () => new Error(secret)],
    ['not an Error', () => secret],
    ['with causes', () => new Error('outer', { cause: new Error(secret) })],
  ])('are masked: %s', async (_, fail) => {
    const errors: ErrorInfo[] = [];
    const answers = await failing(fail, { onError: (_error, info) => errors.push(info) });
    for (const { status, text, headers } of answers) {
      expect(status).toBe(500);
      expect(headers['cache-control']).toBe('private');
      expect(text).toContain('Server was unable to process request.');
      expect(text).not.toContain('hunter2');
      expect(text).not.toMatch(/at .*\.ts/);
    }
    expect(answers[0]?.text).toContain('<faultcode>soap:Server</faultcode>');
    expect(answers[1]?.text).toContain('<soap:Value>soap:Receiver</soap:Value>');
    expect(answers[2]?.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(errors).toEqual(
      ['soap11', 'soap12', 'httpGet', 'httpPost'].map((binding) => ({
        service: 'ExchangerApi',
        operation: 'Exchange',
        binding,
        method: binding === 'httpGet' ? 'GET' : 'POST',
        path: binding.startsWith('soap') ? path : `${path}/Exchange`,
      })),
    );
  });

  it('show their messages, never their stacks, with includeErrorDetail', async () => {
    const fail = (): Error => new Error('outer', { cause: new Error('inner <') });
    for (const { text } of await failing(fail, { includeErrorDetail: true })) {
      expect(text).toMatch(/Server was unable to process request\. ---&gt; outer ---&gt; inner &lt;/);
      expect(text).not.toMatch(/\.ts/);
    }
  });

  it('a SoapFault speaks for itself', async () => {
    const fail = (): SoapFault => new SoapFault('No <money>', { code: 'Client', actor: 'urn:a' });
    const [one, two, get] = await failing(fail);
    expect(one?.text).toContain(
      '<faultcode>soap:Client</faultcode><faultstring>No &lt;money&gt;</faultstring><faultactor>urn:a</faultactor><detail/>',
    );
    expect([two?.status, two?.text.includes('<soap:Value>soap:Sender</soap:Value>')]).toEqual([500, true]);
    expect([get?.status, get?.text]).toEqual([500, 'No &lt;money&gt;\r\n']);
  });

  it('a SoapFault may have its own code, subcodes and elements as detail', async () => {
    const detail = { namespace: 'urn:d', name: 'why', attributes: [], children: ['because'] };
    const code = { namespace: 'urn:c', name: 'Own' };
    const [one] = await failing(() => new SoapFault('r', { code, detail }));
    expect(one?.text).toMatch(/<faultcode[^>]* xmlns:(\w+)="urn:c"[^>]*>\1:Own<\/faultcode>/);
    expect(one?.text).toMatch(/<detail>.*because<\/.*<\/detail>/);
    const [, two] = await failing(() => new SoapFault('r', { subcodes: [code] }));
    expect(two?.text).toMatch(/<soap:Subcode><soap:Value[^>]*>\w+:Own<\/soap:Value><\/soap:Subcode>/);
  });

  it('a declared fault carries its typed detail', async () => {
    const { server } = walletServer(
      {},
      () => new SoapFault('Bad', { fault: 'AddressFaultFault', detail: { Code: 7 } }),
    );
    const got = await send(
      server,
      'POST',
      '/geosrvex/AddressLocator.svc',
      headers11(`"${geoNamespace}IAddressLocator/Parse"`),
      envelope(env11, `<Parse xmlns="${geoNamespace}"/>`),
    );
    expect(got.status).toBe(500);
    expect(got.text).toMatch(
      new RegExp(`<detail><(?:(\\w+):)?AddressFault xmlns(?::\\1)?="${geoNamespace}"><(?:\\1:)?Code>7<`),
    );
  });

  it.each([
    ['an undeclared fault', { fault: 'Nope' }, { name: 'TypeError' }],
    ['a detail that is nothing to write', { detail: { a: 1 } }, { path: '/Fault/detail[0]/namespace' }],
    [
      'a detail in which something is wrong',
      { detail: [{ namespace: '', name: 'a', attributes: [], children: [{}] }] },
      { path: '/Fault/detail[0]/children[0]/namespace' },
    ],
    ['an actor with characters that XML has not', { actor: '\0' }, { path: '/Fault/actor' }],
    ['a code that is no name', { code: { namespace: 'urn:a', name: 'a b' } }, { path: '/Fault/code' }],
  ])('%s is an error of the handler', async (_, options, expected) => {
    const fail = (): SoapFault => new SoapFault(secret, options);
    const errors: unknown[] = [];
    const [one] = await failing(fail, { onError: (error) => errors.push(error) });
    expect(one?.text).toContain('<faultstring>Server was unable to process request.</faultstring>');
    expect(errors).toContainEqual(expect.objectContaining(expected));
  });

  it('a hook that throws changes nothing', async () => {
    const throwing = (): never => {
      throw new Error('hook');
    };
    const [one] = await failing(() => new Error('x'), { onError: throwing });
    expect(one?.status).toBe(500);
  });

  it('a result that does not fit the schema is masked too', async () => {
    const service = registerService(ExchangerApi, { exchange: () => secret as unknown as number });
    const server = createServer({ services: [service], namespaces });
    for (const got of [
      await send(server, 'POST', path, headers11(), envelope(env11, exchangeBody)),
      await send(server, 'GET', `${path}/Exchange?${query}`),
    ]) {
      expect(got.status).toBe(500);
      expect(got.text).toContain('Server was unable to process request.');
      expect(got.text).not.toContain('hunter2');
    }
  });
});
