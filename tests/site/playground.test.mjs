/** The playground in Chromium: what it makes is what the command writes, and nothing leaves the page. Run by `npm run test:site`, after a build. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { generate } from '../../dist/generator/index.js';
import { unzipSync, zipSync } from '../../site/node_modules/fflate/esm/index.mjs';
import { buildPlayground } from '../../site/playground/build.mjs';
import { launch } from '../browser/chromium.mjs';
import { chromium, findingsOfAxe, inBrowser, watchRequests } from './browser.mjs';
import { serveFolder } from './static-server.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = join(root, 'dist/generator/bin.js');
const published = join(root, '../shared/conformance/wsdl');
const work = mkdtempSync(join(tmpdir(), 'playground-'));
const built = join(work, 'built');
let site;
let browser;

before(async () => {
  await buildPlayground(built);
  if (chromium !== undefined) {
    site = await serveFolder(built);
    browser = await launch(chromium);
  }
});
after(async () => {
  await browser?.close();
  site?.close();
  rmSync(work, { recursive: true, force: true });
});

/** The page, with what tests do in it. */
async function open() {
  const page = await browser.open(`${site.address}/`);
  const watch = await watchRequests(browser, page);
  const value = (id) => page.evaluate(`document.getElementById('${id}').value`);
  const text = (id) => page.evaluate(`document.getElementById('${id}').textContent`);
  const click = (id) => page.evaluate(`document.getElementById('${id}').click()`);
  const until = (condition) =>
    page.evaluate(`new Promise((resolve, reject) => {
      const end = Date.now() + 60000;
      const look = () => (${condition}) ? resolve(true) : Date.now() > end ? reject(new Error('waited for ' + ${JSON.stringify(condition)} + ': ' + document.getElementById('status').textContent)) : setTimeout(look, 20);
      look();
    })`);
  const set = (id, to, event = 'input') =>
    page.evaluate(
      `{ const e = document.getElementById('${id}'); e.value = ${JSON.stringify(to)}; e.dispatchEvent(new Event('${event}', { bubbles: true })); }`,
    );
  /** Does something that makes files anew, and waits for them. */
  const made = async (act) => {
    await page.evaluate("document.getElementById('status').textContent = ''");
    await act();
    await until("/^\\d+ files|^Stopped|^There is no/.test(document.getElementById('status').textContent)");
  };
  const choose = async (files, id = 'choose') => {
    const { root: top } = await page.call('DOM.getDocument', {});
    const { nodeId } = await page.call('DOM.querySelector', { nodeId: top.nodeId, selector: `#${id}` });
    await page.call('DOM.setFileInputFiles', { nodeId, files });
  };
  /** All files that are shown, by their paths. */
  const files = async () => {
    const shown = await page.evaluate(`{
      const list = document.getElementById('file');
      [...list.options].map(({ value }) => {
        list.value = value;
        list.dispatchEvent(new Event('change'));
        return [value, document.getElementById('content').textContent];
      });
    }`);
    return new Map(shown);
  };
  return { page, watch, value, text, click, until, set, made, choose, files };
}

/** What the command writes for inputs of a folder, by path, or why it writes nothing. The config is beside the inputs, whose names are then those of the page. */
function written(folder, inputs, compiled = false) {
  writeFileSync(
    join(folder, 'codegen.config.json'),
    JSON.stringify({ packages: [{ name: 'same', inputs, out: 'made', compiled }] }),
  );
  const { status, stderr } = spawnSync(process.execPath, [command], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? filesBelow(join(folder, 'made')) : stderr;
}

function filesBelow(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.sort().map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]));
}

/** Files are the same; if not, only the names of those that differ are of use. */
function assertSame(shown, expected, place) {
  const known = new Map(expected);
  const names = [...new Set([...shown, ...expected].map(([name]) => name))];
  const differing = names.filter((name) => new Map(shown).get(name) !== known.get(name));
  assert.deepEqual(differing, [], place);
}

/** The files without what only the disk has: the record of what was written. */
function sources(files) {
  return [...files].filter(([name]) => name !== 'codegen.lock.json').sort(([a], [b]) => (a < b ? -1 : 1));
}

test('the page is small', () => {
  const sizes = ['index.html', 'page.css', 'page.js'].map((name) => gzipSync(readFileSync(join(built, name))).length);
  const size = sizes.reduce((sum, each) => sum + each);
  assert.ok(size < 600_000, `${size} bytes of gzip; the limit is 1,500,000`);
});

