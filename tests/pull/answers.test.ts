import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pullDescriptor } from '../../generator/index.js';
import { authorityWithHost } from '../support/certificates.js';
import { TestProject } from '../support/test-project.js';
import { shopSchema, shopWsdl, TestService } from './service.js';

let project: TestProject;
let service: TestService;
let base: string;

beforeEach(async () => {
  project = new TestProject();
  service = new TestService();
  base = await service.start();
});
afterEach(async () => {
  project.remove();
  await service.stop();
});

const html = { 'content-type': 'text/html' };
const page = (content: string): string =>
  `<!DOCTYPE html><html><head><title>Shop</title></head><body>${content}</body></html>`;

/** The message and the help of the only diagnostic. */
async function said(path: string): Promise<string> {
  const { diagnostics, files } = await pullDescriptor({ address: `${base}${path}`, out: project.at('wsdl') });
  expect(files.size).toBe(0);
  expect(diagnostics).toHaveLength(1);
  const [{ code = '', message = '', help = '' } = {}] = diagnostics;
  return `${code}: ${message} ${help}`.replaceAll(base, '');
}

it.each([
  [
    'a login page',
    { headers: html, body: page('<form action="/in"><input name="p" type="password"></form>') },
    /^pull\/answer: "\/x\?wsdl" gives no descriptor: it is an HTML page, "Shop", which asks for a user and a password in a form\. sign in with a browser/,
  ],
  [
    'a WCF service without metadata',
    { body: page('Metadata publishing for this service is currently disabled.') },
    /it is the help page of a WCF service that does not publish its metadata\. .*httpGetEnabled/,
  ],
  [
    'a WCF service with MEX alone',
    { body: page('<PRE>svcutil.exe <A HREF="x">net.tcp://shop/mex</A></PRE>svcutil.exe http://shop/Shop.svc/mex') },
    /publishes its metadata by WS-MetadataExchange alone\. save it with svcutil/,
  ],
  ['some page', { body: page('Hello') }, /it is an HTML page, "Shop"\. check the address/],
  [
    'the page of a server',
    { body: page('<a href="/Shop.asmx">Shop</a> <a href="Pay.svc?a">no</a> <a href="/Pay?wsdl">Pay</a>') },
    /name one of the services that the page links to: \/Shop\.asmx and \/Pay\?wsdl\./,
  ],
  ['JSON', { body: '{"error": "no such path"}' }, /it is JSON: \{"error": "no such path"\}\./],
  ['nothing', { body: '' }, /it is empty\./],
  ['text', { body: 'It works!' }, /it is no XML: It works!\./],
  ['a gzip file', { body: gzipSync('<a/>') }, /it is compressed with gzip\. unpack it/],
  [
    'a fault',
    { body: '<s:Envelope xmlns:s="urn:s"><s:Body><faultstring>No action</faultstring></s:Body></s:Envelope>' },
    /it is a SOAP message: No action\./,
  ],
  ['WSDL 2.0', { body: '<description xmlns="http://www.w3.org/ns/wsdl"/>' }, /it is WSDL 2\.0, and only WSDL 1\.1/],
  ['other XML', { body: '<application/>' }, /it is XML with the document element "application"\./],
  [
    'a refusal',
    { status: 401, headers: { 'www-authenticate': 'Basic realm="shop"' } },
    /^pull\/refused: "\/x\?wsdl" was refused: the server answered 401 and asks for Basic\. name the user with --user NAME/,
  ],
  [
    'NTLM',
    { status: 401, headers: { 'www-authenticate': 'NTLM' } },
    /asks for NTLM\. codegen does not know this scheme/,
  ],
  [
    'a missing token',
    { status: 401, headers: { 'www-authenticate': 'Bearer' } },
    /asks for Bearer\. send the token: --header 'Authorization: Bearer \$TOKEN'/,
  ],
  ['no right', { status: 403 }, /was refused: the server answered 403\. the credentials do not allow it/],
  ['an error', { status: 500 }, /could not be fetched: the server answered 500\./],
  ['a broken coding', { headers: { 'content-encoding': 'gzip' }, body: 'x' }, /could not be fetched: /],
])('says what an answer is: %s', async (_title, answer, expected) => {
  service.answers.set('/x?wsdl', answer);
  const text = await said('/x?wsdl');
  expect(text).toMatch(expected);
  const status = 'status' in answer ? answer.status : undefined;
  const code = status === 500 ? 'source/fetch-failed' : status === undefined ? 'pull/answer' : 'pull/refused';
  expect(text.startsWith(`${code}: `) || text.startsWith('source/fetch-failed: ')).toBe(true);
});

