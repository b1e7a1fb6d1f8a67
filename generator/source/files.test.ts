import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument } from './files.js';

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

  it('reports the obstacle', async () => {
    expect(await read('none.xsd')).toEqual({ kind: 'missing' });
    expect(await read('in/a.xsd/b.xsd')).toEqual({ kind: 'missing' });
    expect(await read('none.xsd', ['in'])).toEqual({ kind: 'missing' });
    expect(await read('in')).toMatchObject({ kind: 'failed' });
    expect(await read('in/a.xsd', undefined, 3)).toEqual({ kind: 'tooLarge' });
  });

  it('does not wait for a pipe that nobody writes to', async () => {
    execFileSync('mkfifo', [join(folder, 'in', 'pipe.xsd')]);
    expect(await read('in/pipe.xsd')).toEqual({ kind: 'failed', reason: 'it is not a file' });
  });
});
