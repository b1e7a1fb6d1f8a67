import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, disk } from '../../output/disk.js';
import { readSkeleton } from './read-skeleton.js';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'read-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string, on: Disk = disk) => readSkeleton(on, join(folder, name), name, folder);

describe('reading a skeleton', () => {
  it('gives bytes, text and the place of a file', () => {
    writeFileSync(join(folder, 'a.ts'), 'class A {}');
    symlinkSync('a.ts', join(folder, 'b.ts'));
    for (const name of ['a.ts', 'b.ts']) {
      expect(read(name)).toMatchObject({ place: join(folder, 'a.ts'), text: 'class A {}', isReadOnly: false });
    }
  });

  it('finds the place for a new file', () => {
    expect(read('x/y/a.ts')).toEqual({ place: join(folder, 'x/y/a.ts'), bytes: undefined });
  });

  it.each(['EACCES', 'EIO', 'EPERM'])('turns an error of the disk into a diagnostic: %s', (code) => {
    writeFileSync(join(folder, 'a.ts'), 'class A {}');
    const refuses: Disk = {
      ...disk,
      bytes: (path) => {
        throw Object.assign(new Error(`${code}: refused`), { code, path });
      },
    };
    expect(read('a.ts', refuses)).toMatchObject({ code: 'output/read-failed', severity: 'error' });
  });

  const unix = process.platform === 'win32' ? it.skip : it;
  unix('does not wait for a pipe that nobody writes to', () => {
    execFileSync('mkfifo', [join(folder, 'a.ts')]);
    expect(read('a.ts')).toMatchObject({ code: 'output/not-a-file', message: expect.stringContaining('special file') });
  });

  it('names an obstacle by the path that the user knows', () => {
    writeFileSync(join(folder, 'x'), 'mine');
    symlinkSync('nowhere', join(folder, 'y'));
    expect(read('x/y/a.ts')).toMatchObject({ message: expect.stringContaining('"x" is a file') });
    expect(read('y/a.ts')).toMatchObject({
      message: expect.stringContaining('"y" is a symbolic link that leads nowhere'),
    });
  });
});
