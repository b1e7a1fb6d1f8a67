import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../generator/cli.js';
import { generate } from '../../generator/index.js';

/**
 * Secrets in the addresses of descriptors: user, password, and parameters such as `token`. They are for fetching alone. Nothing
 * that the command writes or prints holds them, and no other host gets them.
 */

/** Every secret of these tests contains this word. */
const secret = 's3cret';
const basic = `Basic ${Buffer.from(`u:my ${secret}`).toString('base64')}`;

let folder: string;
let servers: Server[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  servers = [];
});
afterEach(() => {
  for (const server of servers) {
    server.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Host {
  readonly host: string;
  /** Each request as `path` or, with credentials, `path user`. */
  readonly requests: string[];
}

/** A server on a port of its own. An answer is a document, or an address to redirect to. */
async function serve(answer: (request: IncomingMessage) => string | undefined): Promise<Host> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    requests.push(`${request.url}${authorization === basic ? ' user' : authorization ? ' other' : ''}`);
    const text = answer(request);
    if (text?.startsWith('http')) {
      response.writeHead(302, { location: text }).end();
    } else {
      response.writeHead(text === undefined ? 404 : 200).end(text);
    }
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const schema = (namespace: string): string =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><x:element name="E" type="x:string"/></x:schema>`;

/** A WSDL whose types are in other documents. */
const wsdl = (name: string, imports: readonly string[], address = 'http://service.example/'): string => `
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:i="urn:i0" xmlns:t="urn:${name}" targetNamespace="urn:${name}">
<types><x:schema>${imports.map((location, i) => `<x:import namespace="urn:i${i}" schemaLocation="${location}"/>`).join('')}</x:schema></types>
<message name="In"><part name="parameters" element="i:E"/></message>
<portType name="${name}"><operation name="Get"><input message="t:In"/></operation></portType>
<binding name="${name}" type="t:${name}"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<service name="${name}"><port name="${name}" binding="t:${name}"><soap:address location="${address}"/></port></service>
</definitions>`;

async function run(...args: readonly string[]): Promise<{ readonly status: number; readonly text: string }> {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const terminal = {
    out: write,
    err: write,
    isInteractive: true,
    environment: { NO_COLOR: '1' },
    workingFolder: folder,
  };
  return { status: await main(args, terminal), text };
}

/** Every file of the folder with its text. */
function written(below = folder): Record<string, string> {
  const files = readdirSync(below, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(below.length),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}

function expectNoSecret(text: string): void {
  expect(text).not.toContain(secret);
  expect(text).not.toContain(basic.slice(6));
  expect(JSON.stringify(written())).not.toContain(secret);
}

describe('user and password of an input', () => {
  it('fetch it and what it imports from its own origin, and nothing else', async () => {
    const other = await serve(() => schema('urn:i2'));
    const own: Host = await serve(({ url, headers }) => {
      if (headers.authorization !== basic) {
        return undefined;
      }
      if (url === '/a/b.wsdl') {
        return wsdl('Shop', [
          'c.xsd',
          `http://${own.host}/d.xsd`,
          `http://${other.host}/e.xsd`,
          '/moved.xsd',
          '/away.xsd',
        ]);
      }
      if (url === '/moved.xsd') {
        return `http://${own.host}/f.xsd`;
      }
      if (url === '/away.xsd') {
        return `http://${other.host}/g.xsd`;
      }
      return schema({ '/a/c.xsd': 'urn:i0', '/d.xsd': 'urn:i1', '/f.xsd': 'urn:i3' }[url ?? ''] ?? '');
    });
    const inputs = [`http://u:my%20${secret}@${own.host}/a/b.wsdl?x#top`.replace('?x', '')];
    const config = { allowHosts: [other.host], packages: [{ name: 'p', inputs, out: 'out' }] };
    const configFile = join(folder, 'codegen.config.json');
    writeFileSync(configFile, JSON.stringify(config));
    const { status, text } = await run('generate', '--allow-remote');
    rmSync(configFile);
    expect({ status, text }).toMatchObject({ status: 0 });
    expect(own.requests.sort()).toEqual([
      '/a/b.wsdl user',
      '/a/c.xsd user',
      '/away.xsd user',
      '/d.xsd user',
      '/f.xsd user',
      '/moved.xsd user',
    ]);
    expect(other.requests.sort()).toEqual(['/e.xsd', '/g.xsd']);
    expectNoSecret(text);
    expect(written()['/out/src/shop.client.ts']).toContain(
      `// Generated by wsdl-codegen from http://${own.host}/a/b.wsdl.`,
    );
  });

  it('are in no output of any command', async () => {
    const { host } = await serve(({ url }) =>
      url?.startsWith('/a.wsdl')
        ? wsdl('Shop', ['b.xsd', 'missing.xsd'])
        : url === '/b.xsd'
          ? schema('urn:i0')
          : undefined,
    );
    const input = `http://u:my%20${secret}@${host}/a.wsdl?wsdl&access_token=${secret}`;
    const commands = [
      [input, '--out', 'out', '--allow-remote'],
      [input, '--out', 'out', '--allow-remote', '--json'],
      [input, '--out', 'out', '--allow-remote', '--strict'],
      [input, '--out', 'out', '--allow-remote', '--dry-run'],
      [input, '--out', 'out'],
      ['check', input, '--out', 'out', '--allow-remote'],
      ['check', input, '--out', 'out', '--allow-remote', '--full', '--json'],
      ['inspect', input, '--allow-remote'],
      ['inspect', input, '--allow-remote', '--json'],
      [input],
      ['wsdl', input, '--out', 'w'],
    ];
    for (const args of commands) {
      const { text } = await run(...args);
      expect(text).not.toBe('');
      expectNoSecret(text);
    }
    expect(written()['/out/codegen.lock.json']).toContain(`"http://${host}/a.wsdl?wsdl&access_token=***"`);
    expect(written()['/out/README.md']).toContain(`http://${host}/a.wsdl?wsdl&access_token=***`);
    await run(input, '--out', 'out', '--allow-remote');
    expect(await run('check', input.replace(secret, 'x'), '--out', 'out', '--allow-remote')).toMatchObject({
      status: 0,
    });
    expect((await run('check', input.replace(/u:.*@/, ''), '--out', 'out', '--allow-remote')).status).toBe(0);
  });

  it.each([
    `http://u:${secret}@127.0.0.1:1/a.wsdl`,
    `http://u:${secret}@nowhere.invalid/a.wsdl?token=${secret}`,
    `http://u:my ${secret}@127.0.0.1:1/a.wsdl`,
    `http://u:my/${secret}@127.0.0.1:1/a.wsdl`,
    `http://u:my"${secret}@127.0.0.1:1/a.wsdl`,
    `http://u:%zz${secret}@127.0.0.1:1/a.wsdl`,
    `https://${secret}@127.0.0.1:1/a.wsdl`,
    `http:/u:${secret}@127.0.0.1:1/a.wsdl`,
    `u:${secret}@127.0.0.1:1/a.wsdl`,
    `ftp://u:${secret}@127.0.0.1:1/a.wsdl`,
    `a.wsdl?token=${secret}`,
    `http://u:${secret}@127.0.0.1:1/a.yaml`,
  ])('are in no message when it cannot be fetched: %s', async (input) => {
    const { status, text } = await run(input, '--out', 'out', '--allow-remote');
    expect(status).toBe(1);
    expect(text).toMatch(/error source\//);
    expectNoSecret(text);
  });

  it('are not in what the functions return', async () => {
    const { host } = await serve(({ url }) => (url?.startsWith('/a.wsdl') ? wsdl('Shop', ['b.xsd']) : undefined));
    const inputs = [`http://u:${secret}@${host}/a.wsdl`, `http://u:${secret}@${host}/none.wsdl`];
    const result = await generate({ inputs, allowRemote: true, workingFolder: folder });
    expect(result.diagnostics.length).toBeGreaterThan(0);
    expectNoSecret(JSON.stringify([result.diagnostics, result.contract, [...result.files]]));
  });
});

