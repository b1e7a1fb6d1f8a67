import { runs } from '../support/thorough.js';
import { fuzz } from './fuzzing.js';

/** Some cases of the long run of `fuzz.mjs`, the same every time. */
it.each([
  ['reader', 2000],
  ['decoder', 4000],
  ['server', 4000],
  ['loader', 300],
  ['generator', 100],
  ['multipart', 1500],
  ['fields', 3000],
  ['client', 3000],
  ['patterns', 3000],
  ['description', 200],
  ['config', 3000],
  ['scans', 6000],
])(
  '%s: no crash, no hang, no surprise',
  async (target, all) => {
    const cases = runs(all);
    const [result] = await fuzz(cases, 1, target);
    expect(result?.failures).toEqual([]);
    expect(result?.cases).toBe(cases);
  },
  60_000,
);
