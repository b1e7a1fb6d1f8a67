import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchDocument, readDocument } from './files.js';

describe('readDocument', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'source-'));
    await mkdir(join(folder, 'in'));
    await writeFile(join(folder, 'secret.xsd'), '<secret/>');
    await writeFile(join(folder, 'in', 'a.xsd'), '<a/>');
    await symlink('../secret.xsd', join(folder, 'in', 'link.xsd'));
    await symlink('a.xsd', join(folder, 'in', 'near.xsd'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  const read = (path: string, within?: readonly string[], maxBytes = 100) =>
    readDocument(join(folder, path), { maxBytes, ...(within && { within: within.map((name) => join(folder, name)) }) });

  it('reads a file', async () => {
    expect(await read('in/a.xsd')).toEqual({ kind: 'found', bytes: Buffer.from('<a/>') });
  });

  it('follows links as far as they stay inside', async () => {
    expect(await read('in/link.xsd', ['in'])).toEqual({ kind: 'outside' });
    expect(await read('in/near.xsd', ['in'])).toMatchObject({ kind: 'found' });
    expect(await read('in/link.xsd', ['in', 'secret.xsd'])).toMatchObject({ kind: 'found' });
    expect(await read('in/link.xsd')).toMatchObject({ kind: 'found' });
  });

  it('says what stands in the way', async () => {
    expect(await read('none.xsd')).toEqual({ kind: 'missing' });
    expect(await read('in/a.xsd/b.xsd')).toEqual({ kind: 'missing' });
    expect(await read('none.xsd', ['in'])).toEqual({ kind: 'missing' });
    expect(await read('in')).toMatchObject({ kind: 'failed' });
    expect(await read('in/a.xsd', undefined, 3)).toEqual({ kind: 'tooLarge' });
  });
});

describe('fetchDocument', () => {
  let server: Server;
  let base: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/a' }).end();
      else if (request.url === '/a') response.end('<a/>');
      else response.writeHead(request.url === '/none' ? 404 : 500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const get = (path: string, maxBytes = 100) => fetchDocument(`${base}${path}`, { maxBytes });

  it('downloads, and hands redirections back', async () => {
    const outcome = await get('/a');
    expect(outcome.kind === 'found' && Buffer.from(outcome.bytes).toString()).toBe('<a/>');
    expect(await get('/moved')).toEqual({ kind: 'redirect', location: `${base}/a` });
  });

  it('says what stands in the way', async () => {
    expect(await get('/none')).toEqual({ kind: 'missing' });
    expect(await get('/broken')).toEqual({ kind: 'failed', reason: 'the server answered 500' });
    expect(await get('/a', 3)).toEqual({ kind: 'tooLarge' });
    expect(await fetchDocument('http://127.0.0.1:1/', { maxBytes: 1 })).toMatchObject({ kind: 'failed' });
  });
});