it('says where a redirect has led to', async () => {
  service.answers.set('/x?wsdl', { status: 302, headers: { location: '/login?ReturnUrl=x' } });
  service.answers.set('/login?ReturnUrl=x', { body: page('<input type=password>') });
  expect(await said('/x?wsdl')).toMatch(/in a form, at \/login\?ReturnUrl=x\./);
});

it.each([
  ['/Shop.asmx', { body: page('<a href="Shop.asmx?WSDL">Service Description</a>') }, 'the help page of a service'],
  ['/Shop.svc', { status: 405 }, 'an address that answers 405'],
  [
    '/Shop.asmx?op=Find',
    { body: page('Click <a href="Shop.asmx?WSDL">here</a> for the web service') },
    'the help page of a service',
  ],
])('finds the descriptor of a service by its page: %s', async (path, answer, what) => {
  const { pathname } = new URL(path, base);
  service.answers.set(path, answer);
  service.publish({ [`${pathname}?wsdl`]: shopWsdl('a.xsd'), '/a.xsd': shopSchema() });
  const { status, out, err } = await project.run('pull', `${base}${path}`, 'wsdl');
  expect(err).toContain(
    `info pull/found-at: "${base}${path}" is ${what}; its descriptor is at "${base}${pathname}?wsdl", and was taken from there.`,
  );
  expect(out).toContain('wsdl/Shop.wsdl: 2 created');
  expect(status).toBe(0);
});

it('takes the documents relative to the address that a redirect leads to', async () => {
  service.answers.set('/old?wsdl', { status: 301, headers: { location: '/new/shop?wsdl' } });
  service.publish({ '/new/shop?wsdl': shopWsdl('a.xsd'), '/new/a.xsd': shopSchema() });
  const { status } = await project.run('pull', `${base}/old?wsdl`, 'wsdl');
  expect(status).toBe(0);
  service.asked.length = 0;
  expect((await project.run('pull', '--update', 'wsdl')).status).toBe(0);
  expect(service.asked).toEqual(['/old?wsdl 301', '/new/shop?wsdl 304', '/new/a.xsd 304']);
});

it('bounds the size and the number of documents', async () => {
  service.publish({ '/x': shopWsdl('a.xsd'), '/a.xsd': shopSchema(['b.xsd', 'c.xsd']), '/b.xsd': shopSchema() });
  const codesWith = async (limits: object): Promise<readonly string[]> => {
    const { diagnostics } = await pullDescriptor({ address: `${base}/x`, out: project.at('wsdl'), limits });
    return diagnostics.map(({ code }) => code);
  };
  expect(await codesWith({ maxBytes: 100 })).toEqual(['source/too-large']);
  expect(await codesWith({ maxBytes: shopWsdl('a.xsd').length + 50 })).toEqual(['source/too-large']);
  expect(await codesWith({ maxDocuments: 3 })).toEqual(['source/too-many']);
});

it('sends credentials to the service alone, over TLS with its own authority', async () => {
  const { authority, host } = authorityWithHost(['127.0.0.1']);
  const secure = new TestService(host);
  const other = new TestService(host);
  const [secureBase, otherBase] = [await secure.start(), await other.start()];
  const seen: (string | undefined)[] = [];
  const document = (body: string) => (request: IncomingMessage) => {
    seen.push(request.headers.authorization);
    return { body };
  };
  secure.answers.set('/shop.wsdl', document(shopWsdl('a.xsd')));
  secure.answers.set('/a.xsd', document(shopSchema([`${otherBase}/b.xsd`])));
  other.answers.set('/b.xsd', document(shopSchema()));
  const options = {
    address: `${secureBase}/shop.wsdl`,
    out: project.at('wsdl'),
    headers: [['Authorization', 'Bearer t']] as const,
    allowHosts: [new URL(otherBase).host],
  };
  const [problem] = (await pullDescriptor(options)).diagnostics;
  expect(problem?.message).toMatch(/authority that is not known here; .*--ca FILE\.$/);
  const { files, diagnostics } = await pullDescriptor({ ...options, tls: { ca: Buffer.from(authority.cert) } });
  expect(diagnostics).toEqual([]);
  expect([...files.keys()]).toEqual(['a.xsd', 'b.xsd', 'shop.wsdl']);
  expect(seen).toEqual(['Bearer t', 'Bearer t', undefined]);
  await secure.stop();
  await other.stop();
});

it('a descriptor on the internet cannot lead into a private network', async () => {
  service.publish({ '/x': shopWsdl('http://10.1.2.3/a.xsd') });
  const { diagnostics } = await pullDescriptor({ address: `${base}/x`, out: project.at('wsdl') });
  expect(diagnostics.map(({ code }) => code)).toEqual(['pull/other-host']);
  service.answers.set('/y', { status: 302, headers: { location: 'http://10.1.2.3/y' } });
  expect(await said('/y')).toContain('pull/private-host');
});
