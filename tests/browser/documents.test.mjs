/** The pages of `codegen docs` and `codegen diff` in a real browser, from the disk. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { documentContract, documentDiff, readContract } from '../../dist/generator/index.js';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };

const wsdl = (name) => fileURLToPath(new URL(`../../wsdl/${name}.wsdl`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'documents-'));
const hostile = '<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>';
let browser;

before(async () => {
  if (path === undefined) {
    return;
  }
  const text = readFileSync(wsdl('ExchangerApi'), 'utf8');
  const changed = text
    .replaceAll('CurrencyToPay', 'CurrencyToSpend')
    .replaceAll('Exchanges an amount', hostile.replaceAll('<', '&lt;'));
  writeFileSync(join(folder, 'changed.wsdl'), changed);
  const { contract: old } = await readContract({ inputs: [wsdl('ExchangerApi')] });
  const { contract: now } = await readContract({ inputs: [join(folder, 'changed.wsdl'), wsdl('AccountApi')] });
  for (const [name, page] of await documentContract(now)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), page);
  }
  writeFileSync(join(folder, 'diff.html'), await documentDiff(old, now));
  browser = await launch(path);
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page from the disk, hands it on, and sees that it had no errors of its own and ran nothing of the contract. */
async function visit(name, look) {
  const page = await browser.open(pathToFileURL(join(folder, name)).href);
  try {
    await look(page);
    assert.deepEqual(page.problems, []);
    assert.equal(await page.evaluate('globalThis.hit'), undefined);
  } finally {
    await page.close();
  }
}

const search = `new Promise((resolve) => {
  const input = document.querySelector('#search input');
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
  const show = () => {
    input.value = 'exch';
    input.dispatchEvent(new Event('input'));
    resolve(document.activeElement === input && [...document.querySelectorAll('#search li')].map((each) => each.textContent));
  };
  const wait = () => (globalThis.searchEntries ? show() : setTimeout(wait, 20));
  wait();
})`;

test('pages open from the disk with their style, and the search finds operations', options, () =>
  visit('index.html', async (page) => {
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector("ul.cards")).listStyleType'), 'none');
    const found = await page.evaluate(search);
    assert.equal(found[0], 'Exchange operation in ExchangerApi');
    await page.load(() =>
      page.evaluate(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))`),
    );
    assert.equal(await page.evaluate('document.querySelector("h1").textContent'), 'Exchange');
  }),
);

test('an address opens the folded part that it leads to', options, () =>
  visit('services/ExchangerApi/Exchange.html', async (page) => {
    assert.equal(await page.evaluate('document.getElementById("sample-httpGet").open'), false);
    await page.evaluate('location.hash = "sample-httpGet"; new Promise((resolve) => setTimeout(resolve, 50))');
    assert.equal(await page.evaluate('document.getElementById("sample-httpGet").open'), true);
  }),
);

test('documentation of a contract is text, and pages have names for those who cannot see them', options, () =>
  visit('services/ExchangerApi/Exchange.html', async (page) => {
    assert.match(await page.evaluate('document.querySelector(".doc").textContent'), /<script>globalThis\.hit=1/);
    const { nodes } = await page.call('Accessibility.getFullAXTree');
    const named = (role) =>
      nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value);
    assert.deepEqual(named('combobox'), ['Search names']);
    assert.equal(named('main').length, 1);
    assert.ok(named('navigation').includes('Path'));
  }),
);

for (const name of ['services/AccountApi/index.html', 'services/ExchangerApi/Exchange.html', 'diff.html']) {
  test(`a narrow screen needs no scrolling of the page sideways: ${name}`, options, () =>
    visit(name, async (page) => {
      await page.call('Emulation.setDeviceMetricsOverride', {
        width: 360,
        height: 740,
        deviceScaleFactor: 1,
        mobile: false,
      });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    }),
  );
}

test('everything but the search is there without scripts', options, async () => {
  const page = await browser.open('about:blank');
  try {
    await page.call('Emulation.setScriptExecutionDisabled', { value: true });
    const url = pathToFileURL(join(folder, 'services/ExchangerApi/Exchange.html')).href;
    await page.load(() => page.call('Page.navigate', { url }));
    const { nodes } = await page.call('Accessibility.getFullAXTree');
    const texts = nodes
      .filter((node) => !node.ignored && node.role?.value === 'heading')
      .map(({ name }) => name?.value);
    assert.ok(texts.some((text) => text.startsWith('Samples')));
  } finally {
    await page.close();
  }
});

test('the page of a comparison shows both sides, with its style', options, () =>
  visit('diff.html', async (page) => {
    assert.match(await page.evaluate('document.querySelector(".old").textContent'), /CurrencyToPay|Exchanges/);
    assert.notEqual(
      await page.evaluate('getComputedStyle(document.querySelector(".old")).backgroundColor'),
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
    );
  }),
);
