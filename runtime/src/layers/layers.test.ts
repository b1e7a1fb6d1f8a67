import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { createUndiciTransport } from '@wsdl-codegen/undici';
import { Agent } from 'undici';
import { apiNamespace, ErrorsApi, type ErrorsApiMethods } from '../../../tests/support/runtime/fixture.js';
import { Store, type StoreMethods } from '../../../tests/support/runtime/stream-fixture.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import type { Interceptor } from '../client/options/options.js';
import { DynamicClient } from '../dynamic-client.js';
import type { Transport } from '../http/transport.js';
import { createNodeTransport } from '../node/transport.js';
import { stream } from '../stream/index.js';
import { basicAuth, bearerAuth, CookieJar, withCookies, withDigestAuth, withGzip } from './index.js';

/** Credentials, cookies and compressed requests, over each transport and against a real server. */

const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const answer = `<e:Envelope xmlns:e="${env11}"><e:Body><GetErrorDescResponse xmlns="${apiNamespace}"><GetErrorDescResult>ok</GetErrorDescResult></GetErrorDescResponse></e:Body></e:Envelope>`;
const input = { errorCode: 1, cultureCode: 2 };

interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

let server: Server;
let url: string;
let seen: Seen[] = [];
/** Number of the test that runs. */
let test = 0;
/** Decides over a request: true lets it through to the answer. */
let gate: (request: IncomingMessage, response: ServerResponse) => boolean = () => true;
const agent = new Agent();
const node = createNodeTransport();

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.headers['x-test'] !== String(test)) {
      // From a call that an earlier test gave up.
      response.end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    seen.push({ headers: request.headers, body: Buffer.concat(chunks) });
    if (gate(request, response)) {
      response.setHeader('Content-Type', 'text/xml; charset=utf-8').end(answer);
    } else {
      response.end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  test++;
  seen = [];
  gate = () => true;
});
afterAll(async () => {
  node.close();
  await agent.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function client(transport: Transport, ...interceptors: readonly Interceptor[]): DynamicClient<ErrorsApiMethods> {
  const namespaces = { api_namespace: apiNamespace };
  const headers = { 'X-Test': String(test) };
  return new DynamicClient(ErrorsApi, { baseUrl: url, namespaces, transport, interceptors, headers });
}

const authorizations = (): readonly (string | undefined)[] => seen.map(({ headers }) => headers.authorization);

describe.each<[string, () => Transport]>([
  ['node:http', () => node],
  ['fetch', () => createFetchTransport()],
  ['undici', () => createUndiciTransport(agent)],
  ['one that can do no more than it must', () => (request) => node({ ...request, onCancel: undefined })],
])('over %s', (_, base) => {
  it('cookies come back, each by itself although their dates contain commas, also after a fault', async () => {
    gate = (_, response) => {
      response.setHeader('Set-Cookie', ['a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/', 'b=2; HttpOnly']);
      response.statusCode = seen.length === 1 ? 500 : 200;
      return true;
    };
    const errors = client(withCookies(base()));
    await expect(errors.call('getErrorDesc', input)).rejects.toThrow();
    await errors.call('getErrorDesc', input);
    await errors.call('getErrorDesc', input, { headers: { cookie: 'own=3' } });
    expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'a=1; b=2', 'own=3; a=1; b=2']);
  });

  it('errors hide a cookie wherever the service repeats it', async () => {
    gate = (request, response) => {
      response.setHeader('Set-Cookie', 'sid=v3ry-s3cret');
      response.statusCode = seen.length === 1 ? 200 : 500;
      if (seen.length > 1) {
        response.write(`the session ${request.headers.cookie?.slice(4)} is over`);
      }
      return seen.length === 1;
    };
    const errors = client(withCookies(withGzip(base())));
    await errors.call('getErrorDesc', input);
    const error: unknown = await errors.call('getErrorDesc', input).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).toContain('is over');
    expect(JSON.stringify(error) + String(error)).not.toContain('v3ry-s3cret');
  });

  it('Digest sends the password to nobody, and proves it once a challenge has come', async () => {
    gate = digestGate('SHA-256', 'me', 'Circle');
    const errors = client(withDigestAuth({ username: 'me', password: 'Circle' }, base()));
    expect(await errors.call('getErrorDesc', input)).toBe('ok');
    expect(await errors.call('getErrorDesc', input)).toBe('ok');
    expect(await errors.call('getErrorDesc', input, { binding: 'httpGet' }).catch(String)).not.toContain('401');
    expect(authorizations()).toEqual([
      undefined,
      expect.stringContaining('nc=00000001'),
      expect.stringContaining('nc=00000002'),
      expect.stringContaining('nc=00000003'),
    ]);
    expect(seen[3]?.headers.authorization).toContain('uri="/ErrorsApi.asmx/GetErrorDesc?errorCode=1&cultureCode=2"');
  });

  it('a wrong password is tried once a call', async () => {
    gate = digestGate('MD5', 'me', 'right');
    const errors = client(withDigestAuth({ username: 'me', password: 'wrong-s3cret' }, base()));
    for (const tried of [2, 4]) {
      const error: unknown = await errors.call('getErrorDesc', input).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'AccessDeniedError', status: 401 });
      expect(JSON.stringify(error)).not.toContain('s3cret');
      expect(seen).toHaveLength(tried);
    }
  });

  it('requests are compressed from a size on', async () => {
    const errors = client(withGzip(base(), { minBytes: 250 }));
    expect(await errors.call('getErrorDesc', input)).toBe('ok');
    expect(
      await errors.call('getErrorDesc', { ...input, errorCode: 2 }, { headers: { 'content-encoding': 'identity' } }),
    ).toBe('ok');
    expect(seen[0]?.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(seen[0]?.body ?? '').toString()).toContain('<errorCode>1</errorCode>');
    expect(seen[1]?.body.toString()).toContain('<errorCode>2</errorCode>');
    await client(withGzip(base())).call('getErrorDesc', input);
    expect(seen[2]?.headers).not.toHaveProperty('content-encoding');
  });

  it('time limits and signals end calls all the same', async () => {
    gate = (_, response) => {
      response.write = () => true;
      response.end = () => response;
      return false;
    };
    const stop = new AbortController();
    const transport = withCookies(withDigestAuth({ username: 'me', password: 'x' }, base()));
    const call = client(transport).call('getErrorDesc', input, { signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client(transport).call('getErrorDesc', input, { timeoutMs: 30 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe.each<[string, () => Transport]>([
  ['node:http', () => node],
  ['fetch', () => createFetchTransport()],
  ['undici', () => createUndiciTransport(agent)],
])('over %s', (_, base) => {
  it('an answer in parts comes through all of them', async () => {
    const check = digestGate('MD5-sess', 'me', 'Circle');
    gate = (request, response) => {
      response.setHeader('Set-Cookie', 'a=1');
      return check(request, response);
    };
    const credentials = { username: 'me', password: 'Circle' };
    const jar = new CookieJar();
    const transport = withCookies(withDigestAuth(credentials, withGzip(base(), { minBytes: 1 })), jar);
    const reading = stream(client(transport)).getErrorDesc(input);
    expect(await reading.answer).toBe('ok');
    expect(seen).toHaveLength(2);
    expect(jar.cookies).toHaveLength(1);
    expect(gunzipSync(seen[1]?.body ?? '').toString()).toContain('<errorCode>1</errorCode>');
  });

  it('a request that is made as it is sent goes out once, compressed, after one without a body', async () => {
    async function* entries(): AsyncGenerator<{ id: number; text: string }> {
      for (let id = 0; id < 3; id++) {
        yield { id, text: `entry ${id}` };
      }
    }
    gate = digestGate('MD5', 'me', 'Circle');
    const transport = withDigestAuth({ username: 'me', password: 'Circle' }, withGzip(base()));
    const headers = { 'X-Test': String(test) };
    const store = new DynamicClient<StoreMethods>(Store, { address: `${url}/store`, transport, headers });
    await stream(store)
      .load({ name: 'n', entries: entries() })
      .answer.catch(() => undefined);
    expect(seen.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip']);
    expect(seen[0]?.body).toHaveLength(0);
    expect(gunzipSync(seen[1]?.body ?? '').toString()).toContain('<text>entry 2</text>');
  });
});

describe('Digest', () => {
  it.each(['MD5', 'MD5-sess', 'SHA-256', 'SHA-256-sess'])('%s is what a server expects', async (algorithm) => {
    gate = digestGate(algorithm, 'Ж:user', 'p"w\\');
    const errors = client(withDigestAuth({ username: 'Ж:user', password: 'p"w\\' }, node));
    expect(await errors.call('getErrorDesc', input)).toBe('ok');
  });

  it('takes a new nonce when the old one is stale, or named in an answer', async () => {
    let nonce = 'n1';
    const check = (request: IncomingMessage, response: ServerResponse): boolean => {
      const used = /nonce="([^"]*)"/.exec(request.headers.authorization ?? '')?.[1];
      if (used === nonce) {
        nonce = `${nonce}+`;
        response.setHeader('Authentication-Info', seen.length > 3 ? '' : `nextnonce="${nonce}"`);
        return true;
      }
      response.setHeader(
        'WWW-Authenticate',
        `Digest realm="r", nonce="${nonce}", qop="auth", stale=${used !== undefined}`,
      );
      response.statusCode = 401;
      return false;
    };
    gate = check;
    const errors = client(withDigestAuth({ username: 'u', password: 'p' }, node));
    for (let call = 0; call < 4; call++) {
      expect(await errors.call('getErrorDesc', input)).toBe('ok');
    }
    // 401, n1, n1+, n1++ (of which no successor is told), n1++ again: 401, n1+++.
    expect(seen).toHaveLength(6);
  });

  it('leaves other refusals alone', async () => {
    gate = (_, response) => {
      response.statusCode = 401;
      response.setHeader('WWW-Authenticate', 'Negotiate, Basic realm="x"');
      return false;
    };
    const errors = client(withDigestAuth({ username: 'u', password: 'p' }, node));
    await expect(errors.call('getErrorDesc', input)).rejects.toMatchObject({ challenge: 'Negotiate, Basic realm="x"' });
    expect(seen).toHaveLength(1);
  });

  it('refuses names and passwords that no header can have', () => {
    expect(() => withDigestAuth({ username: 'a\r\nb', password: '' })).toThrow('control characters');
  });
});

describe('Basic', () => {
  it('sends user and password as UTF-8; a header of the call wins', async () => {
    const errors = client(node, basicAuth({ username: 'Ж', password: 'p:ä' }));
    await errors.call('getErrorDesc', input);
    await errors.call('getErrorDesc', input, { headers: { authorization: 'own' } });
    expect(authorizations()).toEqual([`Basic ${Buffer.from('Ж:p:ä').toString('base64')}`, 'own']);
  });

  it('refuses what the scheme cannot express', () => {
    expect(() => basicAuth({ username: 'a:b', password: '' })).toThrow('":"');
    expect(() => basicAuth({ username: 'a', password: '\n' })).toThrow('control characters');
  });

  it('keeps the password out of errors, whatever the service repeats', async () => {
    gate = (request, response) => {
      response.statusCode = 403;
      response.setHeader('X-Echo', String(request.headers.authorization));
      response.write(`refused ${request.headers.authorization}`);
      return false;
    };
    const errors = client(node, basicAuth({ username: 'me', password: 'pass-w0rd!' }));
    const error: unknown = await errors.call('getErrorDesc', input).catch((thrown: unknown) => thrown);
    const text = JSON.stringify(error) + String(error);
    expect(text).not.toContain(Buffer.from('me:pass-w0rd!').toString('base64'));
    expect(text).not.toContain('pass-w0rd!');
  });
});

describe('Bearer', () => {
  it('sends a token, and one that a function gives for each call', async () => {
    await client(node, bearerAuth('t1')).call('getErrorDesc', input);
    await client(
      node,
      bearerAuth(async () => 't2'),
    ).call('getErrorDesc', input);
    expect(authorizations()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('asks for another token when one is refused, and tries that once', async () => {
    gate = (request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer new' ? 200 : 401;
      return response.statusCode === 200;
    };
    let token = 'old';
    const renewals: boolean[] = [];
    const source = (renew: boolean): string => {
      renewals.push(renew);
      token = renew ? 'new' : token;
      return token;
    };
    expect(await client(node, bearerAuth(source)).call('getErrorDesc', input)).toBe('ok');
    expect(authorizations()).toEqual(['Bearer old', 'Bearer new']);
    await expect(
      client(
        node,
        bearerAuth(() => 'dead'),
      ).call('getErrorDesc', input),
    ).rejects.toThrow('401');
    expect(seen).toHaveLength(3);
    expect(renewals).toEqual([false, false, true]);
  });

  it('asks once for all calls that are refused at the same time', async () => {
    gate = (request, response) => {
      response.statusCode = request.headers.authorization === 'Bearer new' ? 200 : 401;
      return response.statusCode === 200;
    };
    let token = 'old';
    let renewals = 0;
    const errors = client(
      node,
      bearerAuth(async (renew) => {
        if (renew) {
          renewals++;
          await new Promise((done) => setTimeout(done, 20));
          token = 'new';
        }
        return token;
      }),
    );
    const calls = Array.from({ length: 5 }, () => errors.call('getErrorDesc', input));
    expect(await Promise.all(calls)).toEqual(Array(5).fill('ok'));
    expect(renewals).toBe(1);
  });
});

/** Checks a request as RFC 7616 says, by itself; a nonce counts for all requests of a test. */
function digestGate(algorithm: string, username: string, password: string): typeof gate {
  const nonce = `nonce-${algorithm}`;
  const counts = new Set<string>();
  const hash = (text: string): string =>
    createHash(algorithm.startsWith('MD5') ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  return (request, response) => {
    const fields = fieldsOf(request.headers.authorization ?? '');
    const user = fields['username*']?.startsWith("UTF-8''")
      ? decodeURIComponent(fields['username*'].slice(7))
      : fields.username;
    const secret = hash(`${username}:my "realm":${password}`);
    const a1 = algorithm.endsWith('-sess') ? hash(`${secret}:${nonce}:${fields.cnonce}`) : secret;
    const a2 = hash(`${request.method}:${request.url}`);
    const expected = hash(`${a1}:${nonce}:${fields.nc}:${fields.cnonce}:auth:${a2}`);
    const isFresh = fields.nc !== undefined && !counts.has(fields.nc);
    if (user === username && fields.response === expected && fields.uri === request.url && isFresh) {
      counts.add(fields.nc ?? '');
      return true;
    }
    response.statusCode = 401;
    response.setHeader(
      'WWW-Authenticate',
      `Basic realm="x", Digest realm="my \\"realm\\"", nonce="${nonce}", algorithm=${algorithm}, qop="auth-int,auth"`,
    );
    return false;
  };
}

function fieldsOf(header: string): Readonly<Record<string, string>> {
  const pairs = [...header.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)];
  return Object.fromEntries(pairs.map(([, name, text, token]) => [name, text?.replace(/\\(.)/g, '$1') ?? token]));
}
