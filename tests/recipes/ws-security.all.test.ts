import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ErrorsApiClient } from 'wallet-api';
import { signingCertificate } from '../support/certificates.js';
import { signedAssertion } from '../support/saml-assertions.js';
import { Recipe } from './recipe.js';

const adfsIssuer = 'http://adfs.example/adfs/services/trust';
const adfsAddress = 'https://adfs.example/adfs/services/trust/13/usernamemixed';
const issuer = signingCertificate('ADFS');
const recipe = new Recipe('ws-security');

beforeAll(() => {
  for (const name of ['client', 'service']) {
    const { key, cert } = signingCertificate(name);
    writeFileSync(join(recipe.folder, `${name}.key`), key);
    writeFileSync(join(recipe.folder, `${name}.pem`), cert);
  }
  writeFileSync(join(recipe.folder, 'adfs.pem'), issuer.cert);
});
afterAll(() => {
  recipe.remove();
  expect(recipe.notRun()).toEqual([]);
});

/** A caller who signs and encrypts nothing. */
const plainCall = (baseUrl: string): Promise<string | undefined> =>
  new ErrorsApiClient({ baseUrl, namespaces: { api_namespace: 'http://wallet.example/api' } }).getErrorDesc({
    errorCode: 1,
    cultureCode: 1033,
  });

it('signs, and verifies on the other side', async () => {
  const server = await recipe.start('Verify on a server', { env: { PORT: '0' } });
  expect(await recipe.run('Sign with a certificate', { baseUrl: server.url })).toEqual(['error 1 for CN=client']);
  await expect(plainCall(server.url)).rejects.toMatchObject({ code: { name: 'InvalidSecurity' } });
  await server.stop();
});

it('encrypts, and decrypts on the other side', async () => {
  const server = await recipe.start('A server that decrypts', { env: { PORT: '0' } });
  expect(await recipe.run('Encrypt', { baseUrl: server.url })).toEqual(['secret 3']);
  await expect(plainCall(server.url)).rejects.toMatchObject({ response: { status: 500 } });
  await server.stop();
});

it('sends a user name and a password', async () => {
  const requests: string[] = [];
  const server = await listening(async (request) => {
    requests.push(request);
    return answerOf(
      '<GetErrorDescResponse xmlns="http://wallet.example/api"><GetErrorDescResult>sent</GetErrorDescResult></GetErrorDescResponse>',
      '1.1',
    );
  });
  const options = { baseUrl: urlOf(server), env: { PASSWORD: 'secret' } };
  expect(await recipe.run('Send a user name and a password over TLS', options)).toEqual(['sent']);
  expect(requests[0]).toMatch(/<wsse:Username>me<\/wsse:Username><wsse:Password [^>]*#PasswordText">secret</);
  server.close();
});

it('sends a token of a token service', async () => {
  const asked: string[] = [];
  const adfs = await listening(async (request) => {
    asked.push(request);
    const assertion = await signedAssertion({ issuer: adfsIssuer, audience: 'https://wallet.example/' }, issuer);
    const trust = 'http://docs.oasis-open.org/ws-sx/ws-trust/200512';
    return answerOf(
      `<t:RequestSecurityTokenResponseCollection xmlns:t="${trust}"><t:RequestSecurityTokenResponse><t:RequestedSecurityToken>${assertion}</t:RequestedSecurityToken></t:RequestSecurityTokenResponse></t:RequestSecurityTokenResponseCollection>`,
      '1.2',
    );
  });
  const server = await recipe.start('A server that takes assertions', { env: { PORT: '0' } });
  const replace = {
    [adfsAddress]: `${urlOf(adfs)}/adfs/services/trust/13/usernamemixed`,
    "baseUrl: 'https://wallet.example'": `baseUrl: '${server.url}'`,
  };
  const lines = await recipe.run('Send a token of ADFS', { replace, env: { PASSWORD: 'secret' } });
  expect(lines).toEqual(['error 4 for alice']);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('<wsse:Username>me@adfs.example</wsse:Username>');
  expect(asked[0]).toContain('>https://wallet.example/</wsa:Address>');
  adfs.close();
  await server.stop();
});

const envelopes = {
  '1.1': ['http://schemas.xmlsoap.org/soap/envelope/', 'text/xml; charset=utf-8'],
  '1.2': ['http://www.w3.org/2003/05/soap-envelope', 'application/soap+xml; charset=utf-8'],
} as const;

interface RawAnswer {
  readonly type: string;
  readonly body: string;
}

function answerOf(content: string, version: keyof typeof envelopes): RawAnswer {
  const [namespace, type] = envelopes[version];
  return { type, body: `<s:Envelope xmlns:s="${namespace}"><s:Body>${content}</s:Body></s:Envelope>` };
}

/** A server that answers each request with what a function makes of its text. */
function listening(answer: (request: string) => Promise<RawAnswer>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { type, body } = await answer(await text(request));
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
