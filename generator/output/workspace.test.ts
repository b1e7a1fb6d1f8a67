import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Disk, disk } from './disk.js';
import { commit, recover } from './group.js';
import { parseJournal } from './journal.js';
import type { Change } from './transaction.js';
import { createWorkspace, examineWorkspace, ForeignLeftOver, removeWorkspace } from './workspace.js';

const commitFolder = (on: Disk, change: Change) => commit(on, { folders: [change], files: [] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workspace-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Ends a run when it has decided a change and done nothing of it yet. */
function interrupt(root: string): string {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'a.ts'), 'old');
  const killed: Disk = {
    ...disk,
    flush: () => {
      throw new Error('killed');
    },
  };
  expect(() => commitFolder(killed, { root, write: new Map([['a.ts', 'new']]), remove: [] })).toThrow('killed');
  return join(root, '..', '.out.codegen');
}

describe('the left-over of an interrupted run', () => {
  let root: string;
  let workspace: string;
  beforeEach(() => {
    root = join(folder, 'x/out');
    workspace = interrupt(root);
  });
  const text = (): string => readFileSync(join(root, 'a.ts'), 'utf8');

  it('is believed where it was made', () => {
    expect(recover(disk, { kind: 'folder', path: root })).toBe('completed');
    expect([text(), readdirSync(join(folder, 'x'))]).toEqual(['new', ['out']]);
  });

  it('is believed after the folder around it was moved', () => {
    renameSync(join(folder, 'x'), join(folder, 'y'));
    root = join(folder, 'y/out');
    expect(recover(disk, { kind: 'folder', path: root })).toBe('completed');
    expect(text()).toBe('new');
  });

  const changes: Readonly<Record<string, () => void>> = {
    'it is a copy': () => {
      renameSync(workspace, `${workspace}-made`);
      cpSync(`${workspace}-made`, workspace, { recursive: true, preserveTimestamps: true });
    },
    'it belongs to another place': () => {
      const other = interrupt(join(folder, 'z/out'));
      cpSync(join(other, 'journal.json'), join(workspace, 'journal.json'), { force: true });
    },
    'something was put into it': () => writeFileSync(join(workspace, 'mine.txt'), 'mine'),
    'a link was put into it': () => {
      rmSync(join(workspace, 'next'), { recursive: true });
      symlinkSync(folder, join(workspace, 'next'));
    },
    'something was put into its proof': () => writeFileSync(join(workspace, 'made/mine.txt'), 'mine'),
    'its proof was changed': () => chmodSync(join(workspace, 'made'), 0o755),
    'its proof is missing': () => {
      for (const name of readdirSync(workspace)) {
        if (name.startsWith('made')) {
          rmSync(join(workspace, name), { recursive: true });
        }
      }
    },
    'its journal was replaced': () => writeFileSync(join(workspace, 'journal.json'), '{"write":[],"remove":["a.ts"]}'),
    'its journal is damaged': () => writeFileSync(join(workspace, 'journal.json'), '{"write":['),
  };
  it.each(Object.entries(changes))('is refused, and nothing is touched, when %s', (_, change) => {
    change();
    const before = readdirSync(workspace, { recursive: true }).sort();
    expect(() => recover(disk, { kind: 'folder', path: root })).toThrow(ForeignLeftOver);
    expect(readdirSync(workspace, { recursive: true }).sort()).toEqual(before);
    expect(text()).toBe('old');
  });

  it('of another user is refused', () => {
    const foreign: Disk = {
      ...disk,
      entry: (path) => {
        const entry = disk.entry(path);
        return entry && { ...entry, own: false };
      },
    };
    expect(() => recover(foreign, { kind: 'folder', path: root })).toThrow('it belongs to another user');
  });

  it('is finished although somebody put something else in the place of a file, and that stays', () => {
    for (const [name, prepare] of [
      ['link', (path: string) => symlinkSync('elsewhere', path)],
      ['folder', (path: string) => mkdirSync(path)],
    ] as const) {
      const place = join(folder, name, 'out');
      interrupt(place);
      rmSync(join(place, 'a.ts'));
      prepare(join(place, 'a.ts'));
      expect(() => recover(disk, { kind: 'folder', path: place })).toThrow(
        expect.objectContaining({ code: 'EREPLACED', path: join(place, 'a.ts') }),
      );
      expect(disk.entry(join(place, 'a.ts'))?.kind).toBe(name);
      expect(readdirSync(join(folder, name))).toEqual(['out']);
      expect(recover(disk, { kind: 'folder', path: place })).toBe('nothing');
    }
  });

  it('never replaces a folder that was made since', () => {
    const fresh = join(folder, 'new/out');
    const killed: Disk = {
      ...disk,
      rename: (from, to) => {
        if (to === fresh) {
          throw new Error('killed');
        }
        disk.rename(from, to);
      },
    };
    expect(() => commitFolder(killed, { root: fresh, write: new Map([['a.ts', 'new']]), remove: [] })).toThrow(
      'killed',
    );
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'mine.txt'), 'mine');
    expect(recover(disk, { kind: 'folder', path: fresh })).toBe('discarded');
    expect(readdirSync(fresh)).toEqual(['mine.txt']);
    expect(readdirSync(join(folder, 'new'))).toEqual(['out']);
  });
});

