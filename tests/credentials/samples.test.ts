import { credentialSamples } from './samples.js';
import { others, targets } from './targets.js';

it('every program about credentials is attacked: a new one needs an entry in `targets`, or in `others` with the reason', () => {
  const names = credentialSamples().map(({ name }) => name);
  expect(names.filter((name) => !(name in targets) && !(name in others))).toEqual([]);
  expect([...Object.keys(targets), ...Object.keys(others)].filter((name) => !names.includes(name))).toEqual([]);
});
