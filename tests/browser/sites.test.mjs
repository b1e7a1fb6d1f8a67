/** Pages of other web sites and a server, in a real browser. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import { after, before, test } from 'node:test';
import { registerService } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { ErrorsApi, exchangerApi } from '../../generated/wallet-api/js/index.js';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };

const namespaces = { api_namespace: 'http://wallet.example/api' };
const fields = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: '1' };
const query = new URLSearchParams(fields).toString();
const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Exchange xmlns="${namespaces.api_namespace}"><sessionId>s</sessionId><CurrencyToBuy>122</CurrencyToBuy><CurrencyToPay>114</CurrencyToPay><amountToPay>1</amountToPay></Exchange></s:Body></s:Envelope>`;

let calls = 0;
let wallet;
let other;
let otherPort;
let browser;

/** Answers every request with an empty page: any host leads here. */
function startOther() {
  const server = createHttpServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!DOCTYPE html><p>'),
  );
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

before(async () => {
  if (path === undefined) {
    return;
  }
  other = await startOther();
  otherPort = other.address().port;
  const { httpGet } = ErrorsApi.operations.getErrorDesc;
  const { output: _, ...unread } = httpGet;
  const hostile = {
    ...ErrorsApi,
    ports: [{ name: 'P', binding: 'httpGet', address: '/Hostile.asmx' }],
    operations: {
      getErrorDesc: { ...ErrorsApi.operations.getErrorDesc, httpGet: { ...unread, outputContentType: 'text/xml' } },
    },
  };
  const xhtml =
    '<a xmlns="urn:x"><script xmlns="http://www.w3.org/1999/xhtml">window.hit = 1</script><svg xmlns="http://www.w3.org/2000/svg" onload="window.hit = 1"/></a>';
  wallet = await createServer({
    services: [
      exchangerApi({
        exchange: () => {
          calls++;
          return 7;
        },
      }),
      registerService(hostile, { getErrorDesc: () => xhtml }),
    ],
    namespaces,
    cors: { origins: [`http://shop.example:${otherPort}`], exposedHeaders: ['Allow'] },
    hosts: ['wallet.example'],
  }).listen(0, '127.0.0.1');
  browser = await launch(path, ['--host-resolver-rules=MAP *.example 127.0.0.1', '--disable-features=HttpsUpgrades']);
});

after(async () => {
  await browser?.close();
  await wallet?.close(0);
  other?.close();
  other?.closeAllConnections();
});

