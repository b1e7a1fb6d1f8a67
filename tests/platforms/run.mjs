/**
 * Uses the packed packages (runtime, wsdl-codegen and a generated package) on the platforms of the ecosystem, each as it comes, without
 * settings: `npm run test:platforms`. Prints a line for each: `ok`, `FAILED` or `skipped`. Exits 1 if one failed.
 *
 * `--all` adds what takes minutes to install: frameworks, further bundlers and task runners. Words select the rows that contain one of them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { selfSigned } from '../../examples/dist/ws-security/self-signed.js';
import { nodeFolder, pack, root, run, sidePackages } from '../install/packages.mjs';
import { frameworks } from './frameworks.mjs';
import { cachedTasks, workspaces } from './monorepos.mjs';
import { oneBehaviour } from './one-behaviour.mjs';
import {
  cjs,
  esm,
  fetchServer,
  jestTest,
  oneOperation,
  otherOperation,
  page,
  tsJestTest,
  typeScript,
  vitestTest,
} from './programs.mjs';
import { streams, streamsOfWorker, streamsWithin, streamsWorker } from './streams.mjs';
import { transports } from './transports.mjs';
import { inWorker } from './workers.mjs';

const all = process.argv.includes('--all');
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const work = mkdtempSync(join(tmpdir(), 'codegen-platforms-'));
const tarballs = ['runtime', '.', 'generated/wallet-api', ...sidePackages].map((folder) => pack(folder, work));
const [runtimeTarball, , packageTarball, ...sideTarballs] = tarballs;

const counts = { ok: 0, FAILED: 0, skipped: 0 };

/** A row of the matrix: what it is called, and what fails if the platform does not work. */
async function row(name, check) {
  if (words.length > 0 && !words.some((word) => name.toLowerCase().includes(word.toLowerCase()))) {
    return;
  }
  const start = Date.now();
  let [result, problem] = ['ok', ''];
  try {
    const reason = await check();
    [result, problem] = typeof reason === 'string' ? ['skipped', reason] : ['ok', ''];
  } catch (error) {
    [result, problem] = ['FAILED', lastLines(error.message)];
  }
  counts[result]++;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`${result.padEnd(8)}${name} (${seconds} s)${problem === '' ? '' : `: ${problem}`}`);
}

/** The end of an output, without the lines of a bundle. */
function lastLines(text) {
  const lines = text.trim().split('\n').slice(-25);
  return lines.map((line) => line.slice(0, 300)).join('\n        ');
}

/** A new project with these packages and files. */
function project(name, packages, files = {}, scripts = '--ignore-scripts') {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true }));
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', scripts, ...tarballs, ...packages], folder);
  write(folder, files);
  return folder;
}

function write(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof text === 'string' ? text : JSON.stringify(text));
  }
}

/** Runs a program whose last line has to be `done`. */
function done(command, args, folder, env) {
  const output = run(command, args, folder, env);
  if (!output.trimEnd().endsWith('done')) {
    throw new Error(`unexpected output: ${output}`);
  }
}

/** A bundle that runs and has nothing of the operations that the program does not import. */
function operationDone(file, folder) {
  if (readFileSync(join(folder, file), 'utf8').toLowerCase().includes(otherOperation.toLowerCase())) {
    throw new Error(`${file} has ${otherOperation}`);
  }
  done('node', [file], folder);
}

/** A build with webpack or Rspack, by their functions. */
const webpackRun = (name, start) => `${start}
const entry = { '${name}': './page.mjs', '${name}-server': './server.mjs', '${name}-operation': './operation.mjs' };
bundler({ mode: 'production', target: ['web', 'es2022'], entry, performance: { hints: false }, output: { path: process.cwd() + '/out', filename: '[name].js' } }, (error, stats) => {
  if (error || stats.hasErrors() || stats.hasWarnings()) { console.error(error ?? stats.toString()); process.exit(1); }
  console.log('done');
});
`;

const bin = (folder, name) => join(folder, 'node_modules/.bin', name);

/** Releases of Node that can be had here, by major. */
const nodes = new Map();
function node(major) {
  if (!nodes.has(major)) {
    nodes.set(major, `${nodeFolder(major, work)}${delimiter}${process.env.PATH}`);
  }
  return { PATH: nodes.get(major) };
}

const light = project('light', [
  '@types/jest@30',
  '@types/node@20',
  '@arethetypeswrong/cli',
  '@rollup/plugin-node-resolve',
  '@rspack/core',
  'esbuild',
  'jest@30',
  'publint',
  'rollup',
  'ts-jest',
  'typescript@5.9',
  'ts50@npm:typescript@5.0',
  'ts54@npm:typescript@5.4',
  'ts6@npm:typescript@6',
  'ts7@npm:typescript@7',
  'vite',
  'vitest',
  'webpack',
]);
write(light, {
  'main.mjs': esm,
  'main.cjs': cjs,
  'page.mjs': page,
  'server.mjs': fetchServer,
  'operation.mjs': oneOperation,
});

