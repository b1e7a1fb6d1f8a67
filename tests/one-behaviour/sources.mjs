/**
 * Compares the program on the sources of the runtime in the forms that Node and browsers get, both in Node, and prints what is wrong. Arguments: the command, and
 * a folder below the repository.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { outcomesOf, prepare, problemsOf } from './hosts.mjs';

const [bin, folder] = process.argv.slice(2);

/** The outcomes of a bundle of sources; `platform` is that of esbuild. */
async function outcomesFor(platform) {
  await build({
    entryPoints: [join(folder, 'one-behaviour/main.mjs')],
    outfile: join(folder, 'one-behaviour', `${platform}.mjs`),
    bundle: true,
    format: 'esm',
    platform,
    conditions: ['wsdl-codegen-source'],
    logLevel: 'error',
  });
  return outcomesOf(process.execPath, [`${platform}.mjs`], folder);
}

await prepare(folder, (args) => execFileSync(process.execPath, [bin, ...args]));
const ofNode = await outcomesFor('node');
console.log(`${Object.keys(ofNode).length} cases; without one: ${ofNode['classes of errors without a case']}`);
console.log(problemsOf('Node with fetch', await outcomesFor('browser'), ofNode));
