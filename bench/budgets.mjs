/**
 * Compares what a start and a bundle cost with `budgets.json`, and exits 1 if something costs more. Needs the build, and no
 * other packages than those of the repository.
 *
 * `start` is the processor time of an import, as a multiple of the time that Node itself takes to start, so that it means the
 * same on every machine. `gzip` is the size in bytes of a bundle for browsers.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clientSize, documentSizes, everywhereSizes, largeServiceSizes } from './lib/bundle-sizes.mjs';
import { speeds } from './lib/speed-budgets.mjs';

const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8'));
const rounds = 15;

/** Processor time in microseconds, user and system, of a process that imports a module; of Node's start alone without one. */
function processorTime(name) {
  const load = name === undefined ? '' : `await import(${JSON.stringify(name)});`;
  const program = `${load} const { userCPUTime, systemCPUTime } = process.resourceUsage(); console.log(userCPUTime + systemCPUTime);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../examples/', import.meta.url)),
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(stderr);
  }
  return Number(stdout);
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** How many starts of Node the import of each module costs. Modules take turns, so that a busy moment hits all of them. */
function starts(names) {
  const times = Array.from({ length: rounds }, () => [undefined, ...names].map(processorTime));
  const [own, ...others] = times[0].map((_, i) => median(times.map((round) => round[i])));
  return others.map((time) => (time - own) / own);
}

/** The lowest of some measurements, of which more are made as long as one is over its budget: a noisy moment is not a slower program. */
function lowestStarts(modules, limits) {
  let best = starts(modules);
  for (let again = 0; again < 3 && best.some((value, i) => value > limits[i]); again++) {
    best = starts(modules).map((value, i) => Math.min(value, best[i]));
  }
  return best;
}

const modules = Object.keys(budgets.start);
const limits = Object.values(budgets.start);
const measured = lowestStarts(modules, limits).map((value, i) => [
  `start of ${modules[i]}, of Node's own`,
  value,
  limits[i],
]);
const large = { ...(await largeServiceSizes()), ...(await everywhereSizes()) };
for (const [what, budget] of Object.entries(budgets.gzip)) {
  measured.push([`bundle with ${what}, bytes of gzip`, large[what] ?? (await clientSize(what)), budget]);
}
for (const [what, bytes] of Object.entries(await documentSizes())) {
  measured.push([`bundle with ${what}, bytes of gzip`, bytes, budgets.documents[what]]);
}
measured.push(...(await speeds(budgets.speed)));
for (const [what, value, budget] of measured) {
  const shown = Number.isInteger(value) ? value : value.toFixed(2);
  console.log(`${value <= budget ? 'ok      ' : 'TOO MUCH'} ${what}: ${shown} (budget ${budget})`);
}
process.exitCode = measured.every(([, value, budget]) => value <= budget) ? 0 : 1;
