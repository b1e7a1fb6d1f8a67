/**
 * Installs what is published (the generator, the runtime and a generated package, as `npm pack` makes them) into an empty
 * project outside the clone, and uses it there as a stranger would: help, generate, type-check, call. On every
 * supported Node. Prints a line a step; exits 1 on the first failure.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['20', '22', '24'];
const work = mkdtempSync(join(tmpdir(), 'codegen-install-'));

/** Runs a command and gives its output; on failure shows all of it and ends the run. */
function run(command, args, cwd, env = {}) {
  try {
    return execFileSync(command, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    console.error(`${command} ${args.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    rmSync(work, { recursive: true, force: true });
    process.exit(1);
  }
}

/** Packs one workspace into the work folder and gives the tarball's path. */
function pack(folder) {
  const name = run(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', work],
    join(root, folder),
  ).trim();
  return join(work, name.split('\n').at(-1));
}

/** Folder with the binary of a Node release: the running one where the major is the same or none is published for the platform. */
function nodeFolder(major) {
  if (process.versions.node.split('.')[0] === major) {
    return dirname(process.execPath);
  }
  const platform = `${process.platform}-${process.arch}`;
  const home = join(work, `node-${major}`);
  mkdirSync(home);
  run('npm', ['init', '-y'], home);
  run('npm', ['install', '--silent', '--ignore-scripts', `node-${platform}@${major}`], home);
  const bin = join(home, 'node_modules', `node-${platform}`, 'bin');
  if (!existsSync(bin)) {
    throw new Error(`no Node ${major} for ${platform}`);
  }
  return bin;
}

const tarballs = ['.', 'runtime', 'generated/wallet-api'].map(pack);

for (const major of majors) {
  const env = { PATH: `${nodeFolder(major)}${delimiter}${process.env.PATH}` };
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
  run(
    'npx',
    [
      'codegen',
      'descriptors/ErrorsApi.wsdl',
      '--out',
      'src/errors',
      '--define',
      'api_namespace=http://wallet.example/api',
    ],
    project,
    env,
  );
  cpSync(join(root, 'tests/install/stranger.ts.txt'), join(project, 'src/main.ts'));
  cpSync(join(root, 'tests/install/tsconfig.json.txt'), join(project, 'tsconfig.json'));
  run('npx', ['tsc', '-p', '.'], project, env);
  const output = run('node', ['out/main.js'], project, env).trim();
  if (output !== 'Not enough money (7, 1033) / 4611686018427387904') {
    throw new Error(`unexpected output: ${output}`);
  }
  console.log(`Node ${version}: installed, generated, type-checked, called`);
}
rmSync(work, { recursive: true, force: true });
