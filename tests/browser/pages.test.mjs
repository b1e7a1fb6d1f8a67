/** The pages of a server in a real browser. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { registerService } from '@wsdl-codegen/runtime';
import { createServer } from '@wsdl-codegen/runtime/node';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import { checkSecurity } from '@wsdl-codegen/runtime/security';
import { base64Binary, hexBinary, int, string } from '@wsdl-codegen/runtime/xs';
import { AccountApi, accountApi, exchangerApi } from '../../generated/wallet-api/js/index.js';
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
  const many = {
    ...AccountApi,
    name: 'Many',
    ports: [{ name: 'P', binding: 'soap11', address: '/Many.asmx' }],
    operations: {
      ...AccountApi.operations,
      ...Object.fromEntries(
        Array.from({ length: 15 }, (_, index) => [
          `more${index}`,
          {
            ...AccountApi.operations.topupAtmCard,
            name: `More${index}`,
            soap11: { action: `urn:${index}`, style: 'document' },
          },
        ]),
      ),
    },
  };
  const manyHandlers = Object.fromEntries(Object.keys(many.operations).map((key) => [key, () => 1]));
  server = await createServer({
    services: [
      registerService(many, manyHandlers),
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

const typed = { sessionId: 'я & <b> +%20"', CurrencyToBuy: 'Я', CurrencyToPay: '&', amountToPay: '1.5' };

/** Types values into the fields of the first form. */
async function type(page, values) {
  for (const [name, value] of Object.entries(values)) {
    await page.evaluate(`(() => {
      const field = document.querySelector('form.console [name=${name}]');
      field.value = ${JSON.stringify(value)};
      field.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
  }
}

/** Chooses a binding, invokes, and waits for what the page says of the answer. */
async function invoke(page, binding) {
  return page.evaluate(`new Promise((resolve) => {
    const form = document.querySelector('form.console');
    [...form.querySelectorAll('.bindings label')].find((each) => each.textContent.trim() === '${binding}').click();
    const status = document.querySelector('.answer [role=status]');
    status.textContent = '';
    new MutationObserver(() => /^\\d|^There/.test(status.textContent) && resolve(status.textContent)).observe(status, { childList: true });
    form.querySelector('.message button').click();
  })`);
}

/** A service whose server requires WS-Addressing, and a user with a password or a time. */
async function guarded(security, version, look) {
  const ns = 'urn:vault';
  const part = (name, fields) => element(ns, name, complexType(ns, '', { content: sequence(fields) }));
  const soap = (action) => ({ action, style: 'document', addressing: { version, required: true } });
  const put = {
    name: 'Put',
    method: 'put',
    input: { element: part('Put', [field(ns, 'data', base64Binary), field(ns, 'mark', hexBinary)]) },
    output: { element: part('PutResponse', [field(ns, 'size', int)]) },
    soap11: soap('urn:vault/Put'),
    soap12: soap('urn:vault/Put'),
  };
  const inner = complexType(ns, 'Inner', {
    content: sequence([field(ns, 'name', string), field(ns, 'data', base64Binary)]),
  });
  const store = {
    ...put,
    name: 'Store',
    method: 'store',
    input: { element: part('Store', [field(ns, 'inner', inner)]) },
  };
  const Vault = {
    kind: 'service',
    name: 'Vault',
    namespace: ns,
    placeholders: [],
    ports: ['soap11', 'soap12'].map((binding) => ({ name: binding, binding, address: '/Vault.asmx' })),
    operations: { put, store: { ...store, soap11: soap('urn:vault/Store'), soap12: soap('urn:vault/Store') } },
  };
  const seen = [];
  const handle = (input, { principal }) => {
    seen.push([input, principal]);
    return { size: 1 };
  };
  const vault = await createServer({
    services: [registerService(Vault, { put: handle, store: handle })],
    extensions: [checkSecurity(security)],
  }).listen(0, '127.0.0.1');
  const page = await browser.open(`${vault.url}/Vault.asmx?op=Put`);
  try {
    await look(page, seen, vault.url);
    assert.deepEqual(
      page.problems.filter((problem) => !/500/.test(problem)),
      [],
    );
  } finally {
    await page.close();
    await vault.close(0);
  }
}

/** Sets a control of the form that has no name. */
function set(page, selector, value) {
  return page.evaluate(`(() => {
    const control = document.querySelector('form.console ${selector}');
    control.value = ${JSON.stringify(value)};
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  })()`);
}

/** Chooses a file, and waits until the page has read it. */
function choose(page, selector, bytes) {
  return page.evaluate(`new Promise((resolve) => {
    const input = document.querySelector('form.console ${selector}');
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'a.bin'));
    input.files = transfer.files;
    input.form.addEventListener('input', () => resolve(), { once: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  })`);
}

const passwords = (user) => (user === 'ann' ? 'a<b&"c' : undefined);

for (const version of ['1.0', '2004/08']) {
  for (const way of ['token', 'digest']) {
    test(`a call of what is protected: addressing ${version}, ${way}`, options, () =>
      guarded({ passwords, timestamp: way === 'digest' }, version, async (page, seen) => {
        assert.equal(await page.evaluate('document.querySelector("[data-sender]").open'), true);
        await choose(page, '[data-file=base64Binary]', [0, 255, 1]);
        await choose(page, '[data-file=hexBinary]', [171, 1]);
        for (const binding of ['SOAP 1.1', 'SOAP 1.2']) {
          await set(page, '[data-user]', 'ann');
          await set(page, '[data-password]', 'wrong');
          await set(page, '[data-way]', way);
          assert.match(await invoke(page, binding), /^(?:500|400) /);
          await set(page, '[data-password]', 'a<b&"c');
          assert.match(await invoke(page, binding), /^200 /);
          // Another message: it has an id, a nonce and a time of its own.
          assert.match(await invoke(page, binding), /^200 /);
        }
        const input = { data: new Uint8Array([0, 255, 1]), mark: new Uint8Array([171, 1]) };
        assert.deepEqual(JSON.stringify(seen), JSON.stringify(Array.from({ length: 4 }, () => [input, 'ann'])));
        assert.equal(
          await page.evaluate(
            '[...document.querySelectorAll("form.console input:not([type=radio]), form.console select")].filter((each) => each.labels.length === 0 && !each.ariaLabel).length',
          ),
          0,
        );
      }),
    );
  }
}

test('a file goes into a message that has no fields', options, () =>
  guarded({ timestamp: true }, '1.0', async (page, seen, url) => {
    await page.load(() => page.evaluate(`location.href = ${JSON.stringify(`${url}/Vault.asmx?op=Store`)}`));
    await page.evaluate(`(() => {
      const message = document.querySelector('[data-message]');
      const [found] = message.value.match(/(?<=<data>)[^<]*/);
      const at = message.value.indexOf('<data>') + 6;
      message.setSelectionRange(at, at + found.length);
    })()`);
    await choose(page, '[data-insert]', [1, 2, 3]);
    assert.match(await invoke(page, 'SOAP 1.1'), /^200 /);
    assert.deepEqual([...seen[0][0].inner.data], [1, 2, 3]);
  }),
);

test('HTTP Basic is sent where it is chosen', options, () =>
  visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
    await set(page, '[data-user]', 'ann');
    await set(page, '[data-password]', 'я');
    const curl = `document.querySelector('[aria-label="Command of curl"]').textContent`;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.match(await page.evaluate(curl), /Authorization: Basic YW5uOtGP/);
  }),
);

/** The output of a command of a shell. */
function run(command) {
  return new Promise((resolve) => execFile('sh', ['-c', command], (_, output) => resolve(output)));
}

const answerText = `document.querySelector('.answer [aria-label="Body of the answer"]').textContent`;

for (const binding of ['HTTP GET', 'HTTP POST', 'SOAP 1.1', 'SOAP 1.2']) {
  test(`${binding} is invoked with what was typed in, and the answer is shown in the page`, options, () =>
    visit('/ExchangerApi.asmx?op=Exchange', async (page) => {
      await type(page, typed);
      assert.match(await invoke(page, binding), /^200 OK · \d+ ms · \d+ octets$/);
      assert.deepEqual(calls, [['exchange', { ...typed, amountToPay: 1.5 }]]);
      const text = await page.evaluate(answerText);
      assert.match(
        text,
        binding.startsWith('SOAP') ? /\n {6}<ExchangeResult>7<\/ExchangeResult>\n/ : /\n<int [^>]*>7<\/int>$/,
      );
      const curl = await page.evaluate('document.querySelector(\'[aria-label="Command of curl"]\').textContent');
      calls = [];
      assert.match(await run(curl.replace('curl', 'curl -s')), />7</);
      assert.deepEqual(calls.length, 1);
    }),
  );
}

test('the envelope can be changed by hand, and faults are told above the answer', options, () =>
  visit('/AccountApi.asmx?op=ContactSetFavorite', async (page) => {
    assert.match(await invoke(page, 'SOAP 1.1'), /^200/);
    await page.evaluate(
      'document.querySelector("[data-message]").value = document.querySelector("[data-message]").value.replace(">true<", ">maybe<")',
    );
    const status = await page.evaluate(`new Promise((resolve) => {
      const status = document.querySelector('.answer [role=status]');
      new MutationObserver(() => /^\\d/.test(status.textContent) && resolve(status.textContent)).observe(status, { childList: true });
      document.querySelector('.message button').click();
    })`);
    assert.match(status, /^500 .* · soap:Client: Server was unable to read request/);
    assert.equal(calls.length, 1);
    page.problems.length = 0;
  }),
);

test('nothing is sent that a field does not take, and no comma becomes part of a number', options, () =>
  visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
    const press = '(() => document.querySelector(".message button").click())()';
    for (const [name, value] of [
      ['amount', ''],
      ['amount', '12,5'],
      ['id', '12.5'],
      ['id', 'x'],
    ]) {
      await type(page, { amount: '1', id: '1', [name]: value });
      await page.evaluate(press);
      assert.equal(await page.evaluate('document.querySelector("form.console").checkValidity()'), false);
    }
    assert.deepEqual(calls, []);
    await type(page, { amount: '12.5', id: '9007199254740993' });
    assert.match(await invoke(page, 'HTTP POST'), /^200/);
    assert.equal(calls[0][1].amount, 12.5);
    assert.equal(calls[0][1].id, 9007199254740993n);
  }),
);

test('more header fields are sent, and a text can be copied', options, () =>
  visit('/ExchangerApi.asmx?op=Exchange', async (page) => {
    await page.evaluate('document.querySelector("[data-more]").value = "X-Token: abc\\nnothing"');
    assert.match(await invoke(page, 'HTTP POST'), /^200/);
    await page.evaluate('document.querySelector("[data-more]").dispatchEvent(new Event("input", { bubbles: true }))');
    assert.match(
      await page.evaluate('document.querySelector(\'[aria-label="Command of curl"]\').textContent'),
      /--header 'X-Token: abc'/,
    );
    await page.evaluate('document.querySelector("#client-code").previousElementSibling.click()');
    assert.match(await page.evaluate('getSelection().toString()'), /^import \{ ExchangerApiClient \}/);
  }),
);

/** Presses a key in the page. */
async function press(page, key, code = key, keyCode = 0, text = undefined) {
  for (const kind of ['keyDown', 'keyUp']) {
    await page.call('Input.dispatchKeyEvent', { type: kind, key, code, windowsVirtualKeyCode: keyCode, text });
  }
}

test('Enter in a field sends POST, and with GET chosen nothing', options, () =>
  visit('/ExchangerApi.asmx?op=Exchange', async (page) => {
    const enter = async () => {
      await page.evaluate('document.querySelector("[name=amountToPay]").focus()');
      await press(page, 'Enter', 'Enter', 13, '\r');
    };
    await page.evaluate('document.querySelector("[data-method=GET]").click()');
    await enter();
    await page.evaluate('document.querySelector("[data-method=POST]").click()');
    assert.deepEqual(calls, []);
    await enter();
    await until(() => calls.length > 0);
    assert.equal(calls.length, 1);
  }),
);

test('without scripts, forms send what was typed in, and Enter sends POST', options, async () => {
  calls = [];
  const page = await browser.open('about:blank');
  try {
    await page.call('Emulation.setScriptExecutionDisabled', { value: true });
    await page.load(() => page.call('Page.navigate', { url: `${server.url}/ExchangerApi.asmx?op=Exchange` }));
    const { nodes } = await page.call('Accessibility.getFullAXTree');
    const buttons = nodes.filter((node) => !node.ignored && node.role?.value === 'button');
    assert.deepEqual(
      buttons.map(({ name }) => name.value),
      ['Invoke with POST', 'Invoke with GET'],
    );
    // Skip link, breadcrumb, and the links to the parts of the page come first.
    for (let i = 0; i < 10; i++) {
      await press(page, 'Tab', 'Tab', 9);
    }
    await page.call('Input.insertText', { text: 'secret' });
    await press(page, 'Enter', 'Enter', 13, '\r');
    await until(() => calls.length > 0);
    assert.deepEqual(calls, [
      ['exchange', { sessionId: 'secret', CurrencyToBuy: 'A', CurrencyToPay: 'A', amountToPay: 1 }],
    ]);
    const { targetInfos } = await browser.connection.send('Target.getTargets');
    assert.ok(targetInfos.some(({ url }) => url.endsWith('/ExchangerApi.asmx/Exchange')));
    assert.ok(targetInfos.every(({ url }) => !url.includes('secret')));
  } finally {
    await page.close();
  }
});

test('operations are found while one types', options, () =>
  visit('/Many.asmx', async (page) => {
    await page.evaluate(`(() => {
      const input = document.querySelector('form.search input');
      input.value = 'card TOPUP';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    assert.deepEqual(
      await page.evaluate('[...document.querySelectorAll(".list > li")].filter((li) => !li.hidden).map((li) => li.id)'),
      ['op-topupAtmCard'],
    );
    assert.equal(await page.evaluate('document.getElementById("count").textContent'), '1 of 20 operations');
  }),
);

test('every field has a name for those who cannot see it, and the page a main part and headings', options, () =>
  visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
    const { nodes } = await page.call('Accessibility.getFullAXTree');
    // Some versions of Chromium keep the space between a radio button and its label.
    const named = (role) =>
      nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value.trim());
    assert.deepEqual(named('textbox'), ['sessionId string', 'id long', 'purseFrom string']);
    assert.deepEqual(named('spinbutton'), ['amount double']);
    assert.deepEqual(named('radio'), ['HTTP POST', 'HTTP GET', 'SOAP 1.1', 'SOAP 1.2']);
    assert.ok(named('group').includes('Binding'));
    assert.equal(named('status').length, 1);
    const described = nodes.filter((node) => node.role?.value === 'textbox').map((node) => node.description?.value);
    assert.equal(described[0], 'The session of the user. This is the credential of the call.');
    assert.ok(named('button').includes('Invoke'));
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
        await page.evaluate(`[...document.querySelectorAll('h1,p,a,span,var,pre,pre i,button,label,summary,legend')].filter((e) => {
        let behind = e;
        while (getComputedStyle(behind).backgroundColor === 'rgba(0, 0, 0, 0)') behind = behind.parentElement;
        return ${contrast}(getComputedStyle(e).color, getComputedStyle(behind).backgroundColor) < 4.5;
      }).map((e) => e.outerHTML)`);
      assert.deepEqual(poor, []);
    }),
  );
}

