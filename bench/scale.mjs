/**
 * Size of the input against time and memory of generation, and the time that the type checker takes for the output: for the largest
 * descriptors of a folder and for made ones of 1, 10 and 100 MB, beside wsdl-tsclient on the same input.
 *
 * node scale.mjs [--max MEGABYTES] [--limit SECONDS] [FOLDER]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { largeWsdl } from './lib/large-wsdl.mjs';
import { fixed, table } from './lib/table.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { max: { type: 'string', default: '100' }, limit: { type: 'string', default: '600' } },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const probe = new URL('lib/usage-at-exit.mjs', import.meta.url).href;
const ours = join(root, 'dist/generator/bin.js');
const peer = join(root, 'bench/node_modules/wsdl-tsclient/dist/src/cli.js');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
/** By default it gives up at the 65th element of one name. */
const peerOptions = ['--maxRecursiveDefinitionName', '1000000000'];
const megabyte = 1e6;
const heap = '--max-old-space-size=12000';

const work = mkdtempSync(join(tmpdir(), 'codegen-scale-'));
try {
  const rows = [];
  for (const { name, file } of [...published(positionals[0]), ...made(work)]) {
    const size = statSync(file).size / megabyte;
    const own = await measure(`${name}-own`, (out) => [ours, 'generate', file, '--out', out]);
    const other = await measure(`${name}-peer`, (out) => [peer, file, '-o', out, ...peerOptions]);
    rows.push([name, fixed(size), ...own, ...other]);
    console.error(`${name}: done`);
  }
  const columns = ['s', 'MiB', 'output MB', 'type check s'];
  table(
    `Generation (Node ${process.versions.node})`,
    ['input', 'MB', ...columns.map((each) => `ours: ${each}`), ...columns.map((each) => `wsdl-tsclient: ${each}`)],
    rows,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The eight largest WSDL documents below a folder. */
function published(folder) {
  if (folder === undefined) return [];
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => extname(path) === '.wsdl' && statSync(path).isFile())
    .sort((a, b) => statSync(b).size - statSync(a).size || (a < b ? -1 : 1))
    .slice(0, 8)
    .map((file) => ({ name: `${basename(dirname(file))}/${basename(file)}`, file: resolve(file) }));
}

function made(folder) {
  return [1, 10, 100]
    .filter((size) => size <= Number(values.max))
    .map((size) => {
      const file = join(folder, `made-${size}.wsdl`);
      writeFileSync(file, largeWsdl(size * megabyte));
      return { name: `made, ${size} MB`, file };
    });
}

/** Seconds, memory, size of the output and seconds to check its types; what failed shows why. */
async function measure(name, parameters) {
  const out = join(work, 'out', name.replace(/[^\w.-]+/g, '_'));
  mkdirSync(out, { recursive: true });
  const run = await timed([heap, '--import', probe, ...parameters(out)]);
  if (run.status !== 0) return [run.status, '-', '-', '-'];
  const check = await typeCheck(out);
  const row = [fixed(run.seconds), fixed(run.usage.memory / 1024, 0), fixed(sizeOf(out) / megabyte), check];
  rmSync(out, { recursive: true, force: true });
  return row;
}

async function typeCheck(out) {
  const modules = join(out, 'node_modules');
  symlinkSync(join(root, 'bench/node_modules'), modules);
  const files = readdirSync(out, { recursive: true }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('node_modules'),
  );
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  writeFileSync(join(out, 'tsconfig.check.json'), JSON.stringify({ compilerOptions, files }));
  const { status, seconds } = await timed([tsc, '-p', join(out, 'tsconfig.check.json')]);
  rmSync(modules);
  if (status === 0) return fixed(seconds);
  return status.startsWith('over') ? status : `errors (${fixed(seconds)})`;
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}

/** Runs Node: its exit code or what ended it, wall time, and what the probe says. */
function timed(parameters) {
  return new Promise((done) => {
    const start = process.hrtime.bigint();
    const child = spawn(process.execPath, parameters, { cwd: work, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stdio[3].on('data', (data) => {
      text += data;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), Number(values.limit) * 1000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      const status = signal === 'SIGKILL' ? `over ${values.limit} s` : code === 0 ? 0 : `failed (${code ?? signal})`;
      done({ status, seconds, usage: text === '' ? { memory: 0 } : JSON.parse(text) });
    });
  });
}
