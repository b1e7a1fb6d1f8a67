/**
 * Size of the input against time and memory of generation, and the time that the type checker takes for the output: for the
 * largest WSDLs of a folder and for synthetic ones (lib/large-wsdl.mjs), compared with wsdl-tsclient on the same input.
 * Process time (user and system, of all threads) is shown next to elapsed time, because it is meaningful even on a busy
 * machine.
 *
 * node scale.mjs [--sizes MEGABYTES,…] [--limit SECONDS] [FOLDER]
 */
import { spawn } from 'node:child_process';
import {
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
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { largeWsdl } from './lib/large-wsdl.mjs';
import { fixed, table } from './lib/table.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string', default: '1,10,100' }, limit: { type: 'string', default: '600' } },
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
  for (const { name, file, size } of [...published(positionals[0]), ...made(work)]) {
    const own = await measure(`${name}-own`, (out) => [ours, 'generate', file, '--out', out]);
    const other = await measure(`${name}-peer`, (out) => [peer, file, '-o', out, ...peerOptions]);
    rows.push([name, fixed(size / megabyte), ...own], [`${name}, wsdl-tsclient`, '', ...other]);
    console.error(`${name}: done`);
  }
  const columns = ['s', 'CPU s', 'MiB', 'output MB', 'check s', 'check CPU s'];
  table(`Generation and type check (Node ${process.versions.node})`, ['input', 'MB', ...columns], rows);
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** The four largest WSDL documents below a folder, counted with the schemas in their folders. */
function published(folder) {
  if (folder === undefined) {
    return [];
  }
  return readdirSync(folder, { recursive: true })
    .map((path) => resolve(folder, path))
    .filter((path) => extname(path) === '.wsdl' && statSync(path).isFile())
    .map((file) => ({ name: basename(file), file, size: statSync(file).size + sizeOf(dirname(file), '.xsd') }))
    .sort((a, b) => b.size - a.size || (a.file < b.file ? -1 : 1))
    .slice(0, 4);
}

function made(folder) {
  const sizes = values.sizes.split(',').map(Number);
  return sizes.flatMap((megabytes) =>
    [false, true].map((oneNamespace) => {
      const file = join(folder, `made-${megabytes}${oneNamespace ? '-one' : ''}.wsdl`);
      writeFileSync(file, largeWsdl(megabytes * megabyte, { oneNamespace }));
      const name = `made, ${megabytes} MB${oneNamespace ? ', one namespace' : ''}`;
      return { name, file, size: statSync(file).size };
    }),
  );
}

/** Cells of a row; what failed shows why. */
async function measure(name, parameters) {
  const out = join(work, 'out', name.replace(/[^\w.-]+/g, '_'));
  mkdirSync(out, { recursive: true });
  const run = await timed([heap, '--import', probe, ...parameters(out)]);
  if (run.status !== 0) {
    return [run.status, '-', '-', '-', '-', '-'];
  }
  const output = fixed(sizeOf(out, '.ts') / megabyte);
  const check = await typeCheck(out);
  rmSync(out, { recursive: true, force: true });
  return [fixed(run.seconds), fixed(run.cpu), fixed(run.memory / 1024, 0), output, ...check];
}

async function typeCheck(out) {
  const modules = join(out, 'node_modules');
  symlinkSync(join(root, 'bench/node_modules'), modules);
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const project = { compilerOptions, include: ['**/*.ts'], exclude: ['node_modules'] };
  writeFileSync(join(out, 'tsconfig.check.json'), JSON.stringify(project));
  const { status, seconds, cpu } = await timed([tsc, '-p', join(out, 'tsconfig.check.json')]);
  rmSync(modules);
  if (status === 0) {
    return [fixed(seconds), fixed(cpu)];
  }
  return [status.startsWith('over') ? status : `errors (${fixed(seconds)})`, fixed(cpu)];
}

function sizeOf(folder, extension) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(extension))
    .reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}

/** Runs Node: its exit code or what ended it, elapsed and process time in seconds, and the largest resident set in KiB. */
function timed(parameters) {
  return new Promise((done) => {
    const start = process.hrtime.bigint();
    const before = cpuOfChildren();
    // A process group of its own, because the compiler is a child of the Node that is started.
    const options = { cwd: work, stdio: ['ignore', 'ignore', 'ignore', 'pipe'], detached: true };
    const child = spawn(process.execPath, parameters, options);
    let text = '';
    child.stdio[3].on('data', (data) => {
      text += data;
    });
    const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), Number(values.limit) * 1000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      const status = signal === 'SIGKILL' ? `over ${values.limit} s` : code === 0 ? 0 : `failed (${code ?? signal})`;
      const { memory } = text === '' ? { memory: 0 } : JSON.parse(text);
      done({ status, seconds, cpu: cpuOfChildren() - before, memory });
    });
  });
}

/**
 * Process time, in seconds, of all children that have ended, with theirs: `cutime` and `cstime` of proc(5), in clock ticks of
 * 10 ms. NaN where there is no such file.
 */
function cpuOfChildren() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}