test('the tab key goes through the fields in order, each with an outline, then to the button', options, () =>
  visit('/AccountApi.asmx?op=TopupAtmCard', async (page) => {
    const seen = [];
    for (let i = 0; i < 17; i++) {
      await press(page, 'Tab', 'Tab', 9);
      seen.push(await page.evaluate('document.activeElement.name || document.activeElement.textContent'));
      assert.notEqual(
        await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'),
        'none',
        seen.at(-1),
      );
    }
    const parts = ['Test', 'Client code', 'SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST'];
    const fields = ['sessionId', 'id', 'amount', 'purseFrom'];
    assert.deepEqual(seen, [
      'Skip to the content',
      'Services',
      'AccountApi',
      ...parts,
      'binding-0',
      ...fields,
      'User and password',
      'More header fields',
      'Invoke',
    ]);
  }),
);

test('documentation is text, whatever it contains', options, async () => {
  for (const query of ['', '?op=TopupAtmCard']) {
    await visit(`/Hostile.asmx${query}`, async (page) => {
      assert.equal(await page.evaluate('window.hit'), undefined);
      assert.ok((await page.evaluate('document.body.innerText')).includes(hostile));
      assert.equal(await page.evaluate('document.querySelectorAll("img,main script,b").length'), 0);
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