test('the page may not connect, and makes no code from texts', () => {
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(html);
  assert.match(policy, /^default-src 'none'; script-src 'self';/);
  assert.doesNotMatch(policy, /connect-src|unsafe|https?:|\*/);
  assert.doesNotMatch(html, /(?:src|href)="(?:https?:)?\/\//);
});

test('files are those that the command writes, byte for byte', inBrowser, async () => {
  const { page, made, choose, files, set, click } = await open();
  for (const name of readdirSync(join(root, 'wsdl')).filter((each) => /\.(?:wsdl|yaml)$/.test(each))) {
    const folder = mkdtempSync(join(work, 'in-'));
    writeFileSync(join(folder, name), readFileSync(join(root, 'wsdl', name)));
    await made(() => click('remove-all'));
    await made(() => set('name', 'same'));
    await made(() => choose([join(folder, name)]));
    const shown = sources(await files());
    assertSame(shown, sources(written(folder, [name])), name);
    // So are the sources of packages with JavaScript, but for the texts of documents, which both forms of these share.
    const whole = written(folder, [name], true);
    const isSource = ([path]) =>
      (path.startsWith('src/') && !path.endsWith('.wsdl.ts')) || path === 'codegen.contract.json';
    assertSame(shown.filter(isSource), sources(whole).filter(isSource), name);
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});

/** Published WSDLs with the files that they refer to, by the folder in which all of them are. */
function publishedSets() {
  const index = join(published, 'index.tsv');
  const lines = existsSync(index) ? readFileSync(index, 'utf8').trim().split('\n').slice(1) : [];
  return lines.map((line) => {
    const [path] = line.split('\t');
    const folder = join(published, ...path.split('/').slice(0, 2));
    const names = new Set([path.split('/').slice(2).join('/')]);
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'latin1').replaceAll('\0', '');
      for (const [, location] of text.matchAll(/(?:schemaLocation|location)\s*=\s*["']([^"':]+)["']/g)) {
        const target = join(dirname(name), location);
        if (!target.startsWith('..') && existsSync(join(folder, target)) && statSync(join(folder, target)).isFile()) {
          names.add(target);
        }
      }
    }
    return { path, folder, names: [...names] };
  });
}

test('published WSDLs, with what they refer to, give the files that the command writes', {
  skip: inBrowser.skip || (existsSync(published) ? false : 'there are no published WSDLs here'),
}, async () => {
  const { page, made, choose, files, set, click, text } = await open();
  await made(() => set('name', 'same'));
  let same = 0;
  // PayPal's is the largest that people know, one of Amadeus has the longest files; of the others some, and all for `npm run test:all`.
  const sets = publishedSets().filter(
    ({ path }, i) => process.env.TEST_ALL === '1' || i % 6 === 0 || /paypal|dummywsdl/i.test(path),
  );
  for (const { path, folder, names } of sets) {
    const copy = mkdtempSync(join(work, 'in-'));
    for (const name of names) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      writeFileSync(join(copy, name), readFileSync(join(folder, name)));
    }
    const archive = join(copy, 'given.zip');
    const contents = names.map((name) => [`all/${name}`, new Uint8Array(readFileSync(join(folder, name)))]);
    writeFileSync(archive, zipSync(Object.fromEntries(contents)));
    const settings = { name: 'same', inputs: [names[0]], workingFolder: copy, compiled: false };
    const { files: expected } = await generate(settings);
    await made(() => click('remove-all'));
    await made(() => choose([archive]));
    const shown = await files();
    assertSame(sources(shown), sources(expected), path);
    if (expected.size > 0) {
      same += 1;
    } else {
      assert.notEqual(await text('diagnostics'), '', path);
    }
  }
  assert.ok(same > sets.length / 2, `${same} of ${sets.length} give files`);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('nothing leaves the page, whatever is done in it, and nothing can', inBrowser, async () => {
  const { page, watch, value, text, click, until, set, made, choose } = await open();
  const before = site.asked.length;
  await page.call('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: 0,
    uploadThroughput: 0,
  });
  await made(() => choose([join(root, 'wsdl/ExchangerApi.wsdl')]));
  await click('tab-messages');
  await until("document.getElementById('wire').value !== ''");
  await click('encode');
  await click('tab-compare');
  await click('keep');
  const changed = (await value('text')).replaceAll('CurrencyToPay', 'CurrencyToSpend');
  await made(() => set('text', changed));
  await until("document.getElementById('verdict').textContent === 'major'");
  assert.match(await text('report'), /CurrencyToPay is called CurrencyToSpend now/);
  assert.deepEqual([watch.requests, site.asked.slice(before)], [[], []]);
  assert.deepEqual(page.problems, []);
  // The policy of the page is that of its worker.
  const tried = `fetch('${site.address}/').then(() => 'sent', () => 'refused')`;
  assert.equal(await watch.inWorker(tried), 'refused');
  const evaluated = "(() => { try { return importScripts('data:text/javascript,1') } catch { return 'refused' } })()";
  assert.equal(await watch.inWorker(evaluated), 'refused');
  assert.deepEqual(site.asked.slice(before), []);
  await page.close();
});

