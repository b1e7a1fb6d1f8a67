// `npm run check:fast`: lint, types, and the tests near what differs from main. `npm run check` has all of them.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const most = 15;
const changed = changedFiles();
const { near, further } = testsNear(changed);

const steps = [
  ['lint', ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed]],
  ['types', ['typescript/bin/tsc', '-b']],
  [
    'types of tests',
    [
      'typescript/bin/tsc',
      '-p',
      'tsconfig.check.json',
      '--incremental',
      '--tsBuildInfoFile',
      cached('check.tsbuildinfo'),
    ],
  ],
  [`tests: ${near.length} files`, near.length > 0 ? ['jest/bin/jest.js', '--runTestsByPath', ...near] : []],
];
let failed = 0;
for (const [name, [tool, ...args]] of changed.length > 0 ? steps : []) {
  failed += tool === undefined || (await passes(name, join(root, 'node_modules', tool), args)) ? 0 : 1;
}
console.log(
  changed.length === 0
    ? 'Nothing differs from main.'
    : `${failed === 0 ? 'All is well' : `${failed} of ${steps.length} failed`}${further > 0 ? `; ${further} more test files import what changed: npm test` : ''}`,
);
process.exitCode = failed === 0 ? 0 : 1;

/** Files that differ from the commit where the branch left main, and new ones; on main itself, from the last commit. */
function changedFiles() {
  const main = ['main', 'origin/main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== '');
  const base = (main && git('merge-base', 'HEAD', main)) || 'HEAD';
  const lines = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].join('\n');
  return lines.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
}

function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}

/** Test files that changed, that stand beside what changed, and that import it, as many as run in seconds; and how many more there are. */
function testsNear(files) {
  const sources = new Set(files.filter((path) => path.endsWith('.ts')).map((path) => path.replace(/\.ts$/, '')));
  const tests = ['generator', 'runtime/src', 'packages', 'tests'].flatMap((folder) => testFiles(folder));
  const nearness = (path) => {
    const name = path.replace(/\.ts$/, '');
    return sources.has(name) ? 0 : sources.has(name.replace(/\.test$/, '')) ? 1 : importsOne(path, sources) ? 2 : 3;
  };
  const found = tests
    .map((path) => ({ path, nearness: nearness(path) }))
    .filter((test) => test.nearness < 3)
    .sort((a, b) => a.nearness - b.nearness || (a.path < b.path ? -1 : 1));
  return { near: found.slice(0, most).map(({ path }) => path), further: Math.max(0, found.length - most) };
}

function testFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return ['node_modules', 'fixtures', 'dist', 'groups'].includes(entry.name) ? [] : testFiles(path);
    }
    return path.endsWith('.test.ts') && !path.endsWith('.all.test.ts') ? [path] : [];
  });
}

function importsOne(path, sources) {
  const specifiers = readFileSync(join(root, path), 'utf8').matchAll(/from '(\.[^']*)\.js'/g);
  return [...specifiers].some(([, specifier]) => sources.has(posix.join(dirname(path), specifier)));
}

function cached(name) {
  return join(root, 'node_modules/.cache', name);
}

/** Runs a tool of Node, and shows what it printed if it failed. */
function passes(name, file, args) {
  const start = Date.now();
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => chunks.push(chunk));
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok     ' : 'FAILED '} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      if (code !== 0) {
        process.stdout.write(Buffer.concat(chunks));
      }
      resolve(code === 0);
    });
  });
}