/** Runs a program in a page of a site; `wallet` in it is the address of a service. Returns its value and how often the operation ran. */
async function inPageOf(origin, base, program) {
  calls = 0;
  const page = await browser.open(origin);
  try {
    const value = await page.evaluate(
      `(async (wallet) => { ${program} })(${JSON.stringify(`${base}/ExchangerApi.asmx`)})`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { value, calls, problems: page.problems };
  } finally {
    await page.close();
  }
}

const submit = (method, type) => `
  const form = document.createElement('form');
  Object.assign(form, { method: '${method}', enctype: '${type}', action: wallet + '${type === 'text/plain' ? '' : '/Exchange'}' });
  for (const [name, value] of Object.entries(${JSON.stringify(fields)})) {
    form.append(Object.assign(document.createElement('input'), { name, value }));
  }
  document.body.append(form);
  form.submit();`;

const send = (url, body, type) => `
  await fetch(wallet + '${url}', { method: 'POST', mode: 'no-cors', credentials: 'include', body: new Blob([${JSON.stringify(body)}]${type === undefined ? '' : `, { type: '${type}' }`}) }).catch(() => {});`;

/** All that a page can make a browser send to another site without asking it. */
const attempts = {
  'an image': `await new Promise((done) => { const image = new Image(); image.onerror = image.onload = done; image.src = wallet + '/Exchange?${query}'; });`,
  'an image that hides where it stands': `await new Promise((done) => { const image = new Image(); image.referrerPolicy = 'no-referrer'; image.onerror = done; image.src = wallet + '/Exchange?${query}'; });`,
  'a frame': `await new Promise((done) => { const frame = document.createElement('iframe'); frame.onload = done; frame.src = wallet + '/Exchange?${query}'; document.body.append(frame); });`,
  'a link': `location.href = wallet + '/Exchange?${query}';`,
  'a form over GET': submit('get', 'application/x-www-form-urlencoded'),
  'a form over POST': submit('post', 'application/x-www-form-urlencoded'),
  'a form with parts': submit('post', 'multipart/form-data'),
  'a form as text': submit('post', 'text/plain'),
  'a script over GET': `await fetch(wallet + '/Exchange?${query}', { mode: 'no-cors', credentials: 'include' }).catch(() => {});`,
  'a script that wants to read': `await fetch(wallet + '/Exchange?${query}', { credentials: 'include' }).catch(() => {});`,
  'a form of a script': send('/Exchange', query, 'application/x-www-form-urlencoded'),
  'SOAP as text': send('', envelope, 'text/plain'),
  'SOAP of no type': send('', envelope),
  'SOAP as itself': send('', envelope, 'text/xml'),
  'SOAP, asking first': `await fetch(wallet, { method: 'POST', headers: { 'Content-Type': 'text/xml', SOAPAction: '"${namespaces.api_namespace}/Exchange"' }, body: ${JSON.stringify(envelope)} }).catch(() => {});`,
  'a beacon': `navigator.sendBeacon(wallet + '/Exchange', new URLSearchParams(${JSON.stringify(fields)}));`,
  'a beacon with SOAP': `navigator.sendBeacon(wallet, new Blob([${JSON.stringify(envelope)}], { type: 'text/xml' }));`,
};

/** Over plain HTTP browsers send neither `Sec-Fetch-Site` nor, for these, `Origin`: docs/browsers.md describes the gap. */
const gap = [
  'an image',
  'an image that hides where it stands',
  'a frame',
  'a link',
  'a form over GET',
  'a script over GET',
];

for (const [name, program] of Object.entries(attempts)) {
  test(`${name} of another site runs nothing`, options, async () => {
    const secure = `http://127.0.0.1:${wallet.port}`;
    assert.equal((await inPageOf(`http://localhost:${otherPort}/`, secure, program)).calls, 0);
    // The same host with another port is not another site, but another origin.
    assert.equal((await inPageOf(`http://127.0.0.1:${otherPort}/`, secure, program)).calls, 0);
  });

  test(
    `${name} of another site runs ${gap.includes(name) ? 'the operation over plain HTTP' : 'nothing over plain HTTP'}`,
    options,
    async () => {
      const plain = `http://wallet.example:${wallet.port}`;
      const { calls: ran } = await inPageOf(`http://evil.example:${otherPort}/`, plain, program);
      assert.equal(ran > 0, gap.includes(name));
    },
  );
}

for (const method of ['get', 'post']) {
  for (const host of ['127.0.0.1', 'wallet.example']) {
    test(`the form of the service's own page runs over ${method}, at ${host}`, options, async () => {
      const base = `http://${host}:${wallet.port}`;
      const program = `for (const [name, value] of Object.entries(${JSON.stringify(fields)})) document.querySelector('[name=' + name + ']').value = value;
        document.querySelector('[data-method=${method.toUpperCase()}]').click();
        document.querySelector('.message button').click();`;
      assert.equal((await inPageOf(`${base}/ExchangerApi.asmx?op=Exchange`, base, program)).calls, 1);
    });
  }
}

test('a page of another site invokes nothing through the page of an operation', options, async () => {
  const program = `
    const frame = document.createElement('iframe');
    frame.src = wallet + '?op=Exchange';
    document.body.append(frame);
    const opened = window.open(wallet + '?op=Exchange#test');
    await new Promise((done) => setTimeout(done, 500));
    const reached = [];
    for (const other of [frame.contentWindow, opened]) {
      try {
        other.document.querySelector('.message button').click();
        reached.push(true);
      } catch {
        reached.push(false);
      }
    }
    opened?.close();
    return reached;`;
  const { value, calls: ran } = await inPageOf(
    `http://localhost:${otherPort}/`,
    `http://127.0.0.1:${wallet.port}`,
    program,
  );
  assert.deepEqual(value, [false, false]);
  assert.equal(ran, 0);
});

test('a page that cors names calls in every binding, and reads answers and errors', options, async () => {
  const program = `
    const read = async (url, init) => { const answer = await fetch(url, init); return [answer.status, (await answer.text()).includes('7<')]; };
    const headers = { 'Content-Type': 'text/xml', SOAPAction: '"${namespaces.api_namespace}/Exchange"' };
    return [
      await read(wallet, { method: 'POST', headers, body: ${JSON.stringify(envelope)} }),
      await read(wallet + '/Exchange?${query}'),
      await read(wallet + '/Exchange', { method: 'POST', body: new URLSearchParams(${JSON.stringify(fields)}) }),
      await read(wallet, { method: 'POST', headers, body: '<a' }),
      await read(wallet + '/Nothing'),
    ];`;
  for (const host of ['127.0.0.1', 'wallet.example']) {
    const done = await inPageOf(`http://shop.example:${otherPort}/`, `http://${host}:${wallet.port}`, program);
    assert.deepEqual(done.value, [
      [200, true],
      [200, true],
      [200, true],
      [400, false],
      [500, false],
    ]);
    assert.equal(done.calls, 3);
  }
});

test('a page that cors does not name reads nothing', options, async () => {
  const program = `return fetch(wallet).then(() => 'read', (error) => error.name);`;
  const base = `http://127.0.0.1:${wallet.port}`;
  assert.equal((await inPageOf(`http://evil.example:${otherPort}/`, base, program)).value, 'TypeError');
});

test('a script in an answer does not run', options, async () => {
  const page = await browser.open(
    `http://127.0.0.1:${wallet.port}/Hostile.asmx/GetErrorDesc?errorCode=1&cultureCode=1`,
  );
  try {
    assert.equal(await page.evaluate('document.querySelectorAll("script").length'), 1);
    assert.equal(await page.evaluate('window.hit'), undefined);
  } finally {
    await page.close();
  }
});
