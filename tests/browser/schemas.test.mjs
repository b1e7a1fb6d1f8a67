/** Schemas that are loaded in a worker of a real browser, under a policy that forbids code from texts. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };

const schema = (content) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" xmlns:t="urn:t" elementFormDefault="qualified">${content}</xs:schema>`;

const schemas = {
  '/schemas/order.xsd': schema(
    '<xs:include schemaLocation="types.xsd"/><xs:element name="order"><xs:complexType><xs:sequence><xs:element name="size" type="t:Size" maxOccurs="9"/></xs:sequence></xs:complexType></xs:element>',
  ),
  '/schemas/types.xsd': schema(
    '<xs:simpleType name="Size"><xs:restriction base="xs:int"><xs:pattern value="[0-9]{1,3}"/></xs:restriction></xs:simpleType>',
  ),
};

const worker = `
  import { loadSchemas } from 'wsdl-codegen/schemas';
  const textOf = async (address) => {
    const answer = await fetch(address);
    return answer.ok ? answer.text() : undefined;
  };
  const refused = () => {
    try {
      new Function('return 1')();
      return false;
    } catch {
      return true;
    }
  };
  onmessage = async ({ data: document }) => {
    const address = new URL('/schemas/order.xsd', location.href).href;
    const { root, validate } = await loadSchemas({ [address]: await textOf(address) }, { resolve: textOf });
    const order = root('order');
    postMessage({ refused: refused(), written: order.parse(order.format({ size: [1, 22] })), problems: validate(document) });
  };`;

const page = `
  const worker = new Worker('/worker.js', { type: 'module' });
  globalThis.check = (document) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(JSON.stringify(data));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(document);
  });`;

async function bundled(contents) {
  const resolveDir = fileURLToPath(new URL('../../generator', import.meta.url));
  const stdin = { contents, resolveDir };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', platform: 'browser', write: false });
  return outputFiles[0].text;
}

test('a worker loads schemas and checks documents where no code may be made from texts', options, async () => {
  const files = {
    '/': ['text/html', '<script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', page],
    '/worker.js': ['text/javascript', await bundled(worker)],
    ...Object.fromEntries(Object.entries(schemas).map(([name, text]) => [name, ['application/xml', text]])),
  };
  const server = createServer(({ url }, response) => {
    const [type, text] = files[url] ?? ['text/plain', ''];
    const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";
    response.writeHead(url in files ? 200 : 404, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launch(path);
  try {
    const opened = await browser.open(`http://127.0.0.1:${server.address().port}/`);
    const document = '<order xmlns="urn:t"><size>5</size>\n<size>1234</size></order>';
    const { refused, written, problems } = JSON.parse(await opened.evaluate(`check(${JSON.stringify(document)})`));
    assert.deepEqual([refused, written], [true, { size: [1, 22] }]);
    assert.deepEqual(
      problems.map(({ path, line }) => [path, line]),
      [[['size', 1], 2]],
    );
  } finally {
    await browser.close();
    server.close();
  }
});