test('a PayPal WSDL takes seconds', {
  skip: inBrowser.skip || (existsSync(published) ? false : 'there are no published WSDLs here'),
}, async (t) => {
  const { page, made, choose, text } = await open();
  const folder = join(published, 'rubiii+wsdl/PayPalSvc');
  await made(() => choose(readdirSync(folder).map((name) => join(folder, name))));
  t.diagnostic(await text('status'));
  assert.match(await text('status'), /^[2-9]\d files/);
  await page.close();
});

test('the page is ready in two seconds at 10 Mbit/s', inBrowser, async (t) => {
  const { page, made, set, text } = await open();
  await page.call('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 1_250_000,
    uploadThroughput: 1_250_000,
  });
  await page.call('Network.setCacheDisabled', { cacheDisabled: true });
  await page.load(() => page.call('Page.reload', {}));
  const ready = await page.evaluate('performance.now()');
  await made(() => set('example', 'A schema: order.xsd', 'change'));
  // A busy machine must not fail the test; the size is what decides, and has a limit of its own.
  t.diagnostic(`ready after ${Math.round(ready)} ms, then ${await text('status')}`);
  assert.match(await text('status'), /^\d+ files/);
  await page.close();
});

test('what is for a document is shown when there is one', inBrowser, async () => {
  const { page, made, set, until } = await open();
  const isShown = "document.getElementById('remove').checkVisibility()";
  await until("document.getElementById('status').textContent !== 'The script of this page is not loaded yet.'");
  assert.equal(await page.evaluate(isShown), false);
  await made(() => set('text', '<oops'));
  assert.equal(await page.evaluate(isShown), true);
  await made(() => page.evaluate("document.getElementById('remove').click()"));
  assert.equal(await page.evaluate(isShown), false);
  await page.close();
});

test('what is written before the script comes is read', inBrowser, async () => {
  const { page, text, until } = await open();
  const source = `addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') {
      document.getElementById('text').value = '<oops';
      globalThis.before = document.getElementById('status').textContent;
    }
  }, true)`;
  await page.call('Page.addScriptToEvaluateOnNewDocument', { source });
  await page.load(() => page.call('Page.reload', {}));
  assert.equal(await page.evaluate('globalThis.before'), 'The script of this page is not loaded yet.');
  await until("document.getElementById('diagnostics').textContent !== ''");
  assert.match(await text('diagnostics'), /source\/not-well-formed/);
  await page.close();
});

