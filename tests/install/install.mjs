/**
 * Installs what is published (the generator, the runtime, the side packages and a generated package, as `npm pack` makes them) into an empty
 * project outside the clone, and uses it there as a stranger would: help, generate, type-check, call. On every
 * supported Node. Prints a line a step; exits 1 on the first failure.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { nodeFolder, pack, root, run as runIn, sidePackages } from './packages.mjs';

const majors = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24'];
const work = mkdtempSync(join(tmpdir(), 'codegen-install-'));

/** Runs a command and gives its output; on failure shows all of it and ends the run. */
function run(...call) {
  try {
    return runIn(...call);
  } catch (error) {
    console.error(error.message);
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  }
}

/** Sources that the stranger's own compiler reads. */
const sources = {
  name: 'errors',
  inputs: ['descriptors/ErrorsApi.wsdl'],
  out: 'src/errors',
  package: false,
  placeholders: { api_namespace: 'http://wallet.example/api' },
};

const tarballs = ['.', 'runtime', 'generated/wallet-api', ...sidePackages].map((folder) => pack(folder, work));

for (const major of majors) {
  const env = { PATH: `${nodeFolder(major, work)}${delimiter}${process.env.PATH}` };
  const project = join(work, `project-${major}`);
  mkdirSync(join(project, 'descriptors'), { recursive: true });
  for (const file of readdirSync(join(root, 'wsdl'))) {
    if (file.endsWith('.wsdl')) {
      cpSync(join(root, 'wsdl', file), join(project, 'descriptors', file));
    }
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  run('npm', ['install', '--silent', '--ignore-scripts', ...tarballs, 'typescript@7', '@types/node@20'], project, env);

  const version = run('node', ['--version'], project, env).trim();
  if (!version.startsWith(`v${major}.`)) {
    throw new Error(`expected Node ${major}, ran ${version}`);
  }
  if (!run('npx', ['codegen', '--help'], project, env).includes('generate')) {
    throw new Error('no help');
  }
  writeFileSync(join(project, 'codegen.config.json'), JSON.stringify({ packages: [sources] }));
  run('npx', ['codegen'], project, env);
  cpSync(join(root, 'tests/install/stranger.ts.txt'), join(project, 'src/main.ts'));
  cpSync(join(root, 'tests/install/tsconfig.json.txt'), join(project, 'tsconfig.json'));
  run('npx', ['tsc', '-p', '.'], project, env);
  const output = run('node', ['out/main.js'], project, env).trim();
  if (
    output !==
    'Not enough money (7, 1033) / 4611686018427387904 / Mocked / createUndiciTransport, httpClientTransport, unfinished'
  ) {
    throw new Error(`unexpected output: ${output}`);
  }
  console.log(`Node ${version}: installed, generated, type-checked, called`);
}
rmSync(work, { recursive: true, force: true });
