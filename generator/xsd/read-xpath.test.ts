import type { SourceElement } from '../source/document.js';
import { readTest } from './read-xpath.js';

const element = { namespaces: new Map([['p', 'urn:p']]) } as unknown as SourceElement;
const read = (text: string) => readTest(text, element);
const attribute = (name: string, namespace = '') => ({ kind: 'attribute', namespace, name });

describe('the test of a type alternative', () => {
  it('is read by its precedence', () => {
    const is = (name: string) => ({ kind: 'holds', operand: attribute(name) });
    expect(read('@a or @b and not(@c)')).toEqual({
      kind: 'or',
      operands: [is('a'), { kind: 'and', operands: [is('b'), { kind: 'not', operand: is('c') }] }],
    });
    expect(read('(@a or @b) and @c')).toEqual({
      kind: 'and',
      operands: [{ kind: 'or', operands: [is('a'), is('b')] }, is('c')],
    });
  });

  it.each([
    ["@a='it''s'", attribute('a'), { kind: 'string', value: "it's" }],
    ['attribute::p:a = -1.5', attribute('a', 'urn:p'), { kind: 'number', value: '-1.5' }],
    ['@p:* = ""', attribute('*', 'urn:p'), { kind: 'string', value: '' }],
    ['(@a) = (1e3)', attribute('a'), { kind: 'number', value: '1e3' }],
    ['@and = @or', attribute('and'), attribute('or')],
    ['string-length(@a) = 3', { kind: 'length', operand: attribute('a') }, { kind: 'number', value: '3' }],
  ])('compares values: %s', (text, left, right) => {
    expect(read(text)).toEqual({ kind: 'compare', operator: '=', single: false, left, right });
  });

  it.each([
    'name',
    '@a = child',
    'count(*) = 1',
    '@a + 1 = 2',
    'resolve-QName(@a, .) = 1',
    'xs:QName(@a) = 1',
    'xs:NMTOKENS(@a) = 1',
    'no:prefix(@a)',
    '@no:a',
    '@a =',
    "@a = 'open",
    '@a = 1 = 1',
    '(@a',
    '',
    '(: comment :) @a',
    `${'('.repeat(500)}@a${')'.repeat(500)}`,
    '@a or '.repeat(5000),
  ])('is not evaluated if it contains more: %#', (text) => {
    expect(read(text)).toBeUndefined();
  });
});
