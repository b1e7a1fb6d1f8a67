import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FolderComparison, Target } from './comparison.js';
import { type Disk, disk } from './disk.js';
import { lockPaths } from './lock.js';
import { formatVersion, type Manifest, manifestFile } from './manifest.js';
import { isSafePath } from './safe-path.js';
import { createWorkspace } from './workspace.js';
import { type WriteOptions, writeTargets } from './write.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const target = (files: Record<string, string>, name = 'out'): Target => ({
  folder: join(folder, name),
  display: name,
  files: new Map(Object.entries(files)),
  manifest: {
    formatVersion,
    generator: '1.0.0',
    config: 'c',
    inputs: { 'a.wsdl': 'h' },
    templates: {},
    skeletons: [],
    services: 0,
  },
});
const path = (name: string): string => join(folder, 'out', name);
const read = (name: string): string => readFileSync(path(name), 'utf8');
const put = (name: string, text: string): void => {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), text);
};
const manifest = (): Manifest => JSON.parse(read(manifestFile)) as Manifest;
const run = (
  files: Record<string, string>,
  options?: WriteOptions,
): { codes: readonly string[]; comparison: FolderComparison | undefined } => {
  const [comparisons, problems] = writeTargets([target(files)], disk, options);
  return { codes: problems.map((d) => `${d.severity} ${d.code}: ${d.message}`), comparison: comparisons[0] };
};

