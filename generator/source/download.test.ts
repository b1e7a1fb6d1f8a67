import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { loadSources } from '../../tests/support/load-sources.js';
import { isInternalAddress } from './addresses.js';
import { documentFetcher } from './download.js';
import { isInternalHost } from './locate.js';
import type { FetchDocument } from './outside-access.js';

const fetchDocument = documentFetcher();
let server: Server;
let base: string;
let port: number;
const schema = (location: string): string =>
  `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><x:import namespace="urn:u" schemaLocation="${location}"/></x:schema>`;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.headers.host?.replace(/:\d+$/, '')}${request.url}`);
    const coded = (coding: string, body: Uint8Array) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body);
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/a' }).end();
    } else if (request.url === '/rebound') {
      response.writeHead(302, { location: `http://rebound.example:${port}/a` }).end();
    } else if (request.url === '/a') {
      response.end('<a/>');
    } else if (request.url === '/main.xsd') {
      response.end(schema('part.xsd'));
    } else if (request.url === '/elsewhere.xsd') {
      response.end(schema(`http://private.example:${port}/part.xsd`));
    } else if (request.url === '/gzip') {
      coded('gzip', gzipSync('<a/>'));
    } else if (request.url === '/deflate') {
      coded('deflate', deflateSync('<a/>'));
    } else if (request.url === '/br') {
      coded('br', brotliCompressSync('<a/>'));
    } else if (request.url === '/bomb') {
      coded('gzip', gzipSync(Buffer.alloc(1_000_000)));
    } else {
      response.writeHead(request.url === '/none' ? 404 : 500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked.length = 0;
});

const get = (path: string, maxBytes = 100) => fetchDocument(`${base}${path}`, { maxBytes, internal: true });

it('downloads, and hands redirections back', async () => {
  const outcome = await get('/a');
  expect(outcome.kind === 'found' && Buffer.from(outcome.bytes).toString()).toBe('<a/>');
  expect(await get('/moved')).toEqual({ kind: 'redirect', location: `${base}/a`, internal: true });
});

it.each(['/gzip', '/deflate', '/br'])('undoes the coding: %s', async (path) => {
  const outcome = await get(path);
  expect(outcome.kind === 'found' && Buffer.from(outcome.bytes).toString()).toBe('<a/>');
});

it('reports the obstacle', async () => {
  expect(await get('/none')).toEqual({ kind: 'missing', status: 404 });
  expect(await get('/broken')).toEqual({ kind: 'failed', reason: 'the server answered 500', status: 500 });
  expect(await get('/a', 3)).toEqual({ kind: 'tooLarge' });
  expect(await get('/bomb')).toEqual({ kind: 'tooLarge' });
  expect(await fetchDocument('http://127.0.0.1:1/', { maxBytes: 1, internal: true })).toMatchObject({ kind: 'failed' });
  expect(await fetchDocument('http://no-such-host.invalid/', { maxBytes: 1 })).toMatchObject({ kind: 'failed' });
});

describe('a public name that leads into a private network', () => {
  /** These names all lead to the server here; the others are checked like those of a stranger's DNS. */
  const resolver = (answers: Readonly<Record<string, readonly string[]>>): FetchDocument =>
    documentFetcher(undefined, ((name, options, callback) => {
      const found = (answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (options.all) {
        callback(null, found);
      } else {
        callback(null, found[0]?.address ?? '', found[0]?.family);
      }
    }) satisfies LookupFunction);
  const load = (inputs: readonly string[], fetch: FetchDocument, allowHosts: readonly string[] = []) =>
    loadSources(inputs, {
      workingFolder: '/work',
      allowRemote: true,
      allowHosts,
      fetch,
      read: async () => ({
        kind: 'found',
        bytes: new TextEncoder().encode(schema(`http://rebound.example:${port}/a.xsd`)),
      }),
    });

  it.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['10.1.2.3']],
    [['::1']],
    [['fd00:ec2::254']],
    [['::ffff:192.168.0.1']],
    [['64:ff9b::a00:1']],
    // One address that may be used does not make the other harmless.
    [['93.184.216.34', '127.0.0.1']],
  ])('is not connected to: %j', async (addresses) => {
    const fetch = resolver({ 'rebound.example': addresses });
    const outcome = await fetch(`http://rebound.example:${port}/a`, { maxBytes: 100 });
    expect(outcome).toEqual({ kind: 'outside' });
    const [, diagnostics] = await load(['a.xsd'], fetch);
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/internal-host']);
    expect(asked).toEqual([]);
  });

  it('is not reached by its address either', async () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '[::1]', '[::ffff:7f00:1]']) {
      expect(await fetchDocument(`http://${host}:${port}/a`, { maxBytes: 100 })).toEqual({ kind: 'outside' });
    }
    expect(asked).toEqual([]);
  });

  it('is not reached through a redirect, not even from an input', async () => {
    const fetch = resolver({ 'mine.example': ['127.0.0.1'], 'rebound.example': ['127.0.0.1'] });
    const [, diagnostics] = await load([`http://mine.example:${port}/rebound`], fetch);
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/internal-host']);
    expect(asked).toEqual(['mine.example/rebound']);
  });

  it('is reached if the user names or allows it: then with its imports from itself, and nothing else', async () => {
    const fetch = resolver({ 'mine.example': ['127.0.0.1'], 'private.example': ['127.0.0.1'] });
    await load([`http://mine.example:${port}/main.xsd`], fetch);
    expect(asked.splice(0)).toEqual(['mine.example/main.xsd', 'mine.example/part.xsd']);
    await load([`http://mine.example:${port}/elsewhere.xsd`], fetch);
    expect(asked.splice(0)).toEqual(['mine.example/elsewhere.xsd']);
    await load([`http://mine.example:${port}/elsewhere.xsd`], fetch, ['private.example']);
    expect(asked).toEqual(['mine.example/elsewhere.xsd', 'private.example/part.xsd']);
  });

  it('is checked each time, even if it was public before', async () => {
    const places = [['93.184.216.34'], ['127.0.0.1']];
    const fetch: FetchDocument = async (url, limits) => {
      const place = places.shift() ?? [];
      // The first answer comes from a public address, where the test cannot go.
      return place[0] === '93.184.216.34'
        ? { kind: 'found', bytes: new TextEncoder().encode(schema('part.xsd')) }
        : resolver({ 'turning.example': place })(url, limits);
    };
    const [, diagnostics] = await load([`http://turning.example:${port}/main.xsd`], fetch);
    expect(diagnostics.map(({ code }) => code)).toEqual(['source/internal-host']);
    expect(asked).toEqual([]);
  });
});

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(isInternalAddress(address)).toBe(false));

  it.each([
    ...[
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.255.255.255',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '198.19.0.1',
    ],
    ...[
      '224.0.0.1',
      '255.255.255.255',
      '192.0.0.170',
      '::',
      '::1',
      '::127.0.0.1',
      'fe80::1%eth0',
      'fc00::1',
      'fd00::1',
      'ff02::1',
    ],
    ...[
      '::ffff:10.0.0.1',
      '::FFFF:7F00:1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      'fec0::1',
      '',
      'x',
    ],
  ])('%s is not', (address) => expect(isInternalAddress(address)).toBe(true));

  it('are known in every writing', () => {
    for (const host of [
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '127.0.0.1.',
      '[::ffff:127.0.0.1]',
      '[0:0:0:0:0:0:0:1]',
    ]) {
      expect(isInternalHost(`http://${host}/`)).toBe(true);
    }
    expect(isInternalHost('http://8.8.8.8/')).toBe(false);
  });
});
