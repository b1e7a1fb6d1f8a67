import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parseTree, type XmlElement, type XmlNode } from '@wsdl-codegen/runtime/xml';
import { runWithin } from '../e2e/within.js';
import { repository } from '../support/repository.js';
import { typeErrors } from '../support/type-errors.js';

/** The programs of `fixtures` after `codegen migrate`: checked with the compiler against the generated package, and run before and after. */
const execute = promisify(execFile);
const fixtures = join(__dirname, 'fixtures');
const fixture = (name: string): string => readFileSync(join(fixtures, name), 'utf8');
const cache = join(repository, 'tests/node_modules/.cache');
let folder: string;

beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'from-soap-'));
  writeFileSync(join(folder, 'shop.wsdl'), fixture('shop.wsdl'));
  const out = join(folder, 'node_modules/shop-api');
  const { status, stderr } = await runWithin(folder, ['shop.wsdl', '--out', out, '--name', 'shop-api']);
  expect([status, stderr]).toEqual([0, '']);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Lines of which a report says that somebody has to look at them. */
function saidLines(name: string): ReadonlySet<number> {
  const places = fixture(`${name}.report.txt`).matchAll(/^src\/[^:]+:(\d+):\d+ /gm);
  return new Set([...places].map(([, line]) => Number(line)));
}

it('compiles, but for the places that the report names', () => {
  const names = readdirSync(fixtures).flatMap((file) => /^(\w+)\.ts\.txt$/.exec(file)?.[1] ?? []);
  for (const name of names) {
    writeFileSync(join(folder, `${name}.ts`), fixture(`${name}.after.txt`));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const project = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'nodenext',
      target: 'es2022',
      types: ['node'],
    },
    files: names.map((name) => `${name}.ts`),
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const found = [...typeErrors('.', folder).matchAll(/^(\w+)\.ts\((\d+),\d+\): .*$/gm)];
  const unsaid = found.filter(([, name = '', line]) => !saidLines(name).has(Number(line)));
  expect(unsaid.map(([text]) => text)).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});

const shop = `
import { createServer } from '@wsdl-codegen/runtime/node';
import { SoapFault } from '@wsdl-codegen/runtime';
import { shop } from 'shop-api';
const order = (Number) => ({ status: 'sent', Number, Total: '12.50', Placed: '2026-01-02T03:04:05Z', Note: 'fragile' });
const server = createServer({
  services: [
    shop({
      getPrice: ({ item, count = 1 }) => {
        if (item === 'nothing') throw new SoapFault('There is no such item.');
        return item.length * count + 0.5;
      },
      getOrder: ({ number }) => order(number),
      listOrders: () => [order(1n), order(9007199254740993n)],
      getStock: ({ item }) => ({ here: item.length, elsewhere: 2 }),
      placeOrder: () => {},
    }),
  ],
});
console.log((await server.listen(0)).url);
`;

/** A program that prints its address or port, and goes on. */
async function started(
  file: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ said: string; stop: () => void }> {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim()));
    child.once('exit', () => reject(new Error(`${file} ended`)));
  });
  return { said, stop: () => child.kill() };
}

async function output(file: string, env: Readonly<Record<string, string>>): Promise<string> {
  return (await execute(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env } })).stdout;
}

it.each([
  ['runPromises', 'mjs'],
  ['runCallbacks', 'cjs'],
])('%s says the same before and after', async (name, extension) => {
  writeFileSync(join(folder, 'shop.mjs'), shop);
  writeFileSync(join(folder, `before.${extension}`), fixture(`${name}.${extension}.txt`));
  writeFileSync(join(folder, `after.${extension}`), fixture(`${name}.after.txt`));
  const { said: url, stop } = await started('shop.mjs');
  try {
    const env = { WSDL: join(folder, 'shop.wsdl'), ADDRESS: `${url}/Shop.svc` };
    const before = await output(`before.${extension}`, env);
    expect(await output(`after.${extension}`, env)).toBe(before);
    expect(before).not.toBe('');
  } finally {
    stop();
  }
});

/** What a part of an envelope means: prefixes, and the order of attributes, mean nothing. */
function meaning(node: XmlNode): unknown {
  if (typeof node === 'string') {
    return node;
  }
  const attributes = node.attributes.map(({ namespace, name, value }) => `{${namespace}}${name}=${value}`).sort();
  return [`{${node.namespace}}${node.name}`, attributes, node.children.map(meaning)];
}

it('runHeaders sends the same header blocks before and after', async () => {
  const received: string[] = [];
  const service = createServer(async (request, response) => {
    const body = await text(request);
    received.push(body);
    const answer = body.includes('GetPrice')
      ? '<GetPriceResponse xmlns="urn:shop"><GetPriceResult>1</GetPriceResult></GetPriceResponse>'
      : '<GetStockResponse xmlns="urn:shop"><here>1</here><elsewhere>2</elsewhere></GetStockResponse>';
    const envelope = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${answer}</s:Body></s:Envelope>`;
    response.writeHead(200, { 'content-type': 'text/xml' }).end(envelope);
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = service.address() as AddressInfo;
    const env = { WSDL: join(folder, 'shop.wsdl'), ADDRESS: `http://127.0.0.1:${port}/Shop.svc` };
    const sent: unknown[] = [];
    for (const form of ['mjs', 'after']) {
      writeFileSync(join(folder, `${form}.mjs`), fixture(`runHeaders.${form}.txt`));
      await output(`${form}.mjs`, env);
      const headers = received
        .splice(0)
        .map((body) => elementsOf(parseTree(body)).find(({ name }) => name === 'Header'));
      sent.push(
        headers.map(
          (header) =>
            header &&
            elementsOf(header)
              .map((block) => JSON.stringify(meaning(block)))
              .sort(),
        ),
      );
    }
    expect(sent[1]).toEqual(sent[0]);
    expect((sent[0] as unknown[][]).map((blocks) => blocks.length)).toEqual(blockCounts);
  } finally {
    service.close();
  }
});

function elementsOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((each) => typeof each !== 'string');
}

/** How many blocks each call of `runHeaders` has. */
const blockCounts = [1, 3, 3, 1, 1, 2];

it.each(['runServer', 'runCallbackServer'])('%s serves the same before and after', async (name) => {
  writeFileSync(join(folder, 'before.cjs'), fixture(`${name}.cjs.txt`));
  writeFileSync(join(folder, 'after.cjs'), fixture(`${name}.after.txt`));
  writeFileSync(
    join(folder, 'calls.mjs'),
    `import { ShopClient } from 'shop-api';
const client = new ShopClient({ address: process.env.ADDRESS });
const answers = [
  await client.getPrice({ item: 'pen', count: 2 }),
  await client.getOrder({ number: 7n }),
  await client.getStock({ item: 'pen' }),
  await client.listOrders({}),
];
console.log(JSON.stringify(answers, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
`,
  );
  const env = { WSDL: join(folder, 'shop.wsdl') };
  const answers: string[] = [];
  for (const file of ['before.cjs', 'after.cjs']) {
    const { said: port, stop } = await started(file, env);
    try {
      answers.push(await output('calls.mjs', { ADDRESS: `http://127.0.0.1:${port}/Shop.svc` }));
    } finally {
      stop();
    }
  }
  expect(answers[1]).toBe(answers[0]);
});