describe('parameters of an address', () => {
  it('give the same bytes whatever their secrets are', async () => {
    const { host } = await serve(({ url }) =>
      url?.startsWith('/a.wsdl') ? wsdl('Shop', ['b.xsd']) : schema('urn:i0'),
    );
    for (const [out, token] of [
      ['one', 'A'],
      ['two', 'B'],
    ] as const) {
      await run(`http://${host}/a.wsdl?token=${token}${secret}&v=1`, '--out', out, '--name', 'p', '--allow-remote');
    }
    expect(written(join(folder, 'one'))).toEqual(written(join(folder, 'two')));
    expectNoSecret('');
  });

  it('that choose a document and look like secrets choose it still', async () => {
    const { host } = await serve(({ url }) => {
      const name = /code=(\w+)/.exec(url ?? '')?.[1];
      return name === undefined ? schema('urn:i0') : wsdl(name, ['/b.xsd']);
    });
    const inputs = ['Orders', 'Stock'].map((name) => `http://${host}/svc?code=${name}`);
    expect(await run(...inputs, '--out', 'out', '--allow-remote')).toMatchObject({ status: 0 });
    const files = written(join(folder, 'out'));
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['/src/orders.client.ts', '/src/stock.client.ts']));
    const { inputs: recorded } = JSON.parse(files['/codegen.lock.json'] ?? '') as { inputs: object };
    expect(Object.keys(recorded)).toEqual([
      `http://${host}/b.xsd`,
      `http://${host}/svc?code=***`,
      `http://${host}/svc?code=***#2`,
    ]);
    expect(Object.values(files).join('')).toContain("'Orders'");
    expect(await run('check', ...inputs, '--out', 'out', '--allow-remote')).toMatchObject({ status: 0 });
  });
});