describe('writing a package', () => {
  it('creates, changes, prunes and leaves alone what it should', () => {
    expect(run({ 'src/a.ts': 'a', 'src/b.ts': 'b', 'src/c.ts': 'c' }).comparison?.created).toEqual([
      'src/a.ts',
      'src/b.ts',
      'src/c.ts',
      manifestFile,
    ]);
    const { codes, comparison } = run({ 'src/a.ts': 'a', 'src/b.ts': 'B', 'src/d.ts': 'd' });
    expect(codes).toEqual([]);
    expect(comparison).toMatchObject({
      created: ['src/d.ts'],
      changed: ['src/b.ts', manifestFile],
      unchanged: ['src/a.ts'],
      pruned: ['src/c.ts'],
    });
    expect(disk.list(path('src'))).toEqual(['a.ts', 'b.ts', 'd.ts']);
    expect(Object.keys(manifest().files)).toEqual(['src/a.ts', 'src/b.ts', 'src/d.ts']);
    expect(disk.list(folder)).toEqual(['out']);
  });

  it('touches nothing when nothing changes', () => {
    run({ 'a.ts': 'a' });
    const before = disk.entry(path('a.ts'));
    expect(run({ 'a.ts': 'a' }).comparison?.write.size).toBe(0);
    expect(disk.entry(path('a.ts'))).toEqual(before);
  });

  it('ignores line endings that version control changed', () => {
    run({ 'a.ts': 'one\ntwo\n' });
    put('a.ts', 'one\r\ntwo\r\n');
    expect(run({ 'a.ts': 'one\ntwo\n' })).toMatchObject({ codes: [], comparison: { unchanged: ['a.ts'] } });
    expect(run({ 'a.ts': 'three\n' }).codes).toEqual([]);
  });

  it('never overwrites a file that the user changed, unless forced', () => {
    run({ 'a.ts': 'a', 'b.ts': 'b' });
    put('a.ts', 'mine');
    expect(run({ 'a.ts': 'new', 'b.ts': 'new' }).codes).toEqual([
      'error output/changed-by-hand: "out/a.ts" has been changed since codegen wrote it.',
    ]);
    expect([read('a.ts'), read('b.ts')]).toEqual(['mine', 'b']);
    expect(run({ 'a.ts': 'new', 'b.ts': 'new' }, { force: true }).codes).toEqual([]);
    expect([read('a.ts'), read('b.ts')]).toEqual(['new', 'new']);
  });

  it('reports a changed file also when what it generates is as before', () => {
    run({ 'a.ts': 'a' });
    put('a.ts', 'mine');
    expect(run({ 'a.ts': 'a' }).codes).toHaveLength(1);
  });

  it('never overwrites a file that a person made', () => {
    put('README.md', 'mine');
    expect(run({ 'README.md': 'generated' }).codes).toEqual([
      'error output/not-generated: "out/README.md" exists, differs from what would be written, and was not written by codegen.',
    ]);
    expect(existsSync(path(manifestFile))).toBe(false);
    expect(run({ 'README.md': 'mine' }).codes).toEqual([]);
  });

  it('writes again what a merge has changed, and prunes it', () => {
    const both = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}\n=======\n${theirs}\n>>>>>>> other\n`;
    run({ 'a.ts': 'a', 'b.ts': 'b', 'mine.ts': 'generated' });
    const theirs = read(manifestFile);
    run({ 'a.ts': 'a 1', 'b.ts': 'b 1', 'c.ts': 'c 1', 'mine.ts': 'generated' });
    put('a.ts', both('a', 'a 1'));
    put('mine.ts', 'mine');
    const codes = (files: Record<string, string>): readonly string[] => run(files).codes;
    expect(codes({ 'a.ts': 'a 2', 'b.ts': 'b 2', 'mine.ts': 'generated' })).toEqual([
      'error output/changed-by-hand: "out/mine.ts" has been changed since codegen wrote it.',
      'info output/merged: A merge has changed "out/a.ts": written again, from the input as it is now.',
    ]);
    put('mine.ts', 'generated');
    // Git has put together what both sides had changed in other places, and left both sides of the manifest.
    put('b.ts', 'b b 1');
    put('c.ts', both('', 'c 1'));
    put(manifestFile, both(read(manifestFile), theirs));
    put('new.ts', 'mine');
    expect(codes({ 'a.ts': 'a 2', 'b.ts': 'b 2', 'mine.ts': 'generated', 'new.ts': 'x' })).toEqual([
      expect.stringMatching('^error output/not-generated: "out/new.ts"'),
      'info output/merged: A merge has changed "out/a.ts" and 2 more of the generated files: written again, from the input as it is now.',
    ]);
    expect(run({ 'a.ts': 'a 2', 'b.ts': 'b 2', 'mine.ts': 'generated' })).toMatchObject({
      codes: [expect.stringMatching('^info output/merged')],
      comparison: { changed: ['a.ts', 'b.ts', manifestFile], pruned: ['c.ts'], unchanged: ['mine.ts'] },
    });
    expect(read('a.ts') + read('b.ts')).toBe('a 2b 2');
    expect(codes({ 'a.ts': 'a 2', 'b.ts': 'b 2', 'mine.ts': 'generated' })).toEqual([]);
  });

  it('keeps files of the user next to the generated ones', () => {
    run({ 'src/a.ts': 'a' });
    put('src/mine.ts', 'mine');
    expect(run({ 'src/b.ts': 'b' }).codes).toEqual([]);
    expect(disk.list(path('src'))).toEqual(['b.ts', 'mine.ts']);
  });

  it('prunes nothing that a person changed', () => {
    run({ 'a.ts': 'a', 'b.ts': 'b' });
    put('b.ts', 'mine');
    expect(run({ 'a.ts': 'a' }).codes).toEqual([
      'warning output/kept: "out/b.ts" is no longer generated, but has been changed by hand, so it stays.',
    ]);
    expect(read('b.ts')).toBe('mine');
    expect(run({ 'a.ts': 'a' }).codes).toEqual([]);
  });

  it('writes files again that the user deleted', () => {
    run({ 'a.ts': 'a' });
    unlinkSync(path('a.ts'));
    expect(run({ 'a.ts': 'a' }).comparison?.created).toEqual(['a.ts']);
    expect(read('a.ts')).toBe('a');
  });

  it('survives a manifest that it cannot understand', () => {
    run({ 'a.ts': 'a' });
    for (const text of [
      '<<<<<<< ours\n{',
      '[]',
      '{"formatVersion":2}',
      '{"formatVersion":1,"inputs":{},"templates":{},"files":7}',
    ]) {
      put(manifestFile, text);
      expect(run({ 'a.ts': 'changed' }, { dryRun: true }).codes.map((c) => c.split(':')[0])).toEqual([
        'warning output/manifest-unreadable',
        'error output/not-generated',
      ]);
    }
    expect(run({ 'a.ts': 'a' }).codes).toHaveLength(1);
    expect(run({ 'a.ts': 'a' }).codes).toEqual([]);
  });

  it('follows no path or link out of the folder', () => {
    const outside = run({ '../evil.ts': 'x', '/etc/evil': 'x', 'a/../../b': 'x', 'c:\\evil': 'x' }).codes;
    expect(outside).toHaveLength(4);
    expect(outside[0]).toBe('error output/unsafe-path: "../evil.ts" is not a path inside the output folder.');
    mkdirSync(join(folder, 'elsewhere'));
    mkdirSync(path(''), { recursive: true });
    symlinkSync(join(folder, 'elsewhere'), path('src'));
    symlinkSync(join(folder, 'elsewhere/x'), path('link.ts'));
    mkdirSync(path('folder.ts'));
    expect(run({ 'src/a.ts': 'a', 'link.ts': 'x', 'folder.ts': 'y' }).codes).toEqual([
      'error output/not-a-file: "out/folder.ts" cannot be written, because "out/folder.ts" is a folder.',
      'error output/not-a-file: "out/link.ts" cannot be written, because "out/link.ts" is a symbolic link.',
      'error output/not-a-file: "out/src/a.ts" cannot be written, because "out/src" is a symbolic link.',
    ]);
    expect(disk.list(join(folder, 'elsewhere'))).toEqual([]);
  });

  it('deletes nothing that a forged manifest names outside the folder', () => {
    run({ 'a.ts': 'a' });
    writeFileSync(join(folder, 'victim'), 'a');
    const forged = manifest();
    put(manifestFile, JSON.stringify({ ...forged, files: { ...forged.files, '../victim': forged.files['a.ts'] } }));
    run({ 'b.ts': 'b' });
    expect(existsSync(join(folder, 'victim'))).toBe(true);
  });

  it('writes through a link in the place of the output folder itself', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), path(''));
    run({ 'a.ts': 'a' });
    expect(readFileSync(join(folder, 'real/a.ts'), 'utf8')).toBe('a');
    expect(disk.entry(path(''))?.kind).toBe('link');
  });

  it('does not prune another spelling of a file that is generated, where case makes no difference', () => {
    run({ 'src/a.ts': 'a' });
    const forged = manifest();
    put(manifestFile, JSON.stringify({ ...forged, files: { ...forged.files, 'SRC/A.ts': forged.files['src/a.ts'] } }));
    const anyCase: Disk = {
      ...disk,
      entry: (file) => disk.entry(file.replace('/SRC', '/src').replace('/A.ts', '/a.ts')),
      read: (file) => disk.read(file.replace('/SRC', '/src').replace('/A.ts', '/a.ts')),
    };
    const [comparisons] = writeTargets([target({ 'src/a.ts': 'new' })], anyCase);
    expect(comparisons[0]).toMatchObject({ changed: ['src/a.ts', manifestFile], pruned: [] });
    expect(read('src/a.ts')).toBe('new');
  });

  it('writes nothing in a dry run', () => {
    expect(run({ 'a.ts': 'a' }, { dryRun: true }).comparison?.created).toEqual(['a.ts', manifestFile]);
    expect(existsSync(path(''))).toBe(false);
  });
});

describe('writing several packages', () => {
  it('writes none when one has an error', () => {
    put('a.ts', 'mine');
    const [, problems] = writeTargets([target({ 'b.ts': 'b' }, 'other'), target({ 'a.ts': 'a' })], disk);
    expect(problems).toHaveLength(1);
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });
});

describe('a disk that fails', () => {
  it('ends in a diagnostic (output/write-failed), with the old tree', () => {
    run({ 'a.ts': 'a' });
    const full: Disk = {
      ...disk,
      write: (file, text) => {
        if (file.endsWith('b.ts')) {
          throw Object.assign(new Error('full'), { code: 'ENOSPC', path: file });
        }
        disk.write(file, text);
      },
    };
    const [, problems] = writeTargets([target({ 'b.ts': 'b' })], full);
    expect(problems[0]?.code).toBe('output/write-failed');
    expect(problems[0]?.message).toMatch(/^Writing ".*b\.ts" failed: no space is left\.$/);
    expect(disk.list(path(''))).toEqual(['a.ts', manifestFile]);
    expect(disk.list(folder)).toEqual(['out']);
  });

  it('recovers the left-overs of an earlier run, and reports it', () => {
    run({ 'a.ts': 'a' });
    createWorkspace(disk, join(folder, '.out.codegen'));
    put('../.out.codegen/next/src/a.ts', 'new');
    expect(run({ 'a.ts': 'a' }).codes).toEqual([
      'info output/mended: An earlier run was interrupted while it wrote "out"; its changes were discarded.',
    ]);
    expect(disk.list(folder)).toEqual(['out']);
  });

  it('removes the lock of a run that died when it had written everything', () => {
    run({ 'a.ts': 'a' });
    const [lock] = lockPaths(join(folder, 'out'));
    writeFileSync(lock, JSON.stringify({ pid: 2 ** 30, host: hostname() }));
    expect(run({ 'a.ts': 'a' }).codes).toEqual([]);
    expect(disk.list(folder)).toEqual(['out']);
    writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }));
    expect(run({ 'a.ts': 'a' }).codes).toEqual([]);
    expect(disk.list(folder)).toEqual(['.out.codegen.lock', 'out']);
  });

  it('says who else is writing (output/locked)', () => {
    jest.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValue(1e9);
    writeFileSync(join(folder, '.out.codegen.lock'), JSON.stringify({ pid: process.pid, host: hostname() }));
    const { codes } = run({ 'a.ts': 'a' });
    jest.restoreAllMocks();
    expect(codes[0]).toMatch(/^error output\/locked: Another run \(process \d+ on .*\) is writing to "out"\.$/);
  });
});

describe('a folder that cannot be written', () => {
  const readOnly = (name: string): Disk => ({
    ...disk,
    isWritable: (place) => !place.endsWith(name) && disk.isWritable(place),
  });

  it.each(['out', 'out/src'])('is found before anything is changed: %s', (name) => {
    run({ 'src/a.ts': 'a' });
    const [, problems] = writeTargets([target({ 'src/a.ts': 'new' })], readOnly(name));
    expect(problems.map(({ message }) => message)).toEqual([
      `Writing "${join(folder, name)}" failed: permission denied.`,
    ]);
    expect(read('src/a.ts')).toBe('a');
    expect(disk.list(folder)).toEqual(['out']);
  });

  it('does not matter when it is one of a person, and keeps its permissions', () => {
    run({ 'src/a.ts': 'a' });
    put('mine/a.txt', 'mine');
    chmodSync(path('mine'), 0o500);
    expect(run({ 'src/a.ts': 'new' }).codes).toEqual([]);
    expect(statSync(path('mine')).mode & 0o777).toBe(0o500);
    expect(disk.list(folder)).toEqual(['out']);
    chmodSync(path('mine'), 0o700);
  });
});

describe('.gitattributes', () => {
  const files = { 'src/a.ts': 'a', '.gitattributes': 'generated' };

  it('stays as it is where the user has one, and does not count as generated', () => {
    put('.gitattributes', 'mine');
    expect(run(files).codes).toEqual([]);
    expect(read('.gitattributes')).toBe('mine');
    expect(Object.keys(manifest().files)).toEqual(['src/a.ts']);
    put('.gitattributes', 'mine, changed');
    const { codes, comparison } = run(files);
    expect([codes, comparison?.changed, comparison?.created]).toEqual([[], [], []]);
  });

  it('is written with force', () => {
    put('.gitattributes', 'mine');
    expect(run(files, { force: true }).codes).toEqual([]);
    expect(read('.gitattributes')).toBe('generated');
  });

  it('is one of the generated files where codegen wrote it', () => {
    run(files);
    put('.gitattributes', 'mine');
    expect(run(files).codes).toEqual([expect.stringContaining('error output/changed-by-hand')]);
  });
});

describe('isSafePath', () => {
  it.each(['a', 'src/a.ts', 'README.md', '.gitattributes', 'a..b', 'src/schema/part-0f.ts', 'a_', 'console.ts', 'a~b'])(
    'takes %p',
    (p) => expect(isSafePath(p)).toBe(true),
  );
  const elsewhere = ['', '/a', 'a//b', './a', '..', 'a/..', '../a', 'a\\b', 'c:a', 'a\u0000b', 'a\nb', manifestFile];
  const otherTools = [
    '.git/HEAD',
    'a/.GIT/HEAD',
    'a/.gitattributes',
    '.env',
    '.codegen/next',
    'node_modules/a.js',
    'a/Node_Modules/b',
  ];
  const otherNames = ['CODEGEN.LOCK.JSON', 'a.', 'a ', 'a./b', 'GIT~1/HEAD', 'src/a\u200c.ts', 'src/\u00e4.ts'];
  const devices = [
    'con',
    'src/NUL.ts',
    'aux/a.ts',
    'COM1',
    'lpt9.x.ts',
    'a?',
    'a*',
    'a|b',
    '<a>',
    '"a"',
    'x'.repeat(256),
  ];
  it.each([...elsewhere, ...otherTools, ...otherNames, ...devices])('refuses %p', (p) =>
    expect(isSafePath(p)).toBe(false),
  );
});
