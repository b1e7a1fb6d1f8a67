import { readFileSync } from 'node:fs';
import { readDescription } from '../../../generator/description/read.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { repository } from '../../support/repository.js';
import type { FuzzPart } from '../part.js';

const lines = ['wallet', 'address-locator'].map((name) =>
  readFileSync(`${repository}/wsdl/${name}.yaml`, 'utf8').split('\n'),
);

/** Descriptions end in a contract and findings, however they are spelled. */
export const descriptions: FuzzPart<string> = {
  name: 'descriptions',
  cases: 200,
  inputs: drawn((random) => {
    // A piece of a description costs less than the whole, and breaks in the same places.
    const all = random.pick(lines);
    const start = random.oneIn(3) ? 0 : random.below(all.length);
    return mutate([...all.slice(0, 8), ...all.slice(start, start + 40)].join('\n'), random);
  }),
  check: async (text) => {
    await readDescription(text, 'a.yaml');
  },
};
