import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mortal, quickDisk } from '../../tests/support/mortal-disk.js';
import { type Disk, disk } from './disk.js';
import type { FileChange } from './file-change.js';
import { commit, recover, relatedPlaces } from './group.js';
import type { WorkspacePlace } from './workspace.js';

// Hundreds of runs, which take time on a busy machine.
jest.setTimeout(60_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'group-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const systems: readonly (readonly [string, Disk])[] = [
  ['where folders and files can be swapped', quickDisk],
  ['where they cannot', { ...quickDisk, exchange: () => false }],
];

const at = (path: string): string => join(folder, path);
const text = (path: string): string | undefined => (existsSync(at(path)) ? readFileSync(at(path), 'utf8') : undefined);
const places = (): readonly WorkspacePlace[] => [
  { kind: 'folder', path: at('a') },
  { kind: 'folder', path: at('b') },
  { kind: 'file', path: at('src/one.ts') },
  { kind: 'file', path: at('src/new/two.ts') },
];

const change = (path: string, before: string | undefined, after: string): FileChange => ({
  path: at(path),
  display: path,
  before: before === undefined ? undefined : Buffer.from(before),
  bytes: Buffer.from(after),
});

function start(): void {
  rmSync(folder, { recursive: true, force: true });
  for (const path of ['a', 'src']) {
    mkdirSync(at(path), { recursive: true });
  }
  writeFileSync(at('a/x.ts'), 'old a');
  writeFileSync(at('a/mine.ts'), 'mine');
  writeFileSync(at('src/one.ts'), 'old one');
}

const changes = () => ({
  folders: [
    { root: at('a'), write: new Map([['x.ts', 'new a']]), remove: [] },
    { root: at('b'), write: new Map([['y.ts', 'new b']]), remove: [] },
  ],
  files: [change('src/one.ts', 'old one', 'new one'), change('src/new/two.ts', undefined, 'new two')],
});

const state = () => [text('a/x.ts'), text('b/y.ts'), text('src/one.ts'), text('src/new/two.ts'), text('a/mine.ts')];
const before = ['old a', undefined, 'old one', undefined, 'mine'];
const after = ['new a', 'new b', 'new one', 'new two', 'mine'];

/** Everything that codegen itself has in the folder. */
const leftOvers = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('codegen'));

