import { createServer as createTlsServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { authorityWithHost } from '../../../tests/support/certificates.js';
import { apiNamespace, ErrorsApi } from '../../../tests/support/runtime/fixture.js';
import { DynamicClient } from '../dynamic-client.js';
import { registerService } from '../server/index.js';
import type { NodeTransportOptions } from './agents.js';
import type { ListeningServer } from './listen.js';
import { createServer, type NodeServerOptions } from './server.js';
import { createNodeTransport } from './transport.js';

/** Certificates on both sides. */

const { authority, host } = authorityWithHost(['127.0.0.1', 'shop.example']);
const stranger = authorityWithHost(['127.0.0.1']);
const namespaces = { api_namespace: apiNamespace };
const input = { errorCode: 1, cultureCode: 2 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A key with a certificate for 127.0.0.1, in PKCS #12, which ends in a hundred years. */
const packed = Buffer.from(
  `
MIIELAIBAzCCA+IGCSqGSIb3DQEHAaCCA9MEggPPMIIDyzCCAoIGCSqGSIb3DQEHBqCCAnMwggJvAgEAMIICaAYJKoZIhvcNAQcBMFcGCSqGSI
b3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiJMjiMFNyyNwICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEGa3pte+j+OQ1MuD7Kqn0eiA
ggIAPLH9eUiJEHrl9IQpfjwGbyXPI6i5bT5oGcmdQWiOlqUOBBrCw29NUVfiixMP9qWYzYPHwg9sMs0Q69ksZFXtqrraQiclcjN/LZVdv0k2Ci
RxlGo2uGw4kWI3yupHb5AzzxT5Cmp/lSq7XfH1ZK0xM+HmAV725DBjNrZfgXilk93xwbAMe50CkRHxlwJ7h87+skK314p7HIAGC4VWjB0JSFWZ
lfIySdOg2YQ7kbpwa1CG5ZA8wraqMg8Xq5vXBOaBNCsYfShwRnXs+O2U0RciToFJEN7HJZleAtjXRDoJ5Pz53dyhQwT7pzQ+dyXL6idLO8dZSl
OMII12Szoz4bHOGi8ikXJaF5V35LS3icsak7ZP+1nnqQVNcqBOowdOuAtUcqnsqZpQ3N3xe6og92t51ZZKmgZLui2k787oyouC4mgRmFMmhSI2
26uJdATecIZglYoaFuWbv7CECDoSl9ReG/aUJOwF3oBaRrSw60rttg3L6V1Ey58fwaERF3MOo0hhAGVL7ldytG36UCZl1Gw9U2a97NYzWgA2TJ
eMwOU8BzNhQRpGpsQ0f+oJ8sPordUNMsfyHldUXZAUMcyfEHpbcPRz9aQtkyqetaqSV9BvoJBiWZhgqsoj+uCckqddhHO45ZnnD3JPXeMQZZFy
ZACpZF6KTzZ1FlxRGSjtPQNzItEwggFBBgkqhkiG9w0BBwGgggEyBIIBLjCCASowggEmBgsqhkiG9w0BDAoBAqCB7zCB7DBXBgkqhkiG9w0BBQ
0wSjApBgkqhkiG9w0BBQwwHAQId9Y4emqMneYCAggAMAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBAUJoW+OQ+YaIkvZVxqJ+DpBIGQL4WM
c+XaYmUOSJPMILXTKVDUdvd+7n7zzsRh5c/gfEV0CJZTaBu9ZXHb0Fzxnf4JdLt64NKDALYze0wUWEnKv/Tiu23w/onUcy3paAt/cGELmqRLYI
MPC8WkPZW5VO14/MejPp1JD69JhTDfCyZDka1OJ6cV8jSU7BFhTLVLH1NYCtM8VR62/XKlo1yDo6tRMSUwIwYJKoZIhvcNAQkVMRYEFEHTJS2p
T4qZZWUqbcSSTr6fLl03MEEwMTANBglghkgBZQMEAgEFAAQgwgRl5rK9VRLVbySO6IP+BBgenbwQ1gTb2+0cbuT5qEYECFPO2PX9Y8luAgIIAA
==
`,
  'base64',
);

async function serve(tls: NonNullable<NodeServerOptions['tls']>): Promise<ListeningServer> {
  const services = [registerService(ErrorsApi, { getErrorDesc: () => 'ok' })];
  const listening = await createServer({ services, namespaces, tls }).listen(0, '127.0.0.1');
  closing.push(() => listening.close(0));
  return listening;
}

function call(url: string, tls: NodeTransportOptions['tls']): Promise<unknown> {
  const transport = createNodeTransport(tls === undefined ? {} : { tls });
  closing.push(() => transport.close());
  return new DynamicClient(ErrorsApi, { baseUrl: url, namespaces, transport }).call('getErrorDesc', input);
}

describe('listen with a certificate', () => {
  it('closes at once where nothing has come, before and after the handshake', async () => {
    const listening = await serve(host);
    const plain = connect(listening.port, '127.0.0.1').on('error', () => undefined);
    const secure = connectTls({ port: listening.port, host: '127.0.0.1', rejectUnauthorized: false });
    secure.on('error', () => undefined);
    await Promise.all([
      new Promise((resolve) => plain.once('connect', resolve)),
      new Promise((resolve) => secure.once('secureConnect', resolve)),
    ]);
    const start = performance.now();
    await listening.close(5000);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('serves over TLS, and says so in its address', async () => {
    const { url, port } = await serve(host);
    expect(url).toBe(`https://127.0.0.1:${port}`);
    expect(await call(url, { ca: authority.cert })).toBe('ok');
    await expect(call(url, undefined)).rejects.toMatchObject({ name: 'TransportError', kind: 'tls', phase: 'connect' });
  });

  it('of PKCS #12, opened by its passphrase', async () => {
    const { url } = await serve({ pfx: packed, passphrase: 'open-it' });
    expect(await call(url, { rejectUnauthorized: false })).toBe('ok');
  });

  it('rejects for a certificate that cannot be read', async () => {
    await expect(serve({ pfx: packed, passphrase: 'wrong' })).rejects.toThrow('mac verify failure');
    await expect(serve({ cert: 'nothing', key: 'nothing' })).rejects.toThrow('PEM');
  });

  it('lets in clients that an authority knows, and no others', async () => {
    const { url } = await serve({ ...host, ca: authority.cert, requestCert: true });
    const ca = authority.cert;
    expect(await call(url, { ca, cert: host.cert, key: host.key })).toBe('ok');
    await expect(call(url, { ca })).rejects.toMatchObject({ name: 'TransportError' });
    const other = stranger.host;
    await expect(call(url, { ca, cert: other.cert, key: other.key })).rejects.toMatchObject({ name: 'TransportError' });
  });
});

describe('the option tls of the transport', () => {
  /** A service that answers with the name in the client's certificate, or `nobody`. */
  async function serveSubjects(): Promise<string> {
    const server: Server = createTlsServer(
      { ...host, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate();
        response.end(subject?.CN ?? 'nobody');
      },
    );
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  async function get(url: string, tls: NonNullable<NodeTransportOptions['tls']>): Promise<string> {
    const transport = createNodeTransport({ tls });
    closing.push(() => transport.close());
    return new TextDecoder().decode((await transport({ method: 'GET', url, headers: {} })).body);
  }

  it.each([
    ['nothing', {}, 'nobody'],
    ['cert and key', { cert: host.cert, key: host.key }, 'Test host'],
    ['pfx and passphrase', { pfx: packed, passphrase: 'open-it' }, 'Packed'],
  ])('with %s, the service sees %j', async (_, own, name) => {
    expect(await get(await serveSubjects(), { ca: authority.cert, ...own })).toBe(name);
  });

  it('checks the certificate for another name, or not at all', async () => {
    const url = (await serveSubjects()).replace('127.0.0.1', 'localhost');
    const ca = authority.cert;
    await expect(get(url, { ca })).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
    expect(await get(url, { ca, servername: 'shop.example' })).toBe('nobody');
    expect(await get(url, { rejectUnauthorized: false })).toBe('nobody');
    expect(await get(url, { ca, checkServerIdentity: () => undefined })).toBe('nobody');
  });

  it('throws for keys that cannot be read when the transport is made, without repeating the passphrase', () => {
    const make = (): unknown => createNodeTransport({ tls: { pfx: packed, passphrase: 's3cret' } });
    expect(make).toThrow('mac verify failure');
    expect(make).not.toThrow('s3cret');
  });
});
