/**
 * Fuzzes reader, decoder, server, descriptor loader, generator, client, and the readers of forms, packages, patterns, descriptions and configs: `node tests/robustness/fuzz.mjs [cases] [seed] [part]`, cases of each part. Fails when one of
 * them crashes, hangs, or does what it must not; `[seed]` is then the case's own. With `--expose-gc` the heap at the end is what is really held.
 */
import { importSource } from './bundle.mjs';

const [cases = '10000', seed = '1', part] = process.argv.slice(2);
const { fuzz } = await importSource('fuzzing');
const results = await fuzz(Number(cases), Number(seed), part);
for (const { target, cases: done, seconds, slowestMs, heapMiB, failures } of results) {
  const speed = `${Math.round(done / seconds)} cases/s`;
  const facts = [`${done} cases`, `${seconds.toFixed(1)} s`, speed, `slowest ${slowestMs.toFixed(0)} ms`];
  console.log(`${target.padEnd(11)} ${facts.join(', ')}, heap ${heapMiB.toFixed(0)} MiB, ${failures.length} failures`);
  for (const { seed: at, message } of failures.slice(0, 10)) {
    console.log(`  seed ${at}: ${message}`);
  }
}
process.exit(results.some(({ failures }) => failures.length > 0) ? 1 : 0);
