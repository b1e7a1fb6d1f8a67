import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Killed, mortal } from '../../tests/support/mortal-disk.js';
import { type Disk, disk } from './disk.js';
import { commit, recover } from './group.js';
import type { Change } from './transaction.js';
import { isInterrupted } from './workspace.js';

const commitFolder = (on: Disk, change: Change) => commit(on, { folders: [change], files: [] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'transaction-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/** Every file below a folder with its text; `undefined` if the folder is not there. */
function tree(root: string): Record<string, string> | undefined {
  if (!existsSync(root)) {
    return undefined;
  }
  const files: Record<string, string> = {};
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) {
      files[path.slice(root.length + 1)] = readFileSync(path, 'utf8');
    }
  }
  return files;
}

const before = {
  'package.json': 'old package',
  'src/a.ts': 'old a',
  'src/b.ts': 'same b',
  'src/deep/gone.ts': 'old gone',
  'mine.md': 'a person wrote this',
  'src/mine/own.ts': 'and this',
};
const after = {
  'package.json': 'new package',
  'src/a.ts': 'new a',
  'src/b.ts': 'same b',
  'src/added/c.ts': 'new c',
  'mine.md': 'a person wrote this',
  'src/mine/own.ts': 'and this',
};
const change = (root: string) => ({
  root,
  write: new Map([
    ['src/a.ts', 'new a'],
    ['src/added/c.ts', 'new c'],
    ['package.json', 'new package'],
  ]),
  remove: ['src/deep/gone.ts'],
});
const start = (root: string): void => {
  for (const [path, text] of Object.entries(before)) {
    put(join(root, path), text);
  }
};

const noExchange: Disk = { ...disk, exchange: () => false };

describe('a change of a folder', () => {
  it.each([
    ['in one step', disk],
    ['in two renames', noExchange],
  ])('makes all files new, %s, and leaves nothing behind', (_, base) => {
    const root = join(folder, 'out');
    start(root);
    const { ino } = statSync(root);
    commitFolder(base, change(root));
    expect(tree(root)).toEqual(after);
    expect(existsSync(join(root, 'src/deep'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['out']);
    expect(statSync(root).ino).toBe(ino);
    expect(statSync(join(root, 'mine.md')).nlink).toBe(1);
  });

  it('creates the folder and its parents', () => {
    const root = join(folder, 'x/y/out');
    commitFolder(disk, { root, write: new Map([['a/b.ts', 'text']]), remove: [] });
    expect(tree(root)).toEqual({ 'a/b.ts': 'text' });
    expect(readdirSync(join(folder, 'x/y'))).toEqual(['out']);
  });

  it('keeps permissions, links and empty folders of a person', () => {
    const root = join(folder, 'out');
    start(root);
    mkdirSync(join(root, 'empty'));
    symlinkSync('mine.md', join(root, 'link'));
    writeFileSync(join(root, 'run.sh'), 'x', { mode: 0o755 });
    commitFolder(disk, change(root));
    expect(readdirSync(root)).toEqual(expect.arrayContaining(['empty', 'link', 'run.sh']));
    expect(readFileSync(join(root, 'link'), 'utf8')).toBe('a person wrote this');
    expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
  });

  it('works in place where the folder cannot be moved', () => {
    const root = join(folder, 'out');
    start(root);
    const busy: Disk = {
      ...noExchange,
      rename: (from, to) => {
        if (from === root) {
          throw Object.assign(new Error('busy'), { code: 'EBUSY' });
        }
        disk.rename(from, to);
      },
    };
    commitFolder(busy, change(root));
    expect(tree(root)).toEqual(after);
    expect(readdirSync(folder)).toEqual(['out']);
  });

  it('works from inside if nothing can be created next to the folder', () => {
    const root = join(folder, 'out');
    start(root);
    const confined: Disk = {
      ...noExchange,
      makeNewFolder: (path, mode) => {
        if (path === join(folder, '.out.codegen')) {
          throw Object.assign(new Error('denied'), { code: 'EACCES' });
        }
        disk.makeNewFolder(path, mode);
      },
    };
    commitFolder(confined, change(root));
    expect(tree(root)).toEqual(after);
  });

  it('keeps files that the user saves into the temporary tree in the meantime', () => {
    const root = join(folder, 'out');
    start(root);
    let swaps = 0;
    const busy: Disk = {
      ...disk,
      exchange: (a, b) => {
        const done = disk.exchange(a, b);
        if (swaps++ === 0) {
          put(join(root, 'src/mine/late.ts'), 'saved just now');
        }
        return done;
      },
    };
    commitFolder(busy, change(root));
    expect(tree(root)).toEqual({ ...after, 'src/mine/late.ts': 'saved just now' });
  });
});

describe('a run that is killed', () => {
  /** Kills before every single change to the disk, looks, and lets the next run mend. */
  function killEverywhere(base: Disk, existing: boolean, states: readonly unknown[]): number {
    const root = join(folder, 'out');
    for (let point = 0; ; point++) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      if (existing) {
        start(root);
      }
      const doomed = mortal(point, base);
      try {
        commitFolder(doomed, change(root));
        return point;
      } catch (error) {
        if (!(error instanceof Killed)) {
          throw error;
        }
      }
      const found = tree(root);
      expect({
        point,
        found,
        known: states.some((state) => JSON.stringify(sorted(state)) === JSON.stringify(sorted(found))),
      }).toMatchObject({ known: true });
      killTheMendingToo(base, root);
      const mended = recover(base, { kind: 'folder', path: root });
      const end = tree(root);
      const complete = existing ? after : fresh;
      if (mended === 'completed') {
        expect(end).toEqual(complete);
      } else {
        expect([existing ? before : undefined, complete]).toContainEqual(end);
      }
      expect(isInterrupted(base, { kind: 'folder', path: root })).toBe(false);
      expect(readdirSync(folder).filter((name) => name !== 'out')).toEqual([]);
      commitFolder(base, change(root));
      expect(tree(root)).toEqual(complete);
    }
  }

  /** The next run may be killed as well. */
  function killTheMendingToo(base: Disk, root: string): void {
    for (const point of [0, 1, 3]) {
      try {
        recover(mortal(point, base), { kind: 'folder', path: root });
      } catch (error) {
        if (!(error instanceof Killed)) {
          throw error;
        }
      }
    }
  }

  const sorted = (value: unknown): unknown =>
    value === undefined ? 'missing' : Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1));
  const fresh = Object.fromEntries(change('').write);

  it('leaves the old or the new tree at every point, and the next run mends it', () => {
    expect(killEverywhere(disk, true, [before, after])).toBeGreaterThan(30);
  });

  it('leaves no tree or the new one when there was none', () => {
    expect(killEverywhere(disk, false, [undefined, fresh])).toBeGreaterThan(10);
  });

  it('leaves the old tree, the new one or for a moment none where a step takes two renames', () => {
    expect(killEverywhere(noExchange, true, [before, after, undefined])).toBeGreaterThan(30);
  });
});
