/** The page of a gateway in a real browser. Run by `npm run test:browser`, after a build. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { createGateway } from '@wsdl-codegen/gateway';
import { registerService } from '@wsdl-codegen/runtime';
import { frontDoor } from '@wsdl-codegen/runtime/node';
import { complexType, element, field, restriction, sequence } from '@wsdl-codegen/runtime/schema';
import * as xs from '@wsdl-codegen/runtime/xs';
import { findChromium, launch } from './chromium.mjs';

const path = findChromium();
if (path === undefined && process.env.CI !== undefined) {
  throw new Error('Chromium is not installed: apt-get install chromium');
}
const options = { skip: path === undefined ? 'Chromium is not installed (Debian: apt-get install chromium)' : false };

const hostile = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>"\'><b>';
const ns = 'urn:depot';
const part = (name, fields) => element(ns, name, complexType(ns, '', { content: sequence(fields) }));
const many = { list: true, min: 0, max: Infinity };
const state = restriction(ns, 'State', xs.string, { enumeration: ['open', 'paid'] });
const item = complexType(ns, 'Item', () => ({
  typeName: 'Item',
  content: sequence([field(ns, 'name', xs.string)]),
  derived: () => [gift],
}));
const gift = complexType(ns, 'Gift', () => ({
  typeName: 'Gift',
  extends: item,
  content: sequence([field(ns, 'card', xs.string)]),
}));
const node = complexType(ns, 'Node', () => ({
  content: sequence([field(ns, 'id', xs.int), field(ns, 'next', node, { min: 0 })]),
}));
const order = [
  field(ns, 'number', xs.long),
  field(ns, 'price', xs.decimal),
  field(ns, 'weight', xs.double),
  field(ns, 'state', state),
  field(ns, 'day', xs.date),
  field(ns, 'note', xs.string, { nillable: true }),
  field(ns, 'scan', xs.base64Binary, { min: 0 }),
  field(ns, 'item', item, { property: 'items', ...many }),
  field(ns, 'node', node, { min: 0 }),
];
const soap = (name) => ({ action: `${ns}/${name}`, style: 'document' });
const operation = (method, input, output, more = {}) => ({
  name: method,
  method,
  documentation: hostile,
  input: { element: part(method, input) },
  output: { element: part(`${method}Response`, output) },
  soap11: soap(method),
  ...more,
});
const operations = {
  put: operation('put', order, order, {
    soap11: { ...soap('put'), inputHeaders: [{ property: 'token', element: element(ns, 'Token', xs.string) }] },
  }),
  list: operation('list', [field(ns, 'count', xs.int)], [field(ns, 'id', xs.int, { property: 'ids', ...many })]),
  file: operation('file', [field(ns, 'count', xs.int)], [field(ns, 'content', xs.base64Binary)]),
  upload: operation('upload', [field(ns, 'content', xs.base64Binary)], [field(ns, 'size', xs.int)]),
};
const Depot = {
  kind: 'service',
  name: 'Depot',
  namespace: ns,
  documentation: hostile,
  placeholders: [],
  ports: [{ name: 'P', binding: 'soap11', address: '/Depot' }],
  operations,
};

let calls = [];
let gateway;
let browser;

before(async () => {
  if (path === undefined) {
    return;
  }
  const record = (name, answer) => (input, context) => {
    calls.push([name, input, context.header('authorization'), context.header('x-key'), context.header('soap-token')]);
    return answer(input);
  };
  const service = registerService(Depot, {
    put: record('put', (input) => input),
    list: record('list', ({ count }) => ({ ids: Array.from({ length: count }, (_, id) => id) })),
    file: record('file', ({ count }) => ({ content: new Uint8Array(count).fill(7) })),
    upload: record('upload', ({ content }) => ({ size: content.length })),
  });
  const others = {
    ...Depot,
    name: 'Many',
    operations: Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`more${i}`, operation(`more${i}`, order, order)]),
    ),
  };
  const manyHandlers = Object.fromEntries(Object.keys(others.operations).map((name) => [name, (input) => input]));
  gateway = await createGateway({
    services: [{ service }, { service: registerService(others, manyHandlers) }],
    door: frontDoor,
    basePath: '/json',
    title: hostile,
    safe: ['Depot.list'],
    routes: { 'Depot.file': 'GET /files/{count}' },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  }).listen(0, '127.0.0.1');
  browser = await launch(path);
});

after(async () => {
  await browser?.close();
  await gateway?.close(0);
});

/** Opens a page, waits for its script, hands it on, and sees that it had no errors of its own. */
async function visit(address, look) {
  calls = [];
  const page = await browser.open(gateway.url + address);
  try {
    await until(() => page.evaluate('document.querySelector("h1") !== null'));
    await look(page);
    assert.deepEqual(page.problems, []);
  } finally {
    await page.close();
  }
}

