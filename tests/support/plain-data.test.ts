import fc from 'fast-check';
import { drawn, isPlain, smaller } from './plain-data.js';

describe('smaller data', () => {
  it('have less of everything', () => {
    expect([...smaller('abc')]).toEqual(['', 'bc', 'ac', 'ab']);
    expect([...smaller(9)]).toEqual([0, 4, 8]);
    expect([...smaller({ a: true, b: [''] })]).toEqual([
      { a: false, b: [''] },
      { a: true, b: [] },
    ]);
  });

  it('are found for an input that fails', () => {
    const inputs = drawn((random) => ({
      text: Array.from({ length: 50 }, () => random.pick([...'abc<'])).join(''),
      rest: [1, 2],
    }));
    const result = fc.check(
      fc.property(inputs, ({ text }) => !/<.*a/s.test(text)),
      { seed: 1 },
    );
    expect(result.counterexample).toEqual([{ text: '<a', rest: [] }]);
  });
});

it.each([undefined, Number.NaN, -0, () => 1, new Date(0), [undefined], { a: new Map() }])(
  '%p is no plain data',
  (value) => {
    expect(isPlain(value)).toBe(false);
  },
);
