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

  it('lets a document behind a link of the user name files around itself', async () => {
    await mkdir(join(folder, 'contracts', 'wsdl'), { recursive: true });
    await writeFile(join(folder, 'contracts', 'wsdl', 'a.wsdl'), '<a/>');
    await writeFile(join(folder, 'contracts', 'b.xsd'), '<b/>');
    await symlink('../contracts', join(folder, 'in', 'linked'));
    await symlink('../contracts/wsdl/a.wsdl', join(folder, 'in', 'a.wsdl'));
    await symlink('../contracts/b.xsd', join(folder, 'in', 'b.xsd'));
    const kind = async (path: string, from: string) => {
      const [at, base, within] = [path, from, 'in'].map((name) => join(folder, name)) as [string, string, string];
      return (await readDocument(at, { maxBytes: 100, within: [within], from: base })).kind;
    };
    expect(await kind('in/linked/b.xsd', 'in/linked/wsdl/a.wsdl')).toBe('found');
    // A document of the folder itself, a place beyond the folder around, and a link where the document's own location leads nowhere.
    expect(await kind('in/linked/b.xsd', 'in/a.xsd')).toBe('outside');
    expect(await kind('in/link.xsd', 'in/linked/wsdl/a.wsdl')).toBe('outside');
    expect(await kind('in/b.xsd', 'in/a.wsdl')).toBe('outside');
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
