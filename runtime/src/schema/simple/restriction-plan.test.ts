import type { SimpleType } from '../descriptor/descriptor.js';
import { enumeration, list, openEnumeration, patterns, restriction, scalar, union } from '../index.js';
import * as xs from '../xs.js';
import { planDerived } from './derived-plan.js';
import { planRestriction } from './restriction-plan.js';

const short = restriction<string>('', 'Short', xs.token, { maxLength: 3 });
const code = enumeration('', 'Code', xs.string, ['a', 'b']);
const letters = restriction<string>('', 'Letters', xs.string, { patterns: patterns(['[a-z]*']) });
const upper = { parse: (text: string) => text.toUpperCase(), format: (value: string) => value.toLowerCase() };
const shout = scalar(code, upper);
const words = list('', 'Words', code, { maxLength: 2 });
const either = union('', 'Either', [xs.int, code]);

const types: readonly (readonly [string, SimpleType])[] = [
  ['without facets', restriction('', '', xs.string)],
  ['of white space alone', restriction('', '', xs.string, { whiteSpace: 'collapse' })],
  ['of base64', restriction('', '', xs.base64Binary)],
  ['of base64 by length', restriction('', '', xs.base64Binary, { maxLength: 2 })],
  ['of a restriction', restriction('', '', short, { minLength: 1 })],
  ['by patterns of a type with patterns', restriction('', '', letters, { patterns: patterns(['a.*']) })],
  ['by values', code],
  ['by values, of a type of values', enumeration('', '', code, ['a'])],
  ['by values, of a type with other facets', enumeration('', '', short, ['a'])],
  ['by values, of a type without facets', enumeration('', '', restriction('', '', xs.token), ['a'])],
  ['by values, of an open type', enumeration('', '', openEnumeration('', '', xs.token, ['a', 'b']), ['a'])],
  ['that is open', openEnumeration('', '', xs.token, ['a', 'b'])],
  ['by length, of a type of values', restriction('', '', code, { maxLength: 1 })],
  ['of a mapped type', restriction('', '', shout, { maxLength: 1 })],
  ['by values, of a mapped type', enumeration('', '', shout, ['a'])],
  ['of a list', restriction('', '', words, { minLength: 1 })],
  ['of a union', restriction('', '', either, { enumeration: ['1'] })],
  ['by bounds', restriction('', '', xs.decimal, { minInclusive: '1' })],
];

describe('the plan of a restriction', () => {
  it.each(types)('%s is that which the chain of its bases gives', (_, type) => {
    expect(planRestriction(type)).toEqual(planDerived(type));
  });
});
