/**
 * The program on the hosts: a folder with a generated package in it, the program in the forms that hosts run, the outcomes of a host, and their comparison with those of
 * Node and with the table in docs/hosts.md.
 */
import { execFile } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPeer } from './peer.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');

/** The packages that the program imports stay outside where it is not a bundle. */
const external = ['shop', '@wsdl-codegen/*'];

/** Puts the program into a folder in which the runtime can be found. `codegen` runs the command with arguments. */
export async function prepare(folder, codegen) {
  await codegen([
    'generate',
    join(here, 'shop.wsdl'),
    '--out',
    join(folder, 'node_modules/shop'),
    '--name',
    'shop',
    '--force',
  ]);
  cpSync(here, join(folder, 'one-behaviour'), { recursive: true });
}

/** Makes the forms of the program with a function like `build` of esbuild: for `require`, and as a bundle for whatever has `fetch`. */
export async function bundleProgram(folder, build) {
  const program = join(folder, 'one-behaviour');
  const common = { bundle: true, target: 'es2022', logLevel: 'error' };
  const main = [join(program, 'main.mjs')];
  await build({ ...common, entryPoints: main, format: 'cjs', external, outfile: join(program, 'main.cjs') });
  await build({ ...common, entryPoints: main, format: 'esm', minify: true, outfile: join(program, 'bundle.mjs') });
  await build({
    ...common,
    entryPoints: [join(program, 'page.mjs')],
    format: 'esm',
    minify: true,
    outfile: join(program, 'page.js'),
  });
  await build({
    ...common,
    entryPoints: [join(program, 'worker.mjs')],
    format: 'esm',
    outfile: join(program, 'worker.out.mjs'),
  });
}

/** The outcomes that `act` gets for the addresses of a peer, which also serves these files. */
export async function outcomesThrough(files, act) {
  const peer = await startPeer(files);
  try {
    return await act(peer.addresses);
  } finally {
    peer.close();
  }
}

/** The outcomes of a host that is a command, with its arguments up to the file of the program. */
export function outcomesOf(command, args, folder) {
  return outcomesThrough({}, async (addresses) => {
    const options = { cwd: join(folder, 'one-behaviour'), maxBuffer: 2 ** 28 };
    const { stdout } = await promisify(execFile)(command, [...args, JSON.stringify(addresses)], options);
    return JSON.parse(stdout);
  });
}

/**
 * The cases whose outcomes differ on a host, by the table of docs/hosts.md: its first column names cases, the others hosts, and an empty cell is the outcome of Node. None for
 * a host without a column.
 */
function differencesOn(host) {
  const lines = readFileSync(join(root, 'docs/hosts.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const [hosts, , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
  const column = hosts.findIndex((cell) => cell.replaceAll('`', '') === host);
  return column < 0 ? [] : rows.filter((cells) => cells[column] !== '').map(([name]) => name);
}

/** What is wrong with the outcomes of a host, as a text: cases that differ and may not, and cases of the table that do not differ; empty if nothing is. */
export function problemsOf(host, outcomes, ofNode) {
  const allowed = differencesOn(host);
  const differing = Object.keys(ofNode).filter(
    (name) => JSON.stringify(outcomes[name]) !== JSON.stringify(ofNode[name]),
  );
  const more = Object.keys(outcomes).filter((name) => !(name in ofNode));
  return [
    ...differing
      .filter((name) => !allowed.includes(name))
      .map((name) => `${name}\n${difference(ofNode[name], outcomes[name])}`),
    ...allowed
      .filter((name) => !differing.includes(name))
      .map((name) => `${name}: the table says that it differs, and it does not`),
    ...more.map((name) => `${name}: not a case on Node`),
  ].join('\n');
}

/** The first place at which two outcomes differ, of both. */
function difference(ofNode, ofHost) {
  const [left, right] = [JSON.stringify(ofNode), JSON.stringify(ofHost) ?? 'nothing'];
  let at = 0;
  while (at < left.length && left[at] === right[at]) {
    at++;
  }
  const excerpt = (text) => text.slice(Math.max(0, at - 120), at + 200);
  return `  Node: …${excerpt(left)}\n  here: …${excerpt(right)}`;
}
