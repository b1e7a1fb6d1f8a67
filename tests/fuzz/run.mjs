/**
 * Fuzzes every part of the product. Fails when one of them does what it must not.
 *
 *     npm run fuzz                                     the cases that the gate runs
 *     npm run fuzz -- --minutes 60 --seed 7            for an hour, from a seed on
 *     npm run fuzz -- --part xml --part writers        some parts
 *     npm run fuzz -- --times 10                       ten times as many cases
 *     npm run fuzz -- --case tests/fuzz/cases/x.json   a case again; --case all for all of them
 *
 * A failure is made smaller and written to tests/fuzz/cases, unless `--no-write` or the variable CI is set.
 */
import { Worker } from 'node:worker_threads';

/** Milliseconds after which a case counts as one without end. */
const patienceMs = 120_000;

const counter = new SharedArrayBuffer(4);
const counts = new Int32Array(counter);
const worker = new Worker(new URL('worker.mjs', import.meta.url), {
  workerData: { args: process.argv.slice(2), counter },
});
const isTerminal = process.stdout.isTTY === true;
const clear = () => isTerminal && process.stdout.write('\r\x1b[K');
let part = 'bundling';
let seed = 0;
let seen = -1;
let since = Date.now();

worker.on('message', (message) => {
  clear();
  if (message.line !== undefined) {
    console.log(message.line);
  }
  if (message.part !== undefined) {
    part = message.part;
    seed = message.seed;
    since = Date.now();
  }
  if (message.code !== undefined) {
    process.exit(message.code);
  }
});
worker.on('error', (error) => {
  console.error(error);
  process.exit(2);
});

setInterval(() => {
  const count = counts[0];
  if (count !== seen) {
    seen = count;
    since = Date.now();
  }
  if (isTerminal) {
    process.stdout.write(`\r\x1b[K${part}, seed ${seed}: ${count} cases`);
  }
  if (Date.now() - since > patienceMs) {
    clear();
    console.error(
      `FAILED  ${part}: no end. Repeat it: npm run fuzz -- --part ${part} --seed ${seed} --path ${count - 1}`,
    );
    process.exit(1);
  }
}, 500);
