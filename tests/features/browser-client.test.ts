import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';

/** A client as a bundler makes it for a browser. */

const root = join(__dirname, '../..');

/** A program that calls with one answer of `fetch` after the other, and prints what each call gave. */
const program = `
  import { ErrorsApiClient } from './index.js';
  const envelope = (content) =>
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' + content + '</s:Body></s:Envelope>';
  const good = envelope('<GetErrorDescResponse xmlns="urn:a"><GetErrorDescResult>good</GetErrorDescResult></GetErrorDescResponse>');
  const fault = envelope('<s:Fault><faultcode>s:Client</faultcode><faultstring>password=hunter22 is wrong</faultstring></s:Fault>');
  const answer = (body, type = 'text/xml; charset=utf-8', status = 200) => async () =>
    new Response(body, { status, headers: { 'Content-Type': type } });
  const never = (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const extension = { understands: [], write: () => [], read: () => undefined };
  const call = async (fetched, options = {}, callOptions = {}) => {
    globalThis.fetch = fetched;
    const client = { baseUrl: 'https://a', namespaces: { api_namespace: 'urn:a' }, ...options };
    try {
      return await new ErrorsApiClient(client).getErrorDesc({ errorCode: 1, cultureCode: 2 }, callOptions);
    } catch (error) {
      return error.name + ': ' + error.message.replace(/^ErrorsApi.GetErrorDesc \\(.*?\\): /, '');
    }
  };
  console.log(JSON.stringify({
    good: await call(answer(good)),
    get: await call(answer('<string xmlns="urn:a">got</string>'), {}, { binding: 'httpGet' }),
    fault: await call(answer(fault, undefined, 500), { headers: { 'X-Api-Key': 'hunter22' } }),
    page: await call(answer('<html><title>Login</title></html>', 'text/html')),
    echo: await call(async (_, { headers }) => answer('seen ' + headers.Authorization, 'text/plain', 500)(), { headers: { Authorization: 'Bearer abcdefgh12345' } }),
    large: await call(answer(good), { limits: { maxResponseBytes: 20 } }),
    late: await call(never, { timeoutMs: 20 }),
    aborted: await call(never, {}, { signal: AbortSignal.abort() }),
    offline: await call(async () => { throw new TypeError('Failed to fetch'); }),
    extended: await call(answer(good), { extensions: [extension] }),
    misspelt: await call(answer(good), { baseURL: 'https://b' }),
    mtom: await call(answer(good), { mtom: true }),
  }));`;

it('a client in a browser calls, and says what went wrong without credentials', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: join(root, 'generated/wallet-api/src'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    conditions: ['wsdl-codegen-source'],
    write: false,
  });
  const bundle = outputFiles.map(({ text }) => text).join('');
  const printed = execFileSync(process.execPath, ['--input-type=module'], { input: bundle, encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({
    good: 'good',
    get: 'got',
    fault: 'SoapFaultError: SOAP fault Client: password=*** is wrong',
    page: 'HtmlResponseError: Expected a SOAP envelope, but the answer is text/html (HTTP 200 from https://a/ErrorsApi.asmx): HTML page "Login"',
    echo: expect.stringMatching(/^HttpStatusError: HTTP 500.*: seen Bearer \*\*\*$/),
    large: 'ResponseTooLargeError: The answer is longer than 20 bytes (limits.maxResponseBytes)',
    late: 'TimeoutError: No answer within 20 ms',
    aborted: 'AbortError: The call was aborted',
    offline: 'TransportError: Failed to fetch',
    extended: 'good',
    misspelt: 'TypeError: A client has no option `baseURL`; did you mean `baseUrl`?',
    mtom: 'good',
  });
});