// Node.
for (const major of ['20', '22', '24']) {
  await row(`Node ${major}, ES modules`, () => done('node', ['main.mjs'], light, node(major)));
  await row(`Node ${major}, CommonJS`, () => done('node', ['main.cjs'], light, node(major)));
  await row(`Node ${major}, CommonJS without require(esm)`, () =>
    done('node', ['--no-experimental-require-module', 'main.cjs'], light, node(major)),
  );
}

// TypeScript: versions by the settings that each knows.
const resolutions = {
  node10: { module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
  node16: { module: 'node16', moduleResolution: 'node16' },
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
};
const compilers = [
  ['5.0', 'ts50'],
  ['5.4', 'ts54'],
  ['5.9', 'typescript'],
  ['6', 'ts6'],
  ['7', 'ts7'],
];
/** The rows that run without `--all`: a compiler takes many seconds for each. */
const usual = ['5.0 node10', '5.9 node16', '7 node16', '7 nodenext', '7 bundler'];
for (const [version, compiler] of compilers) {
  for (const [resolution, options] of Object.entries(resolutions)) {
    if (!all && !usual.includes(`${version} ${resolution}`)) {
      continue;
    }
    await row(`TypeScript ${version}, moduleResolution ${resolution}`, () => {
      if (version === '7' && resolution === 'node10') {
        return 'TypeScript 7 does not have it';
      }
      const isBoth = resolution.startsWith('node1') ? resolution === 'node16' : resolution === 'nodenext';
      const files = isBoth ? ['main.mts', 'main.cts'] : ['main.ts'];
      const deprecated = version === '6' && resolution === 'node10' ? { ignoreDeprecations: '6.0' } : {};
      const config = {
        compilerOptions: {
          target: 'es2022',
          lib: ['es2022', 'dom'],
          types: ['node'],
          strict: true,
          skipLibCheck: false,
          noEmit: false,
          outDir: 'out',
          rootDir: '.',
          ...options,
          ...deprecated,
        },
        files,
      };
      const folder = join(light, `ts-${version}-${resolution}`);
      write(folder, {
        'tsconfig.json': config,
        ...Object.fromEntries(files.map((file) => [file, typeScript])),
        'package.json': resolution === 'bundler' ? { type: 'module' } : {},
      });
      run('node', [join(light, 'node_modules', compiler, 'bin/tsc'), '-p', '.'], folder);
      for (const file of files) {
        done('node', ['--no-experimental-require-module', `out/${file.replace(/ts$/, 'js')}`], folder);
      }
      return undefined;
    });
  }
}

// Tests.
await row('jest, default settings', () => {
  const folder = join(light, 'jest');
  write(folder, { 'package.json': {}, 'calls.test.js': jestTest });
  run('node', ['--no-experimental-require-module', bin(light, 'jest')], folder);
});
await row('ts-jest, default settings', () => {
  const folder = join(light, 'ts-jest');
  const tsconfig = { compilerOptions: { module: 'commonjs', esModuleInterop: true, strict: true, target: 'es2022' } };
  write(folder, {
    'package.json': { jest: { preset: 'ts-jest' } },
    'tsconfig.json': tsconfig,
    'calls.test.ts': tsJestTest,
  });
  run('node', ['--no-experimental-require-module', bin(light, 'jest')], folder);
});
await row('vitest', () => {
  write(light, { 'vitest/calls.test.mjs': vitestTest });
  run(bin(light, 'vitest'), ['run', '--root', 'vitest'], light);
});

// Bundlers: the bundle runs.
for (const format of ['esm', 'cjs', 'iife']) {
  await row(`esbuild, ${format}`, () => {
    const file = `out/esbuild.${format === 'esm' ? 'mjs' : 'cjs'}`;
    for (const program of ['page.mjs', 'server.mjs']) {
      run(bin(light, 'esbuild'), [program, '--bundle', '--minify', `--format=${format}`, `--outfile=${file}`], light);
      done('node', [file], light);
    }
  });
}
await row('esbuild, one operation', () => {
  run(
    bin(light, 'esbuild'),
    ['operation.mjs', '--bundle', '--minify', '--format=esm', '--outfile=out/operation.mjs'],
    light,
  );
  operationDone('out/operation.mjs', light);
});
await row('esbuild, for Node', () => {
  for (const format of ['esm', 'cjs']) {
    const file = `out/esbuild-node.${format === 'esm' ? 'mjs' : 'cjs'}`;
    const program = format === 'esm' ? 'main.mjs' : 'main.cjs';
    const args = [program, '--bundle', '--platform=node', `--format=${format}`, `--outfile=${file}`];
    run(bin(light, 'esbuild'), args, light);
    done('node', [file], light);
  }
});
await row('Rollup', () => {
  for (const program of ['page.mjs', 'server.mjs', 'operation.mjs']) {
    const args = [program, '-p', 'node-resolve', '-f', 'es', '-o', 'out/rollup.mjs', '--failAfterWarnings'];
    run(bin(light, 'rollup'), args, light);
    done('node', ['out/rollup.mjs'], light);
  }
  operationDone('out/rollup.mjs', light);
});
for (const [name, start] of [
  ['webpack', "import bundler from 'webpack';"],
  ['Rspack', "import { rspack as bundler } from '@rspack/core';"],
]) {
  await row(name, () => {
    write(light, { [`${name}.mjs`]: webpackRun(name, start) });
    done('node', [`${name}.mjs`], light);
    done('node', [`out/${name}.js`], light);
    done('node', [`out/${name}-server.js`], light);
    operationDone(`out/${name}-operation.js`, light);
  });
}
await row('Vite', () => {
  write(light, { 'vite/index.html': '<script type="module" src="./page.mjs"></script>', 'vite/page.mjs': page });
  run(bin(light, 'vite'), ['build', 'vite'], light);
  const config =
    "export default { build: { lib: { entry: 'server.mjs', formats: ['es'], fileName: () => 'server.mjs' } } };\n";
  write(light, { 'vite-server/vite.config.mjs': config, 'vite-server/server.mjs': fetchServer });
  run(bin(light, 'vite'), ['build', 'vite-server'], light);
  done('node', ['vite-server/dist/server.mjs'], light);
  write(light, { 'vite-one/vite.config.mjs': config.replaceAll('server', 'one'), 'vite-one/one.mjs': oneOperation });
  run(bin(light, 'vite'), ['build', 'vite-one'], light);
  operationDone('vite-one/dist/one.mjs', light);
});

// The packages themselves.
for (const [name, tarball] of [
  ['runtime', runtimeTarball],
  ['a generated package', packageTarball],
  ...sidePackages.map((folder, i) => [folder, sideTarballs[i]]),
]) {
  await row(`publint, ${name}`, () => {
    const output = run(bin(light, 'publint'), ['run', tarball, '--strict'], light);
    if (!output.includes('All good')) {
      throw new Error(output);
    }
  });
  await row(`arethetypeswrong, ${name}`, () => run(bin(light, 'attw'), [tarball], light) && undefined);
}

/** Sources without a package, generated by the command as it is installed. */
function generateSources(folder, importExtension, command = bin(light, 'codegen')) {
  cpSync(join(root, 'wsdl/ErrorsApi.wsdl'), join(folder, 'ErrorsApi.wsdl'));
  const config = { name: 'errors', inputs: ['ErrorsApi.wsdl'], out: 'gen', package: false, importExtension };
  const entry = `./gen/src/index${{ ts: '.ts', js: '.js', none: '' }[importExtension]}`;
  write(folder, {
    'package.json': { type: 'module' },
    'codegen.config.json': { packages: [config] },
    'main.ts': `import { ErrorsApi } from '${entry}';\nconst name: string = ErrorsApi.name;\nconsole.log(name === 'ErrorsApi' ? 'done' : name);\n`,
  });
  run(command, [], folder);
}

await row('Node 24, sources whose types it strips', () => {
  const folder = join(light, 'sources');
  mkdirSync(folder);
  generateSources(folder, 'ts');
  done('node', ['main.ts'], folder, node('24'));
});
await row('ts-jest, sources', () => {
  const folder = join(light, 'jest-sources');
  mkdirSync(folder);
  generateSources(folder, 'none');
  write(folder, {
    'package.json': { jest: { preset: 'ts-jest' } },
    'tsconfig.json': { compilerOptions: { module: 'commonjs', esModuleInterop: true, strict: true, target: 'es2022' } },
    'a.test.ts':
      "import { ErrorsApi } from './gen/src/index';\ntest('name', () => expect(ErrorsApi.name).toBe('ErrorsApi'));\n",
  });
  run('node', ['--no-experimental-require-module', bin(light, 'jest')], folder);
});

// Other runtimes.
const runtimes = project('runtimes', ['bun', 'deno', 'workerd'], {}, '--foreground-scripts');
write(runtimes, { 'main.mjs': esm, 'main.cjs': cjs, 'transports.mjs': transports, 'streams.mjs': streams });
const { key, certificate } = selfSigned('localhost');
write(runtimes, { 'key.pem': key, 'certificate.pem': certificate });
const bun = bin(runtimes, 'bun');
const deno = bin(runtimes, 'deno');
await row('Bun, ES modules', () => done(bun, ['main.mjs'], runtimes));
await row('Bun, one operation', () => {
  write(runtimes, { 'operation.mjs': oneOperation });
  run(bun, ['build', './operation.mjs', '--minify', '--target=browser', '--outfile=out/operation.mjs'], runtimes);
  operationDone('out/operation.mjs', runtimes);
});
await row('Bun, CommonJS', () => done(bun, ['main.cjs'], runtimes));
await row('Bun, the command with codegen.config.ts', () => {
  const folder = join(runtimes, 'bun');
  write(folder, {
    'package.json': {},
    'names.ts': "export const name: string = 'errors';\n",
    'codegen.config.ts':
      "import { defineConfig } from 'wsdl-codegen';\nimport { name } from './names.js';\nexport default defineConfig({ packages: [{ name, inputs: ['ErrorsApi.wsdl'], out: 'gen' }] });\n",
  });
  cpSync(join(root, 'wsdl/ErrorsApi.wsdl'), join(folder, 'ErrorsApi.wsdl'));
  run(bun, ['--bun', bin(runtimes, 'codegen')], folder);
  run(bun, ['--bun', bin(runtimes, 'codegen'), 'check'], folder);
});
await row('Node, TLS, proxies, cookies and Digest', () => done('node', ['transports.mjs'], runtimes));
await row('Bun, TLS, proxies, cookies and Digest', () => done(bun, ['transports.mjs'], runtimes));
await row('Deno, TLS, proxies, cookies and Digest', () => done(deno, ['run', '-A', 'transports.mjs'], runtimes));
await row('Deno', () => done(deno, ['run', '-A', 'main.mjs'], runtimes));
await row('Deno, CommonJS', () => done(deno, ['run', '-A', 'main.cjs'], runtimes));
await row('Node, streams', () => done('node', ['streams.mjs'], runtimes));
await row('Bun, streams', () => done(bun, ['streams.mjs'], runtimes));
await row('Deno, streams', () => done(deno, ['run', '-A', 'streams.mjs'], runtimes));
await row('esbuild, streams', () => {
  write(light, { 'streams.mjs': streamsWithin });
  run(bin(light, 'esbuild'), ['streams.mjs', '--bundle', '--format=esm', '--outfile=out/streams.mjs'], light);
  done('node', ['out/streams.mjs'], light);
});
await row('workerd, streams as server and client', async () => {
  write(runtimes, { 'worker.mjs': streamsWorker, 'of-worker.mjs': streamsOfWorker });
  const args = ['worker.mjs', '--bundle', '--format=esm', '--outfile=worker.out.mjs'];
  run(bin(light, 'esbuild'), args, runtimes);
  await inWorker(bin(runtimes, 'workerd'), runtimes, 'worker.out.mjs', (port) =>
    done('node', ['of-worker.mjs', String(port)], runtimes),
  );
});
await row('Deno, sources whose types it strips', () => {
  const folder = join(runtimes, 'sources');
  mkdirSync(folder);
  write(folder, { 'package.json': {} });
  const config = { name: 'errors', inputs: ['ErrorsApi.wsdl'], out: 'gen', package: false, importExtension: 'ts' };
  cpSync(join(root, 'wsdl/ErrorsApi.wsdl'), join(folder, 'ErrorsApi.wsdl'));
  write(folder, {
    'codegen.config.json': { packages: [config] },
    'main.ts':
      "import { ErrorsApi } from './gen/src/index.ts';\nconsole.log(ErrorsApi.name === 'ErrorsApi' ? 'done' : '?');\n",
  });
  run(bin(runtimes, 'codegen'), [], folder);
  done(deno, ['run', '-A', 'main.ts'], folder);
});

await oneBehaviour({ row, folder: runtimes, bin: (name) => bin(runtimes, name) });

// Monorepos.
await workspaces({ row, work, tarballs });

if (all) {
  await cachedTasks({ row, work, tarballs });
  await frameworks({ row, project, write, done, run, bin, generateSources });
}

if (existsSync(work)) {
  rmSync(work, { recursive: true, force: true });
}
console.log(
  `${counts.ok} ok, ${counts.FAILED} failed, ${counts.skipped} skipped${all ? '' : '; --all adds frameworks and task runners'}`,
);
process.exit(counts.FAILED > 0 ? 1 : 0);
