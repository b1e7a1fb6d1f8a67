import { builtIns } from '../construct/built-ins.js';
import type { SimpleType } from '../descriptor/descriptor.js';
import { planDerived } from '../simple/derived-plan.js';
import { planBuiltIn } from './built-in-plan.js';

const atoms = [...builtIns.values()].filter(
  (type): type is SimpleType => type.kind === 'simple' && type.variety === 'atomic',
);

describe('the short plan of a built-in type', () => {
  it.each(atoms.map((type) => [type.name, type] as const))('is that of %s', (_, type) => {
    const { whiteSpace, verbatim, builtIn, parse, format, accepts, compare, key, lengthOf } = planDerived(type);
    expect(planBuiltIn(type)).toMatchObject({ whiteSpace, verbatim, builtIn, parse, format, accepts });
    expect(planBuiltIn(type)).toMatchObject({ standard: true, ...(compare && { compare }), ...(key && { key }) });
    expect(planBuiltIn(type).lengthOf).toBe(lengthOf);
  });

  it('has the equality of the long one', () => {
    for (const type of atoms.filter(({ equals }) => equals !== undefined)) {
      expect(planBuiltIn(type).equals).toBe(planDerived(type).equals);
    }
  });
});
