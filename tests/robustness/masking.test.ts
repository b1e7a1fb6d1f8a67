import type { Transport } from '@wsdl-codegen/runtime';
import fc from 'fast-check';
import { runs } from '../support/thorough.js';
import { base64, bindings, expectHidden, failureOf, html, ns, secrets, shown } from './vault.js';

/** Credentials that a call sends are in nothing that its error shows, whatever the service does with them. */

interface Sent {
  readonly url: string;
  readonly body: string;
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}
const soapFault = (reason: string, detail: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:${reason}</faultcode><faultstring>${reason}</faultstring><faultactor>${reason}</faultactor><detail><x a="${detail}">${detail}</x></detail></s:Fault></s:Body></s:Envelope>`;

/** The ways in which services repeat a request. */
const echoes: readonly ((sent: Sent) => { status: number; type: string; body: string })[] = [
  ({ url, body }) => ({
    status: 500,
    type: 'text/html',
    body: `<html><title>Error in ${html(url)}</title><pre>${html(body)}</pre></html>`,
  }),
  ({ url, secret }) => ({ status: 200, type: 'text/html', body: `<html><title>${html(secret)} ${url}</title></html>` }),
  ({ secret, url }) => ({ status: 500, type: 'text/plain', body: `Cannot convert ${html(secret)} in ${url}` }),
  ({ secret }) => ({ status: 200, type: 'application/json', body: JSON.stringify({ error: `for ${secret}`, secret }) }),
  ({ secret }) => ({ status: 500, type: 'text/xml', body: soapFault(html(secret), html(secret)) }),
  ({ secret }) => ({ status: 200, type: 'text/xml', body: soapFault('Client', html(secret)) }),
  ({ secret }) => ({ status: 200, type: 'text/xml', body: `<a>${secret}` }),
  ({ secret }) => ({ status: 200, type: 'text/xml', body: `<int xmlns="${ns}">${html(secret)}</int>` }),
  ({ secret }) => ({
    status: 200,
    type: 'text/xml',
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><OpenResponse xmlns="${ns}"><r>${html(secret)}</r></OpenResponse></s:Body></s:Envelope>`,
  }),
  ({ url, secret }) => ({
    status: 404,
    type: 'text/plain',
    body: `${encodeURIComponent(url)} ${encodeURIComponent(secret).toLowerCase()} ${encodeURIComponent(secret).replaceAll('%20', '+')}`,
  }),
  ({ secret, body, headers }) => ({
    status: 502,
    type: 'text/plain',
    body: `${base64(secret)} ${base64(`me:${secret}`)} ${base64(`you:${secret}!`)} ${base64(body)} ${headers.Authorization}`,
  }),
  ({ body, headers }) => ({ status: 400, type: 'text/plain', body: `${body} ${JSON.stringify(headers)}` }),
  ({ secret }) => ({ status: 302, type: secret.replace(/[^ -~]/g, ''), body: '' }),
  // Cut in the middle of it, at each place where a text may be cut.
  ({ secret, body }) => ({
    status: 500,
    type: 'text/plain',
    body: `${`${html(secret)} `.repeat(900).slice(0, 16_384 + (body.length % 200))}`,
  }),
  ({ secret, body }) => ({
    status: 500,
    type: 'text/plain',
    body: `${'x'.repeat(440 + (body.length % 60))}${secret} ${'y'.repeat(15_880 - (body.length % 99))}${secret}`,
  }),
];

it.each(bindings)(
  'whatever a service repeats of a call: %s',
  async (binding) => {
    await fc.assert(
      fc.asyncProperty(secrets, fc.nat(echoes.length - 1), async (secret, index) => {
        const transport: Transport = async ({ url, body = '', headers }) => {
          const text = typeof body === 'string' ? body : Buffer.from(body).toString();
          const echo = echoes[index]!({ url, body: text, secret, headers });
          const ascii = secret.replace(/[^ -~]/g, '');
          return {
            status: echo.status,
            statusText: `No ${ascii}`,
            headers: new Headers({
              'Content-Type': echo.type,
              Location: `https://other.example/login?return=${encodeURIComponent(url)}&sessionId=${encodeURIComponent(secret)}#${encodeURIComponent(secret)}`,
              'X-Echo': `seen ${ascii} `,
              'Set-Cookie': `sid=${ascii}`,
              'WWW-Authenticate': `Basic realm="${encodeURIComponent(secret)}"`,
            }),
            body: Buffer.from(echo.body),
          };
        };
        expectHidden(await failureOf(binding, secret, transport), secret);
      }),
      { numRuns: runs(200), seed: 1 },
    );
  },
  60_000,
);

it.each(bindings)('what transports fail with: %s', async (binding) => {
  await fc.assert(
    fc.asyncProperty(secrets, fc.nat(3), async (secret, kind) => {
      const transport: Transport = async (request) => {
        // As HTTP packages do: the whole request hangs on the error.
        const cause = Object.assign(new TypeError(`cannot send ${request.url}`), {
          code: 'EOWN',
          config: { request, headers: request.headers, data: request.body },
        });
        const options = { cause: new AggregateError([cause, new Error(secret)], `of ${secret}`, { cause }) };
        throw [cause, new Error(`for ${secret}`, options), secret, new Error('quiet', options)][kind];
      };
      expectHidden(await failureOf(binding, secret, transport), secret);
    }),
    { numRuns: 60, seed: 1 },
  );
});

it('an input that cannot be written', async () => {
  const never: Transport = () => Promise.reject(new Error('sent'));
  for (const binding of bindings) {
    const secret = 'Q123456789Z\u0001\ud800';
    const error = await failureOf(binding, secret, never);
    expect(error.name).toMatch(/^Xml(Encode|Write)Error$/);
    expect(shown(error)).not.toContain('Q123456789Z');
  }
});

it('what is not a credential stays readable', async () => {
  const body = '<html><title>Order 4711 of session</title></html>';
  const transport: Transport = async () => ({
    status: 500,
    statusText: 'Broken',
    headers: new Headers({ 'Content-Type': 'text/html' }),
    body: Buffer.from(body),
  });
  const error = await failureOf('soap11', 'Q123456789Z', transport);
  expect(error).toMatchObject({
    message:
      'Vault.Open (soap11): HTTP 500 Broken from http://vault.example/Vault.asmx: HTML page "Order 4711 of session"',
    response: { body, headers: { 'content-type': 'text/html' } },
    request: { url: 'http://***@vault.example/Vault.asmx', body: expect.stringContaining('<note>n</note>') },
  });
});
