// Random services of ASP.NET and data contracts: `node tests/interop/random-asmx/run.mjs --services 40 --seed 7`. `--only 3 --verbose` repeats one service.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runSeed } from './random-run.mjs';
import { createTally } from './tally.mjs';

const numbers = { seed: 1, services: 12, operations: 24, rounds: 2, classes: 40, documents: 4 };
const { values } = parseArgs({
  options: {
    ...Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' }])),
    only: { type: 'string' },
    verbose: { type: 'boolean' },
  },
});
const asked = Object.fromEntries(Object.entries(numbers).map(([name, usual]) => [name, Number(values[name] ?? usual)]));
const work = fileURLToPath(new URL('../../../node_modules/.cache/random-asmx', import.meta.url));
const tally = createTally({ say: (text) => process.stdout.write(`${text}\n`), verbose: values.verbose });
const started = Date.now();
tally.add(
  await runSeed({ ...asked, only: values.only && Number(values.only), work, report: tally.reporter(asked.seed) }),
);
process.stdout.write(`${tally.summary()}, ${Math.round((Date.now() - started) / 1000)} s\n`);
process.exit(tally.wrong() > 0 ? 1 : 0);