describe.each(systems)('folders and files, %s,', (_, base) => {
  it('are changed together, and nothing is left behind', () => {
    for (const real of [base, { ...disk, exchange: base === quickDisk ? disk.exchange : base.exchange }]) {
      start();
      expect(commit(real, changes())).toEqual([]);
      expect([state(), leftOvers()]).toEqual([after, []]);
    }
  });

  it('are all old or all new after the next run, wherever a run dies', () => {
    let outcomes = '';
    for (let point = 0; ; point++) {
      start();
      const doomed = mortal(point, base);
      let died = false;
      try {
        commit(doomed, changes());
      } catch {
        died = true;
      }
      for (const place of places()) {
        recover(base, place);
      }
      const isNew = state().join() === after.join();
      expect([state(), leftOvers()]).toEqual([isNew ? after : before, []]);
      outcomes += isNew ? 'n' : 'o';
      if (!died) {
        break;
      }
    }
    expect(outcomes).toMatch(/^o{20,}n{20,}$/);
  });

  it('are all old or all new when the mending run dies, too', () => {
    start();
    const total = mortal(Number.POSITIVE_INFINITY, base);
    commit(total, changes());
    for (let point = 0; point < total.count(); point += 7) {
      for (const second of [0, 2, 5, 9]) {
        start();
        expect(() => commit(mortal(point, base), changes())).toThrow();
        const dying = mortal(second, base);
        try {
          for (const place of places()) {
            recover(dying, place);
          }
        } catch {
          // Killed again.
        }
        for (const place of [...places()].reverse()) {
          recover(base, place);
        }
        const isNew = state().join() === after.join();
        expect([point, second, state(), leftOvers()]).toEqual([point, second, isNew ? after : before, []]);
      }
    }
  });

  it('are all old when the disk refuses any of them', () => {
    for (const refused of ['a', 'b', 'one.ts', 'two.ts']) {
      start();
      const full: Disk = {
        ...base,
        write: (path, content, mode) => {
          if (path.includes(`.${refused}.codegen`)) {
            throw Object.assign(new Error('full'), { code: 'ENOSPC', path });
          }
          base.write(path, content, mode);
        },
      };
      expect(() => commit(full, changes())).toThrow('full');
      for (const place of places()) {
        recover(full, place);
      }
      expect([state(), leftOvers()]).toEqual([before, []]);
    }
  });

  it('keep files that the user saves at any moment', () => {
    const save = {
      'in place': () => writeFileSync(at('src/one.ts'), 'saved'),
      'by a rename': () => {
        writeFileSync(at('saving.tmp'), 'saved');
        renameSync(at('saving.tmp'), at('src/one.ts'));
      },
    };
    // Where files cannot be swapped, one call to the system is the moment in which a rename is lost.
    let lost = base === quickDisk ? 0 : 1;
    for (const [how, saves] of Object.entries(save)) {
      let saved = true;
      let written = 0;
      for (let moment = 0; saved; moment++) {
        start();
        let count = 0;
        saved = false;
        const busy = Object.fromEntries(
          Object.entries(base).map(([name, method]) => [
            name,
            (...args: readonly never[]) => {
              if (count++ === moment) {
                saves();
                saved = true;
              }
              return (method as (...args: readonly never[]) => unknown)(...args);
            },
          ]),
        ) as unknown as Disk;
        const [folderChange] = changes().folders;
        const [fileChange] = changes().files;
        const few = { folders: [folderChange!], files: [fileChange!] };
        const outdated = commit(busy, few).map(({ display }) => display);
        if (!saved) {
          break;
        }
        const isNew = text('a/x.ts') === 'new a';
        // A file that is saved after the new text is in place replaces it, as it should.
        if (how === 'by a rename' && text('src/one.ts') === 'new one' && lost-- > 0) {
          continue;
        }
        expect([how, moment, text('src/one.ts')]).toEqual([how, moment, 'saved']);
        if (!isNew) {
          expect(outdated).toEqual(['src/one.ts']);
        }
        if (isNew) {
          written++;
        }
        expect(leftOvers()).toEqual([]);
      }
      expect(written).toBeGreaterThan(10);
    }
  });

  it('are left alone when a file appears where a new one was to be made', () => {
    start();
    mkdirSync(at('src/new'));
    writeFileSync(at('src/new/two.ts'), 'mine');
    expect(commit(base, changes()).map(({ display }) => display)).toEqual(['src/new/two.ts']);
    expect(state()).toEqual(['old a', undefined, 'old one', 'mine', 'mine']);
  });

  it('keep the permissions of files', () => {
    start();
    for (const mode of [0o666, 0o755, 0o640]) {
      chmodSync(at('src/one.ts'), mode);
      const [path, now] = ['src/one.ts', text('src/one.ts')];
      commit(base, { folders: [], files: [change(path, now, `${now}!`)] });
      expect([statSync(at(path)).mode & 0o777, text(path)]).toEqual([mode, `${now}!`]);
    }
  });
});

describe('a common decision', () => {
  /** Ends a run right after its decision. */
  const decide = (): void => {
    start();
    let journals = 0;
    const killed: Disk = {
      ...disk,
      rename: (from, to) => {
        disk.rename(from, to);
        if (to.endsWith('journal.json') && ++journals === 4) {
          throw new Error('killed');
        }
      },
    };
    expect(() => commit(killed, changes())).toThrow('killed');
  };

  it('is completed by a run that knows only one of the changes', () => {
    for (const place of places()) {
      decide();
      expect(recover(disk, place)).toBe('completed');
      for (const other of places()) {
        recover(disk, other);
      }
      expect([state(), leftOvers()]).toEqual([after, []]);
    }
    decide();
    recover(disk, { kind: 'folder', path: at('b') });
    expect([state(), leftOvers()]).toEqual([after, []]);
  });

  it('names all places that have to be locked', () => {
    decide();
    const related = relatedPlaces(disk, { kind: 'folder', path: at('b') }).map(({ path }) => path);
    expect(related).toEqual([at('src/one.ts'), at('src/new/two.ts'), at('a')]);
    const others = relatedPlaces(disk, { kind: 'file', path: at('src/one.ts') }).map(({ path }) => path);
    expect(others).toEqual([at('b'), at('src/new/two.ts'), at('a')]);
    expect(relatedPlaces(disk, { kind: 'file', path: at('nothing.ts') })).toEqual([]);
  });

  it('leaves alone a file that was changed since the run died', () => {
    decide();
    writeFileSync(at('src/one.ts'), 'saved later');
    for (const place of places()) {
      recover(disk, place);
    }
    expect([state(), leftOvers()]).toEqual([['new a', 'new b', 'saved later', 'new two', 'mine'], []]);
  });

  it('is discarded if its journal is gone', () => {
    decide();
    rmSync(at('.b.codegen'), { recursive: true });
    for (const place of places()) {
      recover(disk, place);
    }
    expect([state(), leftOvers()]).toEqual([before, []]);
  });
});