async function until(condition) {
  for (let tries = 0; tries < 200; tries++) {
    if (await condition()) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail('nothing happened within five seconds');
}

/** A control by its label, or by its name for those who cannot see it. */
const control = (label) =>
  `[...document.querySelectorAll('form.console :is(input, select, textarea, button)')].find((each) => [each.ariaLabel, ...[...(each.labels ?? [])].map((label) => label.firstChild.textContent.trim()), each.textContent].includes(${JSON.stringify(label)}))`;

function type(page, label, value) {
  return page.evaluate(`(() => {
    const control = ${control(label)};
    control.value = ${JSON.stringify(value)};
    control.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
}

const click = (page, label) => page.evaluate(`${control(label)}.click()`);

/** Chooses an option by its text. */
async function choose(page, label, option) {
  await page.evaluate(`(() => {
    const select = ${control(label)};
    select.selectedIndex = [...select.options].findIndex((each) => each.textContent === ${JSON.stringify(option)});
    select.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
}

/** Chooses a file, and waits until the page has read it. */
function chooseFile(page, label, bytes) {
  return page.evaluate(`(async () => {
    const input = ${control(label)};
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'a.bin'));
    input.files = transfer.files;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((resolve) => setTimeout(resolve, 100));
  })()`);
}

/** Sends, and waits for what the page says of the answer. */
async function send(page) {
  return page.evaluate(`new Promise((resolve) => {
    const status = document.querySelector('.answer [role=status]');
    status.textContent = '';
    const end = / ms · |^There/;
    new MutationObserver(() => end.test(status.textContent) && setTimeout(() => resolve(status.textContent))).observe(status, { childList: true });
    ${control('Send')}.click();
  })`);
}

const json = (page) => page.evaluate(`${control('Body')}.value`).then(JSON.parse);
const shown = (page) => page.evaluate('document.querySelector(\'[aria-label="Body of the answer"]\').textContent');
const run = (command) => new Promise((resolve) => execFile('sh', ['-c', command], (_, output) => resolve(output)));

test('the page lists the operations, below the path with and without a slash, and leads to them', options, async () => {
  for (const address of ['/json', '/json/']) {
    await visit(address, async (page) => {
      assert.equal(await page.evaluate('document.querySelectorAll(".list li a").length'), 404);
      assert.equal(await page.evaluate('getComputedStyle(document.querySelector("ul")).listStyleType'), 'none');
      await page.evaluate(`(() => {
        const input = document.getElementById('find');
        input.value = 'MORE399';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      })()`);
      assert.equal(await page.evaluate('document.getElementById("count").textContent'), '1 of 404 operations');
      await page.evaluate('document.querySelector(".list li:not([hidden]) a").click()');
      await until(() => page.evaluate('document.querySelector("h1").textContent === "more399"'));
      assert.equal(await page.evaluate('document.querySelector("header code").textContent'), 'POST /Many/more399');
      await page.evaluate('document.querySelector("nav a").click()');
      await until(() => page.evaluate('document.querySelectorAll(".list li").length === 404'));
    });
  }
});

test('what was typed into the form is sent, and the answer is shown with all its digits', options, () =>
  visit('/json/#/Depot.put', async (page) => {
    await type(page, 'number', '9007199254740993');
    await type(page, 'price', '1.50');
    await type(page, 'weight', 'INF');
    await choose(page, 'state', 'paid');
    await type(page, 'day', '2024-02-29Z');
    await choose(page, 'Type of note', 'null');
    await chooseFile(page, 'File for scan', [0, 255, 1]);
    await choose(page, 'Type of items item', 'Gift');
    await type(page, 'card', '<c>');
    const body = await json(page);
    assert.deepEqual([body.number, body.price, body.weight, body.note], ['9007199254740993', '1.50', 'INF', null]);
    assert.deepEqual([body.state, body.day, body.scan], ['paid', '2024-02-29Z', 'AP8B']);
    assert.deepEqual(body.items, [{ $type: 'Gift', name: '', card: '<c>' }]);
    assert.match(await send(page), /^200 OK · \d+ ms · \d+ octets$/);
    assert.equal(calls[0][1].number, 9007199254740993n);
    assert.match(await shown(page), /\n {2}"number": "9007199254740993",\n/);
    const curl = await page.evaluate('document.querySelector(\'[aria-label="Command of curl"]\').textContent');
    assert.match(await run(curl.replace('curl', 'curl -s')), /"9007199254740993"/);
    const program = await page.evaluate('document.querySelector(\'[aria-label="Call of fetch"]\').textContent');
    assert.equal(await page.evaluate(`(async () => { ${program} return response.status; })()`), 200);
    assert.equal(calls.length, 3);
  }),
);

test('the form follows the JSON, and members and items are added and removed', options, () =>
  visit('/json/#/Depot.put', async (page) => {
    const body = await json(page);
    const text = { ...body, state: 'paid', node: { id: 1, next: { id: 2, next: { id: 3, next: { id: 4 } } } } };
    await type(page, 'Body', JSON.stringify(text));
    await until(() => page.evaluate(`${control('state')}.value === 'paid'`));
    await click(page, 'Remove node');
    await click(page, 'Add an item to items');
    await click(page, 'Remove an item of items');
    const { node, ...others } = text;
    assert.deepEqual(await json(page), { ...others, items: [{ $type: 'Item', name: '' }] });
    await choose(page, 'Members that Body may have, too', 'node');
    await click(page, 'Add to Body');
    assert.deepEqual((await json(page)).node, { id: 0 });
    await type(page, 'Body', '{"number": ');
    await until(() => page.evaluate('document.querySelector("[data-body]").disabled'));
    assert.match(await page.evaluate('document.querySelector("form .bad").textContent'), /^This is no JSON: /);
  }),
);

test('mistakes are told at the fields that they are in', options, () =>
  visit('/json/#/Depot.put', async (page) => {
    await type(page, 'number', 'x');
    await type(page, 'Body', JSON.stringify({ ...(await json(page)), nubmer: 1, items: [{ name: 1 }] }));
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.match(await send(page), /^422 /);
    assert.deepEqual(
      await page.evaluate(
        '[...document.querySelectorAll(".mistake")].map((each) => each.parentElement.querySelector("label, summary").firstChild.textContent.trim())',
      ),
      ['Body', 'number', 'name'],
    );
    // What does not fit has the control of its type.
    assert.deepEqual(await page.evaluate(`[${control('number')}.type, ${control('name')}.value]`), ['text', '1']);
    assert.equal(await page.evaluate('document.querySelectorAll(".mistakes li").length'), 3);
    page.problems.length = 0;
  }),
);

test('header blocks and credentials are sent, and stay in the memory of the page', options, () =>
  visit('/json/#/Depot.list', async (page) => {
    await type(page, 'Password or token', 's3cret');
    await type(page, 'X-Key', 'k1');
    await type(page, 'count', '1');
    assert.match(await send(page), /^200 /);
    assert.deepEqual(calls[0].slice(2), ['Bearer s3cret', 'k1', undefined]);
    await page.evaluate('location.hash = "#/Depot.put"');
    await until(() => page.evaluate('document.querySelector("h1").textContent === "put"'));
    assert.equal(await page.evaluate(`${control('Password or token')}.value`), 's3cret');
    await click(page, 'Add to Header');
    await type(page, 'Soap-token', 't1');
    assert.match(await send(page), /^200 /);
    assert.deepEqual(calls[1].slice(2), ['Bearer s3cret', 'k1', 't1']);
    assert.equal(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
      '[{},{},""]',
    );
  }),
);

test('lists are shown item by item, files are sent and saved as they are', options, async () => {
  await visit('/json/#/Depot.list', async (page) => {
    await choose(page, 'Answer as', 'application/x-ndjson');
    await type(page, 'count', '300');
    assert.match(await send(page), /^200 OK · \d+ ms · [\d,]+ octets · 300 items$/);
    assert.match(await shown(page), /^0\n1\n.*\n299\n$/s);
  });
  await visit('/json/#/Depot.file', async (page) => {
    await choose(page, 'Answer as', 'application/octet-stream');
    await type(page, 'count', '4');
    assert.match(await send(page), /^200 OK · \d+ ms · 4 octets$/);
    assert.equal(await page.evaluate('document.querySelector("a[download]").textContent'), 'Save the body');
  });
  await visit('/json/#/Depot.upload', async (page) => {
    await choose(page, 'Body as', 'application/octet-stream');
    await chooseFile(page, 'File', [1, 2, 3]);
    assert.match(await send(page), /^200 /);
    assert.deepEqual([...calls[0][1].content], [1, 2, 3]);
  });
});

test('documentation is text, whatever it contains, and an injected script does not run', options, async () => {
  for (const hash of ['', '#/Depot.put']) {
    await visit(`/json/${hash}`, async (page) => {
      assert.equal(await page.evaluate('window.hit'), undefined);
      assert.ok((await page.evaluate('document.body.innerText')).includes(hostile));
      assert.equal(await page.evaluate('document.querySelectorAll("img,main script,b").length'), 0);
      await page.evaluate(
        'const s = document.createElement("script"); s.textContent = "window.hit = 1"; document.body.append(s)',
      );
      assert.equal(await page.evaluate('window.hit'), undefined);
      assert.equal(page.problems.length, 1);
      page.problems.length = 0;
    });
  }
});

test('every control has a name for those who cannot see it, and a narrow screen needs no scrolling', options, () =>
  visit('/json/#/Depot.put', async (page) => {
    const { nodes } = await page.call('Accessibility.getFullAXTree');
    const controls = nodes.filter(
      ({ ignored, role }) => !ignored && ['textbox', 'combobox', 'button', 'form', 'Date'].includes(role?.value),
    );
    assert.deepEqual(
      controls.filter(({ name }) => !name?.value.trim()).map(({ role }) => role.value),
      [],
    );
    assert.equal(nodes.filter(({ role }) => role?.value === 'main').length, 1);
    const size = { width: 360, height: 740, deviceScaleFactor: 1, mobile: true };
    await page.call('Emulation.setDeviceMetricsOverride', size);
    assert.ok((await page.evaluate('document.documentElement.scrollWidth')) <= 360);
  }),
);
