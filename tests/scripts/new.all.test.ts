import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '../support/repository.js';

/** `npm run new` in a copy of the repository: what it makes compiles, and only what a person has to fill in fails. */

const made = [
  ['entry', 'sample-entry'],
  ['option', 'sampleOption'],
  ['command', 'invent'],
  ['diagnostic', 'xsd/sample-problem'],
  ['diagnostic', 'output/zz-last'],
] as const;

let folder: string;
let changed: readonly string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-new-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  for (const path of files.split('\n').filter((each) => each !== '')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(repository, path), join(folder, path));
  }
  linkPackages('node_modules');
  changed = made.flatMap(([kind, name]) => {
    const output = execFileSync(process.execPath, ['scripts/new.mjs', kind, name], { cwd: folder, encoding: 'utf8' });
    return (output.split('\n\n')[0] ?? '').split('\n');
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Packages are those of the repository; the repository's own are those of the copy. */
function linkPackages(path: string): void {
  mkdirSync(join(folder, path));
  for (const name of readdirSync(join(repository, path))) {
    const from = join(repository, path, name);
    if (lstatSync(from).isSymbolicLink()) {
      cpSync(from, join(folder, path, name), { verbatimSymlinks: true });
    } else if (name.startsWith('@')) {
      linkPackages(join(path, name));
    } else if (name !== '.cache') {
      symlinkSync(from, join(folder, path, name));
    }
  }
}

/** What a tool prints, and its exit code. */
function run(tool: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(repository, 'node_modules', tool), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TEST_ALL: '' },
  });
  return { status, output: stdout + stderr };
}

it('writes files as they are formatted', () => {
  const files = [...new Set(changed)].filter((path) => /\.(ts|json)$/.test(path));
  expect(run('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...files)).toMatchObject({ status: 0 });
});

it('makes what compiles', () => {
  expect(run('typescript/bin/tsc', '-b')).toEqual({ status: 0, output: '' });
  expect(run('typescript/bin/tsc', '-p', 'tsconfig.check.json')).toEqual({ status: 0, output: '' });
}, 300_000);

it('leaves to tests what a person has to fill in, and nothing else', () => {
  const report = join(folder, 'report.json');
  const suites = [
    'tests/architecture',
    'tests/docs/guide-tables',
    'tests/diagnostics',
    'generator/config',
    'generator/completion',
  ];
  run('jest/bin/jest.js', '--json', `--outputFile=${report}`, ...suites);
  interface Report {
    readonly testResults: readonly {
      readonly message: string;
      readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
    }[];
  }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  expect(failed.sort()).toEqual([
    'golden case output/zz-last',
    'golden case xsd/sample-problem',
    'sampleOption does what the guide says',
  ]);
}, 300_000);

it('refuses names that are none, and what is there already', () => {
  const refused = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/new.mjs', ...args], { cwd: folder, encoding: 'utf8' });
  expect(refused('entry', 'Sample Entry')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run new') });
  expect(refused('feature', 'x')).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run new option') });
  expect(refused('command', 'invent')).toMatchObject({ status: 1, stderr: expect.stringContaining('there already') });
  expect(refused('diagnostic', 'nowhere/x')).toMatchObject({ status: 1, stderr: expect.stringContaining('the stage') });
});
