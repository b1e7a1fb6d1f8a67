import { readFileSync, writeFileSync } from 'node:fs';
import { type CostInput, CostSearch } from '../../robustness/cost/search.js';
import { drawn } from '../../support/plain-data.js';
import { repository } from '../../support/repository.js';
import type { FuzzPart } from '../part.js';

/** What has cost most in each area so far. It is measured in every run, and searches begin with it. */
const file = `${repository}/tests/fuzz/worst-costs.json`;

/** Inputs whose cost grows faster than they do; found by a search that follows those that cost most. */
export function costs(): FuzzPart<CostInput> {
  const search = new CostSearch();
  return {
    name: 'cost',
    cases: 20,
    maxCaseMs: 60_000,
    examples: JSON.parse(readFileSync(file, 'utf8')) as readonly CostInput[],
    inputs: drawn((random) => search.draw(random)),
    check: (input) => search.try(input),
    async *finish(write) {
      const { worst } = search;
      if (write) {
        const inputs = worst.map(({ entry, shape }) => ({ entry, shape }));
        writeFileSync(file, `${JSON.stringify(inputs, null, 2)}\n`);
      }
      yield '| area | way in | a megabyte | time grows with n to the power of |';
      yield '|---|---|---|---|';
      for (const find of worst) {
        const { timeExponent } = await search.measure(find);
        const { area, entry, outcome, nsPerByte } = find;
        yield `| ${area} | ${entry} (${outcome}) | ${nsPerByte.toFixed(0)} ms | ${timeExponent.toFixed(2)} |`;
      }
    },
  };
}
