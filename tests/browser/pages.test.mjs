/** The pages of a server in a real browser. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { registerService } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { AccountApi, accountApi, exchangerApi } from '../../generated/wallet-api/esm/index.js';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };

const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>"\'><b>';
let calls = [];
let server;
let browser;

before(async () => {
  if (path === undefined) {
    return;
  }
  const record = (name) => (input) => {
    calls.push([name, input]);
    return 7;
  };
  const account = {
    topupAtmCard: record('topupAtmCard'),
    markAllOperationsAsReadForCurrency: record('markAllOperationsAsReadForCurrency'),
    markAllMessagesAsReadForContact: record('markAllMessagesAsReadForContact'),
    contactSetFavorite: record('contactSetFavorite'),
    markOperationAsRead: record('markOperationAsRead'),
  };
  const hostileService = {
    ...AccountApi,
    name: 'Hostile',
    documentation: hostile,
    ports: AccountApi.ports.map((port) => ({ ...port, address: '/Hostile.asmx' })),
    operations: Object.fromEntries(
      Object.entries(AccountApi.operations).map(([key, operation]) => [key, { ...operation, documentation: hostile }]),
    ),
  };
  server = await createServer({
    services: [
      accountApi(account),
      exchangerApi({ exchange: record('exchange') }),
      registerService(hostileService, account),
    ],
    namespaces: { api_namespace: 'http://wallet.example/api' },
  }).listen(0, '127.0.0.1');
  browser = await launch(path);
});

after(async () => {
  await browser?.close();
  await server?.close(0);
});

/** Opens a page, hands it on, and sees that it had no errors of its own. */
async function visit(address, look) {
  calls = [];
  const page = await browser.open(server.url + address);
  try {
    await look(page);
    assert.deepEqual(page.problems, []);
  } finally {
    await page.close();
  }
}

/** Waits until something is true. */
async function until(condition) {
  for (let tries = 0; tries < 200; tries++) {
    if (condition()) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('nothing happened within five seconds');
}

test('the help page lists the operations, styled, and leads to them and to the WSDL', options, () =>
  visit('/AccountApi.asmx', async (page) => {
    assert.equal(await page.evaluate('document.title'), 'AccountApi Web Service');
    assert.equal(await page.evaluate('document.querySelectorAll("main li a").length'), 5);
    // The style sheet is let through by its hash: without it the list would have bullets.
    assert.equal(await page.evaluate('getComputedStyle(document.querySelector("main ul")).listStyleType'), 'none');
    await page.load(() => page.evaluate('document.querySelector("main li a").click()'));
    assert.equal(await page.evaluate('new URL(location).search'), '?op=MarkAllOperationsAsReadForCurrency');
    await page.load(() => page.evaluate('document.querySelector("nav a:last-of-type").click()'));
    await page.load(() => page.evaluate('document.querySelector("a[href=\\"?WSDL\\"]").click()'));
    assert.match(await page.evaluate('document.contentType'), /xml/);
  }),
);

for (const method of ['GET', 'POST']) {
  test(`the form invokes ${method} with what was typed in`, options, () =>
    visit('/ExchangerApi.asmx?op=Exchange', async (page) => {
      const input = { sessionId: 'я & <b> +%20"', CurrencyToBuy: 'Я', CurrencyToPay: '&', amountToPay: '1.5' };
      for (const [name, value] of Object.entries(input)) {
        await page.evaluate(`document.querySelector('[name=${name}]').value = ${JSON.stringify(value)}`);
      }
      await page.evaluate(
        `document.querySelector('form').requestSubmit(document.querySelector('[formmethod=${method.toLowerCase()}]'))`,
      );
      await until(() => calls.length > 0);
      assert.deepEqual(calls, [['exchange', { ...input, amountToPay: 1.5 }]]);
    }),
  );
}

test('every field has a name for those who cannot see it, and the page a main part and headings', options, () =>
  visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
    const { nodes } = await page.call('Accessibility.getFullAXTree');
    const named = (role) =>
      nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value);
    assert.deepEqual(named('textbox'), ['sessionId string', 'id long', 'amount double', 'purseFrom string']);
    const described = nodes.filter((node) => node.role?.value === 'textbox').map((node) => node.description?.value);
    assert.equal(described[0], 'The session of the user. This is the credential of the call.');
    assert.deepEqual(named('button'), ['Invoke with GET', 'Invoke with POST']);
    assert.deepEqual(named('form'), ['Invoke TopupAtmCard']);
    assert.equal(named('main').length, 1);
    // Where a long name may go on in the next line, it is read out as words.
    assert.ok(named('heading').includes('Topup Atm Card'));
  }),
);

test('a narrow screen needs no scrolling sideways', options, () =>
  visit('/AccountApi.asmx?op=MarkAllOperationsAsReadForCurrency', async (page) => {
    const size = { width: 360, height: 740, deviceScaleFactor: 1, mobile: true };
    await page.call('Emulation.setDeviceMetricsOverride', size);
    assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= 360);
  }),
);

/** Contrast of two colours as the browser computes them (WCAG 2.2, 1.4.3). */
const contrast = `((fore, back) => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [light(fore), light(back)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
})`;

for (const scheme of ['light', 'dark']) {
  test(`every text stands out from what is behind it, ${scheme}`, options, () =>
    visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
      await page.call('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      const poor =
        await page.evaluate(`[...document.querySelectorAll('h1,p,a,span,var,pre,button,label')].filter((e) => {
        let behind = e;
        while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
        return ${contrast}(getComputedStyle(e).color, getComputedStyle(behind).backgroundColor) < 4.5;
      }).map((e) => e.outerHTML)`);
      assert.deepEqual(poor, []);
    }),
  );
}

test('the tab key goes through the fields in order, then to the buttons', options, () =>
  visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
    const seen = [];
    for (let i = 0; i < 8; i++) {
      await page.call('Input.dispatchKeyEvent', { type: 'keyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
      await page.call('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 });
      seen.push(await page.evaluate('document.activeElement.name || document.activeElement.textContent'));
    }
    const fields = ['sessionId', 'id', 'amount', 'purseFrom'];
    assert.deepEqual(seen, ['Services', 'AccountApi', ...fields, 'Invoke with GET', 'Invoke with POST']);
  }),
);

test('documentation is text, whatever it contains', options, async () => {
  for (const query of ['', '?op=TopupAtmCard']) {
    await visit(`/Hostile.asmx${query}`, async (page) => {
      assert.equal(await page.evaluate('window.hit'), undefined);
      assert.ok((await page.evaluate('document.body.innerText')).includes(hostile));
      assert.equal(await page.evaluate('document.querySelectorAll("img,script,b").length'), 0);
    });
  }
});

test('an injected script would not run either: the policy forbids it', options, () =>
  visit('/AccountApi.asmx', async (page) => {
    await page.evaluate(
      'const s = document.createElement("script"); s.textContent = "window.hit = 1"; document.body.append(s)',
    );
    assert.equal(await page.evaluate('window.hit'), undefined);
    assert.equal(page.problems.length, 1);
    page.problems.length = 0;
  }),
);
