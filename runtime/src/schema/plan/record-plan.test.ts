import { complexType, element, field, optional, record, repeated, sequence } from '../construct/construct.js';
import type { ComplexType } from '../descriptor/descriptor.js';
import * as xs from '../xs.js';
import { planElement as fullElementPlan } from './full-element-plan.js';
import { compileGroups } from './groups.js';
import type { ElementPlan } from './plan.js';
import { compileRecord, planElement } from './record-plan.js';

const base = record('urn:x', 'Base', () => ({ content: sequence([field('urn:x', 'id', xs.int)]) }));
const chain: readonly ComplexType[] = [
  base,
  record('urn:x', 'Order', () => ({
    extends: base,
    content: sequence([
      optional('urn:x', 'note', xs.string, { nillable: true }),
      sequence([repeated('', 'line', xs.token), field('urn:x', 'sum', xs.decimal, { absent: 'null', tolerant: true })]),
    ]),
  })),
];

describe('the short plan of a record', () => {
  it('has the fields of the long one, with the same occurrences', () => {
    const facts = ({ fields }: ReturnType<typeof compileRecord>): unknown =>
      fields.map(({ property, list, min, max, ownMin, ownMax, index, element: { namespace, name } }) => ({
        ...{ property, list, min, max, ownMin, ownMax, index, namespace, name },
      }));
    expect(facts(compileRecord(chain))).toEqual(facts(compileGroups(chain)));
    expect(compileRecord(chain).content?.properties).toEqual(['id', 'note', 'line', 'sum']);
  });

  it('has no content where the type has none', () => {
    expect(compileRecord([complexType('', 'Empty', {})]).model).toBeUndefined();
  });

  it('describes elements as the long one does', () => {
    const all = [
      element('urn:x', 'order', base, { nillable: true }),
      element('urn:x', 'order', xs.int, { default: '1' }),
      field('', 'a', xs.int, { fixed: '2', tolerant: true }),
      field('', 'a', xs.int, { absent: 'null' }),
      optional('', 'a', xs.string, { space: 'preserve' }),
      repeated('', 'a', xs.string),
      field('', 'a', base, { global: true }),
    ];
    expect(all.map((each) => factsOf(planElement(each)))).toEqual(all.map((each) => factsOf(fullElementPlan(each))));
  });
});

function factsOf(plan: ElementPlan): object {
  const { lazyType, nillable, absentNull, keepsSpace, optional, tolerant = false, local, fixed } = plan;
  return { lazyType, nillable, absentNull, keepsSpace, optional, tolerant, local, fixed, default: plan.default };
}
