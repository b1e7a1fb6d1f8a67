import fc from 'fast-check';
import { runs } from '../../../../../tests/support/thorough.js';
import { formatFloating } from '../../lexical/numbers.js';
import { fastFloating } from './text.js';

const hundredths = fc.integer({ min: -1_100_000_000, max: 1_100_000_000 }).map((each) => each / 100);
/** Numbers beside those, which differ in the last bit. */
const beside = fc
  .tuple(hundredths, fc.integer({ min: -3, max: 3 }))
  .map(([near, bits]) => near * (1 + bits * Number.EPSILON));
const special = fc.constantFrom(
  0,
  -0,
  0.01,
  -0.01,
  0.1,
  1e-4,
  1e-5,
  1e7,
  1e15,
  1e21,
  2 ** 31,
  -(2 ** 31),
  Number.NaN,
  1 / 0,
  -1 / 0,
);

it('any number has the text that the other way gives it', () => {
  fc.assert(
    fc.property(fc.oneof(hundredths, beside, special, fc.double(), fc.integer()), (value) => {
      expect(fastFloating(value)).toBe(formatFloating(value));
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? runs(5000)) },
  );
});
