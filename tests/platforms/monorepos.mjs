/** The examples of monorepos, with the packed packages in place of the published ones. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../install/packages.mjs';

const bin = (folder, name) => join(folder, 'node_modules/.bin', name);
const outputs = 'packages/rates/generated';

/** npm workspaces and pnpm. */
export async function workspaces({ row, work, tarballs }) {
  await row('monorepo, npm workspaces', () => {
    const folder = copy('npm', work, tarballs);
    install(folder);
    run('npm', ['run', 'codegen'], folder);
    generatedWorks(folder, 'npm', ['start']);
  });
  await row('monorepo, pnpm', () => {
    const folder = copy('pnpm', work, tarballs);
    const tools = join(work, 'pnpm-tools');
    run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', tools, 'pnpm@10']);
    const pnpm = bin(tools, 'pnpm');
    const env = { npm_config_manage_package_manager_versions: 'false' };
    run(pnpm, ['install', '--silent', '--no-frozen-lockfile'], folder, env);
    run(pnpm, ['--recursive', 'run', 'codegen'], folder, env);
    generatedWorks(folder, pnpm, ['--filter', 'quote', 'start'], env);
  });
}

/** Turborepo and Nx: the second run takes its outputs from the cache. */
export async function cachedTasks({ row, work, tarballs }) {
  await row('monorepo, Turborepo', () => {
    const env = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
    cached(copy('turbo', work, tarballs), env, /1 cached, 1 total/);
  });
  await row('monorepo, Nx', () => {
    const env = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
    cached(copy('nx', work, tarballs), env, /\[(?:local )?cache\]|1 out of 1 tasks/);
  });
}

function cached(folder, env, hit) {
  install(folder);
  // Caches belong to a repository.
  run('git', ['init', '--quiet'], folder);
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.turbo\n.nx\n');
  const first = run('npm', ['run', 'codegen'], folder, env);
  if (hit.test(first)) {
    throw new Error(`the first run found something in the cache: ${first}`);
  }
  const files = filesOf(folder);
  rmSync(join(folder, outputs), { recursive: true });
  const second = run('npm', ['run', 'codegen'], folder, env);
  if (!hit.test(second)) {
    throw new Error(`nothing came from the cache: ${second}`);
  }
  if (JSON.stringify(filesOf(folder)) !== JSON.stringify(files)) {
    throw new Error('the cache gave back other files');
  }
  generatedWorks(folder, 'npm', ['start'], env);
  const wsdl = join(folder, 'packages/rates/wsdl/Rates.wsdl');
  writeFileSync(wsdl, readFileSync(wsdl, 'utf8').replaceAll('GetRate', 'FindRate'));
  if (hit.test(run('npm', ['run', 'codegen'], folder, env))) {
    throw new Error('another WSDL did not make the cached output stale');
  }
}

/** `check` is content, and the app answers. */
function generatedWorks(folder, command, args, env) {
  const rates = join(folder, 'packages/rates');
  const codegen = [rates, folder].map((home) => bin(home, 'wsdl-codegen')).find(existsSync);
  run(codegen, ['check'], rates);
  const output = run(command, args, folder, env);
  if (!output.includes('20 EUR are 22.00 USD')) {
    throw new Error(`unexpected output: ${output}`);
  }
}

function install(folder) {
  run('npm', ['install', '--silent', '--no-audit', '--no-fund'], folder);
}

function filesOf(folder) {
  const home = join(folder, outputs);
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path, readFileSync(path, 'utf8')]);
}

/** A copy of an example whose dependencies on the packages of this repository are tarballs. */
function copy(name, work, [runtime, generator]) {
  const folder = join(work, `monorepo-${name}`);
  cpSync(join(root, 'examples/monorepos', name), folder, { recursive: true });
  const versions = { '@wsdl-codegen/runtime': `file:${runtime}`, 'wsdl-codegen': `file:${generator}` };
  for (const path of ['packages/rates/package.json', 'apps/quote/package.json']) {
    change(join(folder, path), (manifest) => {
      for (const [dependency, version] of Object.entries(versions)) {
        for (const list of [manifest.dependencies, manifest.devDependencies ?? {}]) {
          if (dependency in list) {
            list[dependency] = version;
          }
        }
      }
    });
  }
  change(join(folder, 'package.json'), (manifest) => {
    manifest.overrides = versions;
    manifest.pnpm = { overrides: versions };
  });
  return folder;
}

function change(path, edit) {
  const value = JSON.parse(readFileSync(path, 'utf8'));
  edit(value);
  writeFileSync(path, JSON.stringify(value, undefined, 2));
}
