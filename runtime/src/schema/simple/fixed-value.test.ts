import { attribute, element, field } from '../construct/construct.js';
import { parseXml, record, sequence, validate } from '../index.js';
import { simplePlan } from '../plan/simple-plan.js';
import * as xs from '../xs.js';
import { fixedProblem } from './simple.js';

describe('a fixed value', () => {
  it.each([
    [xs.decimal, '1.0', '1'],
    [xs.decimal, '-0', '0.00'],
    [xs.dateTime, '2020-01-01T00:00:00Z', '2020-01-01T01:00:00+01:00'],
    [xs.dateTimeStamp, '2020-01-01T24:00:00Z', '2020-01-02T00:00:00.0Z'],
    [xs.date, '2020-01-01Z', '2020-01-01+00:00'],
    [xs.time, '10:00:00', '10:00:00.000'],
  ])('of %p may have another spelling', (type, fixed, value) => {
    const plan = simplePlan(type);
    expect(fixedProblem(plan, value, fixed)).toBeUndefined();
    expect(fixedProblem(plan, type === xs.decimal ? '2' : '2021-01-01', undefined)).toBeUndefined();
  });

  it('is not another value', () => {
    const plan = simplePlan(xs.decimal);
    expect(fixedProblem(plan, '1.01', '1.0')).toBe('the value must be "1.0"');
  });

  it('is compared as it is where values have one spelling each', () => {
    expect(fixedProblem(simplePlan(xs.int), 5, '05')).toBeUndefined();
    expect(fixedProblem(simplePlan(xs.string), 'a ', 'a')).toBe('the value must be "a"');
  });

  it('of elements and attributes is compared in the value space when they are read and validated', () => {
    const options = { fixed: '1.0' };
    const root = element(
      '',
      'a',
      record('', 'A', () => ({
        attributes: [attribute('', 'version', xs.decimal, options)],
        content: sequence([field('', 'release', xs.decimal, options)]),
      })),
    );
    const value = { version: '1', release: '1.00' };
    expect(parseXml(root, '<a version="1"><release>1.00</release></a>')).toEqual(value);
    expect(() => parseXml(root, '<a version="1"><release>1.01</release></a>')).toThrow('the value must be "1.0"');
    expect(validate(root, value)).toEqual([]);
    expect(validate(root, { version: '2', release: '1' })).toMatchObject([{ code: 'fixed', path: ['version'] }]);
  });
});
