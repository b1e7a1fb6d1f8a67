import fc from 'fast-check';
import { together } from './together.js';

const list = (): fc.Arbitrary<number[]> => fc.array(fc.nat(100));

it('arbitraries give the same values together, also when they are made smaller', () => {
  const seen: string[] = [];
  const result = fc.check(
    fc.property(together([list(), list(), list()]), ([first, ...others]) => {
      seen.push(JSON.stringify(first));
      expect(others).toEqual([first, first]);
      return first?.every((each) => each < 50) === true;
    }),
    { seed: 1 },
  );
  expect(result.counterexample).toEqual([[[50], [50], [50]]]);
  expect(new Set(seen).size).toBeGreaterThan(5);
});
