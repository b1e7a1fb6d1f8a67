import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import { string } from '../construct/built-ins.js';
import { complexType, field, sequence } from '../construct/construct.js';
import { complexPlan } from '../plan/plan.js';
import { matchRecord } from './child-names.js';
import { matchContent } from './match.js';

const names = ['a', 'b', 'c', 'd'];
const models = fc
  .tuple(fc.subarray(names), fc.array(fc.tuple(fc.nat(2), fc.nat(2)), { minLength: 4, maxLength: 4 }))
  .map(([used, counts]) =>
    used.map((name, index) => {
      const [min, more] = counts[index] ?? [1, 0];
      return field('', name, string, { min, max: Math.max(1, min + more), list: true });
    }),
  );
const children = fc.array(fc.constantFrom(...names), { maxLength: 8 });

it('matches the children of a record where the matchers of all content do', () => {
  fc.assert(
    fc.property(models, children, (fields, found) => {
      const plan = complexPlan(complexType('', '', { content: sequence(fields) }));
      const listed = found.map((name) => ({ namespace: '', name }));
      expect(matchRecord(plan.fields, listed)?.index).toBe(matchContent(plan, listed)?.index);
    }),
    { numRuns: runs(2000), seed: 5 },
  );
});

it('says which elements are possible in the place of one that does not fit', () => {
  const fields = [field('', 'a', string, { min: 0 }), field('', 'b', string)];
  const plan = complexPlan(complexType('', '', { content: sequence(fields) }));
  expect(matchRecord(plan.fields, [{ namespace: '', name: 'c' }])).toEqual({ index: 0, expected: ['a', 'b'] });
  expect(
    matchRecord(
      plan.fields,
      ['a', 'b', 'b'].map((name) => ({ namespace: '', name })),
    ),
  ).toEqual({
    index: 2,
    expected: [],
  });
});
