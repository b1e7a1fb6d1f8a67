/** What tests of installed packages need: tarballs as `npm pack` makes them, and other releases of Node. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** The side packages, by their folders. */
export const sidePackages = readdirSync(join(root, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
  .map(({ name }) => `packages/${name}`);

/** Runs a command and gives its output; an error has all of it as its message. */
export function run(command, args, cwd, env = {}) {
  try {
    return execFileSync(command, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
  }
}

/** Packs a workspace of the repository into a folder and gives the tarball's path. */
export function pack(folder, destination) {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination];
  const name = run('npm', args, join(root, folder)).trim();
  return join(destination, name.split('\n').at(-1));
}

/** Folder with the binary of a Node release: the running one where the major is the same or none is published for the platform. */
export function nodeFolder(major, work) {
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