describe('addresses in documents', () => {
  it('have their secrets left out where they are printed, generated and published', async () => {
    const { host } = await serve(({ url }) => {
      if (url === '/a.wsdl') {
        return wsdl(
          'Shop',
          [`http://x:${secret}@${host}/b.xsd?v=1&amp;sig=${secret}`, `http://x:${secret}@127.0.0.1:1/c.xsd`],
          `http://x:${secret}@service.example/a?v=1`,
        );
      }
      return url?.startsWith('/b.xsd') ? schema('urn:i0') : undefined;
    });
    const { status, text } = await run(`http://${host}/a.wsdl`, '--out', 'out', '--allow-remote');
    expect({ status, text }).toMatchObject({ status: 0, text: expect.stringContaining('warning wsdl/address-user') });
    expectNoSecret(text);
    const files = written(join(folder, 'out'));
    expect(files['/src/shop.service.ts']).toContain("address: 'http://service.example/a?v=1'");
    expect(files['/documents/a.js']).toContain(`schemaLocation="http://${host}/b.xsd?v=1&amp;sig=***"`);
    expect(files['/documents/a.js']).toContain(`name: 'http://${host}/b.xsd?v=1&sig=***'`);
    expect(files['/documents/a.js']).toContain('location="http://service.example/a?v=1"');
  });

  it('are masked in the lines that messages show, with the mark below the right place', async () => {
    writeFileSync(join(folder, 'a.wsdl'), wsdl('Shop', [`http://x:${secret}@host.example/b.xsd?token=${secret}`]));
    const { text } = await run('a.wsdl', '--out', 'out', '--strict');
    expectNoSecretIn(text);
    expect(text).toMatch(/schemaLocation="http:\/\/host\.example\/b\.xsd\?token=\*\*\*"/);
    const lines = text.split('\n');
    const mark = lines.findIndex((line) => /\^{20,}/.test(line));
    const [line, marks] = [lines[mark - 1] ?? '', lines[mark] ?? ''];
    expect(line.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('http://host.example/b.xsd?token=***');
  });
});

function expectNoSecretIn(text: string): void {
  expect(text).not.toContain(secret);
}
