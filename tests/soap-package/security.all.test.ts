import { createServer as createHttpServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { HttpStatusError, TransportError } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { security } from '@wsdl-codegen/soap';
import {
  BasicAuthSecurity,
  BearerSecurity,
  ClientSSLSecurity,
  ClientSSLSecurityPFX,
  NTLMSecurity,
  passwordDigest,
  WSSecurity,
  WSSecurityCert,
  WSSecurityPlusCert,
} from 'soap';
import { ErrorsApiClient, errorsApi, PushApiClient, pushApi } from 'wallet-api';
import { SignedXml } from 'xml-crypto';
import { selfSigned } from '../../examples/ws-security/self-signed.js';
import { identity } from '../support/certificates.js';
import { admitsByNtlm } from '../support/ntlm.js';

const pem = selfSigned('localhost');
const key = Buffer.from(pem.key);
const cert = Buffer.from(pem.certificate);
const namespaces = { api_namespace: 'http://wallet.example/api' };
const wsSecurity = '{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security';

const wmids: (string | undefined)[] = [];
const service = createServer({
  services: [
    errorsApi({ getErrorDesc: ({ errorCode }) => `<${errorCode}>` }),
    pushApi({ unsubscribeApp: () => 0, unsubscribeWithAuthTicket: ({ wmid }) => wmids.push(wmid) }),
  ],
  namespaces,
  understoodHeaders: [wsSecurity],
});

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of ours that records its requests. */
class Recorder {
  seen: Seen[] = [];
  readonly server: Server;
  /** True for requests to be refused. */
  refuse: ((request: Seen) => boolean) | undefined;

  constructor(make: typeof createHttpServer = createHttpServer, options = {}) {
    this.server = make(options, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const seen = { headers: request.headers, body: Buffer.concat(chunks).toString() };
        this.seen.push(seen);
        if (this.refuse?.(seen)) {
          response.writeHead(401, { 'Content-Type': 'text/plain' }).end('no');
        }
      });
      if (this.refuse === undefined) {
        service.nodeListener(request, response);
      }
    });
  }

  async url(scheme = 'http'): Promise<string> {
    if (!this.server.listening) {
      await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    }
    return `${scheme}://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  get last(): Seen {
    const last = this.seen.at(-1);
    if (last === undefined) {
      throw new Error('nothing came');
    }
    return last;
  }
}

const recorder = new Recorder();
const open: Server[] = [recorder.server];
afterEach(() => {
  recorder.refuse = undefined;
});
afterAll(() => {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
});

const client = async (secured: ReturnType<typeof security>, options = {}): Promise<ErrorsApiClient> =>
  new ErrorsApiClient({ baseUrl: await recorder.url(), namespaces, ...secured, ...options });
const input = { errorCode: 5, cultureCode: 1033 };

describe('security objects that set HTTP headers', () => {
  it.each([
    ['BasicAuthSecurity', new BasicAuthSecurity('us', 'pa'), `Basic ${Buffer.from('us:pa').toString('base64')}`],
    ['BearerSecurity', new BearerSecurity('abc'), 'Bearer abc'],
  ])('%s, over every binding', async (_, object, expected) => {
    const errors = await client(security(object));
    for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
      expect(await errors.getErrorDesc(input, { binding })).toBe('<5>');
      expect(recorder.last.headers.authorization).toBe(expected);
    }
  });

  it('replace a header of the same name in another letter case', async () => {
    const object = {
      addHeaders: (headers: Record<string, unknown>) => Object.assign(headers, { AUTHORIZATION: 'mine' }),
    };
    const errors = await client(security(object), { headers: { authorization: 'other' } });
    await errors.getErrorDesc(input);
    expect(recorder.last.headers.authorization).toBe('mine');
  });

  it('are not shown by errors', async () => {
    recorder.refuse = () => true;
    const errors = await client(security(new BearerSecurity('very-secret')));
    const error = await errors.getErrorDesc(input).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(JSON.stringify(error)).not.toContain('very-secret');
    expect(recorder.last.headers.authorization).toBe('Bearer very-secret');
  });
});

describe('WSSecurity', () => {
  it.each(['soap11', 'soap12'] as const)('adds its block to %s', async (binding) => {
    const errors = await client(security(new WSSecurity('us<er', 'pa&ss', { mustUnderstand: true })));
    expect(await errors.getErrorDesc(input, { binding })).toBe('<5>');
    expect(recorder.last.body).toContain('<soap:Header><wsse:Security soap:mustUnderstand="1"');
    expect(recorder.last.body).toContain('<wsse:Username>us&lt;er</wsse:Username>');
    expect(recorder.last.body).toMatch(/<\/wsse:Security><\/soap:Header><soap:Body>/);
  });

  it('sends a digest that the other side can check', async () => {
    const errors = await client(security(new WSSecurity('user', 'secret', { passwordType: 'PasswordDigest' })));
    await errors.getErrorDesc(input);
    const part = (name: string): string =>
      new RegExp(`<${name}[^>]*>([^<]*)</${name}>`).exec(recorder.last.body)?.[1] ?? '';
    const created = /<wsse:UsernameToken[\s\S]*<wsu:Created>([^<]*)</.exec(recorder.last.body)?.[1] ?? '';
    expect(part('wsse:Password')).toBe(passwordDigest(part('wsse:Nonce'), created, 'secret'));
  });

  it('is added to the header blocks of the call', async () => {
    const errors = await client(security(new WSSecurity('user', 'secret')));
    const tree = { namespace: 'urn:x', name: 'trace', attributes: [], children: ['</soap:Header><soap:Body>'] };
    await errors.getErrorDesc(input, { soapHeaders: [{ tree }] });
    expect(recorder.last.body.match(/<soap:Header>/g)).toHaveLength(1);
    expect(recorder.last.body).toMatch(
      /<soap:Header><trace [\s\S]*<\/trace><wsse:Security[\s\S]*<\/soap:Header><soap:Body>/,
    );
  });

  it('refuses a call over GET rather than send it unprotected', async () => {
    const before = recorder.seen.length;
    const errors = await client(security(new WSSecurity('user', 'secret')));
    const call = errors.getErrorDesc(input, { binding: 'httpGet' });
    await expect(call).rejects.toThrow(/WSSecurity protects SOAP messages/);
    await expect(call).rejects.toBeInstanceOf(TransportError);
    expect(recorder.seen).toHaveLength(before);
  });

  it('makes a fresh nonce for each attempt', async () => {
    recorder.refuse = () => true;
    const before = recorder.seen.length;
    const object = new WSSecurity('user', 'secret', { passwordType: 'PasswordDigest' });
    const retry = { attempts: 2, delayMs: () => 0, retryOn: () => true };
    await (await client(security(object), { retry })).getErrorDesc(input).catch(() => undefined);
    const nonces = recorder.seen.slice(before).map(({ body }) => /<wsse:Nonce[^>]*>([^<]*)/.exec(body)?.[1]);
    expect(new Set(nonces).size).toBe(2);
  });
});

/** True if the envelope is signed with the certificate, and the signature covers Body and Timestamp. */
function isSigned(xml: string): boolean {
  const signature = /<(?:\w+:)?Signature[ >][\s\S]*<\/(?:\w+:)?Signature>/.exec(xml)?.[0] ?? '';
  const verifier = new SignedXml({ publicCert: cert, idMode: 'wssecurity', getCertFromKeyInfo: () => null });
  try {
    verifier.loadSignature(signature);
    return verifier.checkSignature(xml) && verifier.getSignedReferences().some((part) => part.includes(':Body'));
  } catch {
    return false;
  }
}

describe('WSSecurityCert', () => {
  it.each(['soap11', 'soap12'] as const)('signs %s so that the other side can verify it', async (binding) => {
    const errors = await client(security(new WSSecurityCert(key, cert.toString(), '', { hasTimeStamp: true })));
    for (let round = 0; round < 2; round++) {
      expect(await errors.getErrorDesc(input, { binding })).toBe('<5>');
      expect(isSigned(recorder.last.body)).toBe(true);
      expect(isSigned(recorder.last.body.replace('<errorCode>5<', '<errorCode>6<'))).toBe(false);
    }
  });

  it.each(['line\u0085ends\u2028of XML 1.1', 'cr\r, lf\n, crlf\r\n', ' <&>"\' ]]> ', '\u00a0e\u0301😀'])(
    'keeps %j as it is',
    async (wmid) => {
      const push = new PushApiClient({
        baseUrl: await recorder.url(),
        namespaces,
        ...security(new WSSecurityCert(key, cert.toString(), '')),
      });
      await push.unsubscribeWithAuthTicket({ wmid });
      expect(wmids.pop()).toBe(wmid);
      expect(isSigned(recorder.last.body)).toBe(true);
    },
  );

  it('signs in addition to a user name', async () => {
    const both = new WSSecurityPlusCert(new WSSecurity('user', 'secret'), new WSSecurityCert(key, cert.toString(), ''));
    await (await client(security(both))).getErrorDesc(input);
    expect(recorder.last.body).toContain('<wsse:Username>user</wsse:Username>');
    expect(isSigned(recorder.last.body)).toBe(true);
  });
});

describe('security objects that set the connection', () => {
  const secure = new Recorder(createHttpsServer as unknown as typeof createHttpServer, {
    key,
    cert,
    ca: cert,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const subjects: (string | undefined)[] = [];
  open.push(secure.server);
  secure.server.on('request', ({ socket }) => {
    subjects.push((socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined);
  });

  it.each([
    ['ClientSSLSecurity', new ClientSSLSecurity(key, cert, cert)],
    ['ClientSSLSecurity, forever', new ClientSSLSecurity(key, cert, cert, { forever: true })],
    [
      'ClientSSLSecurityPFX',
      new ClientSSLSecurityPFX(identity(pem.key, pem.certificate, 'secret'), 'secret', { ca: cert }),
    ],
  ])('%s shows its certificate, and keeps the connection', async (_, object) => {
    let connections = 0;
    const count = (): void => {
      connections++;
    };
    secure.server.on('secureConnection', count);
    const errors = new ErrorsApiClient({ baseUrl: await secure.url('https'), namespaces, ...security(object) });
    for (let round = 0; round < 3; round++) {
      expect(await errors.getErrorDesc(input)).toBe('<5>');
    }
    secure.server.off('secureConnection', count);
    expect(subjects.splice(0)).toEqual(['localhost', 'localhost', 'localhost']);
    expect(connections).toBe(1);
  });

  it('a client without a certificate is refused', async () => {
    const errors = new ErrorsApiClient({
      baseUrl: await secure.url('https'),
      namespaces,
      ...security(new BasicAuthSecurity('a', 'b', { ca: cert })),
    });
    await expect(errors.getErrorDesc(input)).rejects.toBeInstanceOf(TransportError);
  });

  it('NTLMSecurity goes through the handshake', async () => {
    const guard = createHttpServer((request, response) => {
      if (admitsByNtlm(request, response)) {
        service.nodeListener(request, response);
      }
    });
    open.push(guard);
    await new Promise<void>((resolve) => guard.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(guard.address() as AddressInfo).port}`;
    const user = (password: string) =>
      new NTLMSecurity({ username: 'user', password, domain: 'DOMAIN', workstation: 'w' });
    const good = new ErrorsApiClient({ baseUrl, namespaces, ...security(user('secret')) });
    expect(await good.getErrorDesc(input)).toBe('<5>');
    expect(await good.getErrorDesc(input, { binding: 'httpGet' })).toBe('<5>');
    const bad = new ErrorsApiClient({ baseUrl, namespaces, ...security(user('wrong')) });
    await expect(bad.getErrorDesc(input)).rejects.toBeInstanceOf(HttpStatusError);
  });
});
