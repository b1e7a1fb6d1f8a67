/** The rows of the program of `tests/one-behaviour`: its outcomes on each host against those of Node, and the table in docs/hosts.md. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { run } from '../install/packages.mjs';
import { bundleProgram, outcomesOf, outcomesThrough, prepare, problemsOf } from '../one-behaviour/hosts.mjs';
import { inWorker } from './workers.mjs';

/** Adds the rows; `folder` has the packages, Bun, Deno and workerd, and `bin` gives the path of a command in it. */
export async function oneBehaviour({ row, folder, bin }) {
  let prepared;
  const ofNode = () => {
    prepared ??= (async () => {
      await prepare(folder, (args) => run(bin('codegen'), args, folder));
      await bundleProgram(folder, build);
      return outcomesOf(process.execPath, ['main.mjs'], folder);
    })();
    return prepared;
  };
  const compared = async (host, outcomes) => {
    const reference = await ofNode();
    const problems = problemsOf(host, await outcomes(), reference);
    if (problems !== '') {
      throw new Error(problems);
    }
  };
  const commands = [
    ['Node, CommonJS', 'Node', process.execPath, ['--no-experimental-require-module', 'main.cjs']],
    ['a bundle in Node', 'Node with fetch', process.execPath, ['bundle.mjs']],
    ['Bun', 'Bun', bin('bun'), ['main.mjs']],
    ['Bun, CommonJS', 'Bun', bin('bun'), ['main.cjs']],
    ['Deno', 'Deno', bin('deno'), ['run', '-A', 'main.mjs']],
    ['Deno, CommonJS', 'Deno', bin('deno'), ['run', '-A', 'main.cjs']],
  ];
  for (const [name, host, command, args] of commands) {
    await row(`${name}: one behaviour`, () => compared(host, () => outcomesOf(command, args, folder)));
  }
  await row('workerd: one behaviour', () =>
    compared('workers', () =>
      inWorker(bin('workerd'), join(folder, 'one-behaviour'), 'worker.out.mjs', (port) =>
        outcomesThrough({}, async (addresses) => {
          const where = encodeURIComponent(JSON.stringify(addresses));
          return (await fetch(`http://127.0.0.1:${port}/?where=${where}`)).json();
        }),
      ),
    ),
  );
}
