/** CPU time of the command from a cold start, beyond that of Node itself. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rounds } from './lib/rounds.mjs';
import { fixed, table } from './lib/table.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const probe = new URL('lib/cpu-at-exit.mjs', import.meta.url).href;

/** CPU milliseconds of one run of Node. */
function cpu(args, cwd) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--import', probe, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    });
    let text = '';
    child.stdio[3].on('data', (data) => {
      text += data;
    });
    child.on('error', fail);
    child.on('close', (code) =>
      code === 0 ? done(Number(text)) : fail(new Error(`${args.join(' ')} exited with ${code}`)),
    );
  });
}

/** A project with the inputs and the config of this repository, and nothing generated. */
function project() {
  const folder = mkdtempSync(join(tmpdir(), 'codegen-bench-'));
  for (const name of ['wsdl', 'codegen.config.ts', 'package.json', 'dist', 'templates', 'examples']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(resolve(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const folder = project();
const command = join(folder, 'dist/generator/bin.js');
const results = await rounds(
  {
    'node, nothing': () => cpu(['-e', '0'], folder),
    'codegen, nothing generated yet': async () => {
      rmSync(join(folder, 'generated'), { recursive: true, force: true });
      return cpu([command], folder);
    },
    'codegen, nothing changed': () => cpu([command], folder),
    'codegen check, nothing changed': () => cpu([command, 'check'], folder),
  },
  9,
);
rmSync(folder, { recursive: true, force: true });
const bare = results['node, nothing'].median;
table(
  `Command, cold start, CPU time (Node ${process.versions.node})`,
  ['run', 'ms', 'beyond Node, ms'],
  Object.entries(results).map(([name, { median }]) => [name, fixed(median, 0), fixed(median - bare, 0)]),
);