describe('a workspace', () => {
  const path = (): string => join(folder, '.out.codegen');

  it('proves that it was made here, and never replaces anything', () => {
    createWorkspace(disk, path());
    expect(examineWorkspace(disk, path(), {}).kind).toBe('ours');
    expect(() => createWorkspace(disk, path())).toThrow('EEXIST');
    removeWorkspace(disk, path());
    symlinkSync('nowhere', path());
    expect(() => createWorkspace(disk, path())).toThrow('EEXIST');
  });

  it.each([0, 1, 2, 3])('of a run that dies in step %i of making or removing it can be removed', (steps) => {
    const mortal = (): Disk => {
      let left = steps;
      const step =
        <A extends readonly unknown[]>(method: (...args: A) => void) =>
        (...args: A) => {
          if (left-- === 0) {
            throw new Error('killed');
          }
          method(...args);
        };
      return { ...disk, makeNewFolder: step(disk.makeNewFolder), removeFolder: step(disk.removeFolder) };
    };
    try {
      createWorkspace(mortal(), path());
      removeWorkspace(mortal(), path());
    } catch {
      // Killed.
    }
    const { kind } = examineWorkspace(disk, path(), {});
    expect(['nothing', 'unfinished', 'ours']).toContain(kind);
    if (kind !== 'nothing') {
      removeWorkspace(disk, path());
    }
    expect(existsSync(path())).toBe(false);
  });
});

describe('parseJournal', () => {
  const journal = {
    kind: 'folder',
    workspace: '1-2',
    nonce: '0123456789abcdef',
    original: '1:2',
    write: ['a.ts'],
    remove: ['b.ts'],
  };
  const parse = (change: object) => parseJournal(JSON.stringify({ ...journal, ...change }), '1-2');

  it('reads what was written', () => expect(parse({})).toEqual(journal));

  it.each<object>([
    { write: ['../a'] },
    { write: ['/a'] },
    { write: ['a/../../b'] },
    { write: ['.git/config'] },
    { write: 'a.ts' },
    { write: [7] },
    { write: ['b.ts'] },
    { remove: ['../../../id_rsa'] },
    { remove: [null] },
    { remove: undefined },
    { original: undefined },
    { original: 5 },
    { original: '../x' },
    { nonce: '../../x' },
    { nonce: undefined },
    { workspace: '1-3' },
    { workspace: undefined },
    { kind: undefined },
    { kind: 'file' },
    { kind: 'file', before: null, after: '../x' },
    { leader: { workspace: '../x', evidence: '1-2' } },
    { leader: { workspace: '.x.codegen', evidence: '../2' } },
    { leader: null },
    { members: {} },
    { members: ['.x.codegen'] },
  ])('refuses %j', (change) => expect(parse(change)).toEqual(expect.stringMatching(/^its journal /)));

  it.each(['', 'null', '[]', '7', '{', '"x"'])('refuses the text %j', (text) =>
    expect(parseJournal(text, '1-2')).toEqual(expect.stringMatching(/^its journal /)),
  );
});