test('the verdict is that of codegen diff', inBrowser, async () => {
  const { page, value, text, click, until, set, made, choose } = await open();
  const folder = mkdtempSync(join(work, 'diff-'));
  const old = readFileSync(join(root, 'wsdl/ExchangerApi.wsdl'), 'utf8');
  for (const [name, content] of [
    ['old/a.wsdl', old],
    ['now/a.wsdl', old.replaceAll('CurrencyToPay', 'CurrencyToSpend').replace('type="s:double"', 'type="s:string"')],
  ]) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  await made(() => choose([join(folder, 'now/a.wsdl')]));
  await click('tab-compare');
  await choose([join(folder, 'old/a.wsdl')], 'choose-old');
  await until("document.getElementById('report').textContent !== ''");
  const { stdout } = spawnSync(process.execPath, [command, 'diff', 'old/a.wsdl', 'now/a.wsdl'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(
    await text('report'),
    stdout
      .replaceAll('old/a.wsdl', 'a.wsdl')
      .replaceAll('now/a.wsdl', 'a.wsdl')
      .replace(/^( +)a\.wsdl:(\S+) -> a\.wsdl:\2$/gm, '$1a.wsdl:$2'),
  );
  assert.equal(await value('old-text'), await value('text').then(() => old.replaceAll('\r\n', '\n')));
  await set(
    'old-text',
    old.replaceAll('CurrencyToPay', 'CurrencyToSpend').replace('type="s:double"', 'type="s:string"'),
  );
  await until("document.getElementById('verdict').textContent === 'none'");
  await page.close();
});

test('diagnostics with code frames are shown as one types, with links to their pages', inBrowser, async () => {
  const { page, value, text, click, until, set, made, choose } = await open();
  await made(() => choose([join(root, 'wsdl/ErrorsApi.wsdl')]));
  const wrong = (await value('text')).replace(/type="s:int"/, 'type="s:itn"');
  await made(() => set('text', wrong));
  assert.match(await text('diagnostics'), /ErrorsApi\.wsdl:\d+:\d+ \w+ \S+: .*\n {2}\d+ \| .*s:itn.*\n.*\^/);
  const links = await page.evaluate(
    "[...document.querySelectorAll('#diagnostics a')].map(({ textContent, pathname, target }) => [textContent, pathname, target])",
  );
  // What is in the page would be lost if a link replaced it.
  const codes = [...(await text('diagnostics')).matchAll(/^\S+:\d+:\d+ \w+ (\S+): /gm)].map(([, code]) => code);
  assert.ok(codes.includes('xsd/unresolved-type'), codes.join());
  assert.deepEqual(
    links,
    codes.map((code) => [code, `/diagnostics/${code}.html`, '_blank']),
  );
  // So do those of two versions that cannot be compared.
  await click('tab-compare');
  await click('keep');
  await made(() => set('text', '<definitions><oops'));
  await until("document.querySelector('#report a')?.textContent === 'source/not-well-formed'");
  await page.close();
});

test('messages are made of samples and of a form, encoded and decoded, over every binding', inBrowser, async () => {
  const { page, value, text, click, until, set, made, choose } = await open();
  await made(() => choose([join(root, 'wsdl/ExchangerApi.wsdl')]));
  await click('tab-messages');
  const bindings = await page.evaluate("[...document.getElementById('binding').options].map(({ value }) => value)");
  assert.ok(bindings.length === 4, bindings.join());
  for (const binding of bindings) {
    for (const direction of ['request', 'answer']) {
      await set('direction', direction, 'change');
      await set('wire', '');
      await set('binding', binding, 'change');
      await until(
        "document.getElementById('wire').value !== '' || document.getElementById('message-problem').textContent !== ''",
      );
      const place = `${binding} ${direction}`;
      assert.equal(await text('message-problem'), '', place);
      const [json, wire] = [await value('json'), await value('wire')];
      await set('wire', wire, 'change');
      await page.evaluate("document.getElementById('json').value = ''");
      await click('decode');
      await until(
        "document.getElementById('json').value !== '' || document.getElementById('message-problem').textContent !== ''",
      );
      assert.deepEqual([await text('message-problem'), await value('json')], ['', json], place);
      await page.evaluate("document.getElementById('wire').value = ''");
      await click('encode');
      await until(
        "document.getElementById('wire').value !== '' || document.getElementById('message-problem').textContent !== ''",
      );
      assert.deepEqual([await text('message-problem'), await value('wire')], ['', wire], place);
    }
  }
  await set('direction', 'request', 'change');
  await set('binding', 'soap11', 'change');
  await until('document.querySelector(\'#form [name="sessionId"]\') !== null');
  await page.evaluate(`{
    const field = document.querySelector('#form [name="amountToPay"]');
    field.value = '77.5';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await until("document.getElementById('wire').value.includes('77.5')");
  assert.match(await value('json'), /"amountToPay": 77\.5/);
  // The form shows what was decoded, or written as JSON.
  const shown = 'document.querySelector(\'#form [name="amountToPay"]\').value';
  await set('wire', (await value('wire')).replace('77.5', '88.5'));
  await click('decode');
  await until(`${shown} === '88.5'`);
  await set('json', (await value('json')).replace('88.5', '99.5'));
  await until(`${shown} === '99.5' && document.getElementById('wire').value.includes('99.5')`);
  await set('json', '{"sessionId": 5, "amountToPay": "much"}');
  await until("document.getElementById('message-problem').textContent !== ''");
  assert.match(await text('message-problem'), /^\/amountToPay: /m);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('documents of schemas are made and read', inBrowser, async () => {
  const { page, value, text, click, until, set, made } = await open();
  await made(() => set('example', 'A schema: order.xsd', 'change'));
  await click('tab-messages');
  await until("document.getElementById('wire').value !== ''");
  const [json, wire] = [await value('json'), await value('wire')];
  assert.match(wire, /^<\?xml.*\n<Order xmlns="urn:example:order"/);
  await page.evaluate("document.getElementById('json').value = ''");
  await click('decode');
  await until("document.getElementById('json').value !== ''");
  assert.equal(await value('json'), json);
  await set('wire', wire.replace(/<Article>[^<]*/, '<Article>none'), 'change');
  await click('decode');
  await until("document.getElementById('message-problem').textContent !== ''");
  assert.match(await text('message-problem'), /\/Line\/0\/Article/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('the sources are downloaded as an archive', inBrowser, async () => {
  const { page, made, click, files, set } = await open();
  await made(() => set('example', 'A description in YAML: address-locator.yaml', 'change'));
  const folder = mkdtempSync(join(work, 'download-'));
  await browser.connection.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  await click('zip');
  const archive = join(folder, 'generated.zip');
  for (let i = 0; i < 200 && !existsSync(archive); i++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const decoder = new TextDecoder();
  const unpacked = Object.entries(unzipSync(new Uint8Array(readFileSync(archive)))).map(([name, bytes]) => [
    name,
    decoder.decode(bytes),
  ]);
  assert.deepEqual(new Map(unpacked.sort()), new Map([...(await files())].sort()));
  await page.close();
});

test('folders and archives are opened, and what is no description or too large is not', inBrowser, async () => {
  const { page, value, made, set, choose, click, text, files, until } = await open();
  const folder = mkdtempSync(join(work, 'folder-'));
  const type = '<xs:simpleType name="T"><xs:restriction base="xs:string"/></xs:simpleType>';
  const schema = (content) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</xs:schema>`;
  const contents = {
    'a.xsd': schema('<xs:include schemaLocation="types/t.xsd"/><xs:element name="a" type="T"/>'),
    'types/t.xsd': schema(type),
    'picture.png': 'none',
  };
  for (const [name, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const names = () =>
    page.evaluate("[...document.getElementById('document').options].map(({ value }) => value).sort()");
  await made(() => choose([folder], 'choose-folder'));
  assert.deepEqual([await names(), await text('diagnostics')], [['a.xsd', 'types/t.xsd'], '']);
  // Of a service with its schemas one sees the service, whose name the package has.
  const service = mkdtempSync(join(work, 'service-'));
  writeFileSync(join(service, 'a.xsd'), schema(type));
  writeFileSync(join(service, 'exchanger.wsdl'), readFileSync(join(root, 'wsdl/ExchangerApi.wsdl')));
  await made(() => choose(['a.xsd', 'exchanger.wsdl'].map((name) => join(service, name))));
  assert.equal(await value('document'), 'exchanger.wsdl');
  assert.equal(JSON.parse((await files()).get('package.json')).name, 'exchanger');
  await made(() => click('remove-all'));
  const large = join(work, 'large.zip');
  writeFileSync(large, zipSync({ 'a.xsd': new Uint8Array(65 * 2 ** 20) }));
  await choose([large]);
  await until("document.getElementById('input-problem').textContent !== ''");
  assert.match(await text('input-problem'), /^large\.zip: the archive has more than .* 64 MB$/);
  assert.deepEqual(await names(), []);
  await made(() => set('example', 'A schema: order.xsd', 'change'));
  assert.equal(await text('input-problem'), '');
  const endless = join(work, 'endless.xsd');
  writeFileSync(endless, '');
  truncateSync(endless, 65 * 2 ** 20);
  await choose([endless]);
  await until("document.getElementById('input-problem').textContent !== ''");
  assert.equal(await text('input-problem'), 'The files have more than 64 MB.');
  await page.close();
});

test('names with markup are texts, and what is hostile gets a diagnostic', inBrowser, async () => {
  const { page, value, text, click, until, set, made } = await open();
  const markup = '&lt;img src=x onerror="document.title=1">&lt;script>alert(1)&lt;/script>';
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:&quot;&lt;b&gt;"><xs:element name="order"><xs:complexType><xs:annotation><xs:documentation>*/ ${markup}</xs:documentation></xs:annotation><xs:sequence><xs:element name="size"><xs:annotation><xs:documentation>${markup}</xs:documentation></xs:annotation><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="${markup.replaceAll('"', '&quot;')}"/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>`;
  await made(() => set('text', schema));
  await click('tab-messages');
  await until("document.getElementById('wire').value !== ''");
  assert.match(await value('json'), /<img src=x/);
  assert.equal(await page.evaluate("document.querySelectorAll('img, main script').length"), 0);
  assert.equal(await page.evaluate('document.title'), 'Playground · wsdl-codegen');
  const hostile = {
    'has elements in elements without end': '<a>'.repeat(200_000),
    'expands entities': `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "${`&a${i || ''};`.repeat(10)}">`).join('')}]><definitions xmlns="http://schemas.xmlsoap.org/wsdl/">&a29;</definitions>`,
    'is no XML': '<<<>>>',
    'has a name with markup': schema.replace('name="order"', 'name="&lt;b>"'),
  };
  for (const [name, content] of Object.entries(hostile)) {
    await made(() => set('text', content));
    assert.match(await text('diagnostics'), /(?:error|warning) \w+\//, name);
  }
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('what takes long can be stopped, and the page is not frozen', inBrowser, async () => {
  const { page, text, click, until, set, made, files } = await open();
  const withElements = (length) =>
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${Array.from({ length }, (_, i) => `<xs:element name="e${i}" type="xs:string"/>`).join('')}</xs:schema>`;
  const huge = withElements(60_000);
  await page.evaluate(`globalThis.ticks = 0; setInterval(() => { globalThis.ticks += 1; }, 50); undefined`);
  await set('text', huge);
  await until("!document.getElementById('stop').hidden");
  const ticks = await page.evaluate('globalThis.ticks');
  await until(`globalThis.ticks > ${ticks + 5}`);
  await click('stop');
  await until("document.getElementById('status').textContent.startsWith('Stopped')");
  assert.match(await text('status'), /^Stopped\./);
  await made(() => set('example', 'A schema: order.xsd', 'change'));
  assert.match(await text('status'), /^\d+ files/);
  // Whoever takes another description does not wait for one that takes minutes.
  await click('remove-all');
  await page.evaluate("document.getElementById('text').focus()");
  await page.call('Input.insertText', { text: withElements(300_000) });
  await until("document.getElementById('status').textContent === 'Working…'");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await made(() => set('example', 'A schema: order.xsd', 'change'));
  assert.equal(JSON.parse((await files()).get('package.json')).name, 'order');
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('a text that would stop the browser is read, and not shown', inBrowser, async () => {
  const { page, value, text, click, set, made } = await open();
  const long = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="pasted" type="xs:strung"/><!--${'some words in a line\n'.repeat(200_000)}--></xs:schema>`;
  await made(async () => {
    await page.evaluate("document.getElementById('text').focus()");
    await page.call('Input.insertText', { text: long });
  });
  assert.match(await text('diagnostics'), /^pasted\.xsd:1:\d+ warning xsd\/unresolved-type: /);
  assert.equal(await value('text'), '');
  assert.match(
    await page.evaluate("document.getElementById('text').placeholder"),
    new RegExp(`^This document has ${long.length} characters`),
  );
  await made(() => click('remove-all'));
  await made(() => set('text', long.replace(/<!--.*-->/s, '')));
  assert.match(await value('text'), /pasted/);
  assert.deepEqual(page.problems, []);
  await page.close();
});

test('axe finds nothing, light or dark, and all is reached with keys', inBrowser, async () => {
  const { page, text, until, set, made } = await open();
  await made(() => set('example', 'A service: ExchangerApi.wsdl', 'change'));
  for (const scheme of ['light', 'dark']) {
    await page.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    for (const tab of ['tab-files', 'tab-messages', 'tab-compare']) {
      await page.evaluate(`document.getElementById('${tab}').click()`);
      if (tab === 'tab-messages') {
        await until("document.getElementById('wire').value !== ''");
      }
      assert.deepEqual(await findingsOfAxe(page), [], `${scheme} ${tab}`);
    }
  }
  await page.evaluate("document.getElementById('tab-files').click(); document.getElementById('tab-files').focus()");
  const press = async (key) => {
    for (const type of ['keyDown', 'keyUp']) {
      await page.call('Input.dispatchKeyEvent', { type, key });
    }
  };
  await press('ArrowRight');
  assert.equal(
    await page.evaluate("document.activeElement.id + ' ' + document.getElementById('panel-messages').hidden"),
    'tab-messages false',
  );
  await press('End');
  assert.equal(await page.evaluate('document.activeElement.id'), 'tab-compare');
  assert.match(await text('status'), /files/);
  await page.close();
});
