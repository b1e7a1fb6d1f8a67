import { FormLimitError } from '../http/form.js';
import { parsedForm } from './parsed-form.js';

it.each<[string, object, string]>([
  ['texts', { a: '1', 'b c': 'x&y' }, 'a=1&b%20c=x%26y'],
  ['repeated fields', { a: ['1', '2'] }, 'a=1&a=2'],
  ['brackets', { a: { b: '1', c: ['2', '3'] } }, 'a%5Bb%5D=1&a%5Bc%5D=2&a%5Bc%5D=3'],
  ['numbers and the like', { a: 1.5, b: true, c: 10n, d: null, e: undefined }, 'a=1.5&b=true&c=10&d=&e='],
  ['members that every object has', { a: { toString: 1, valueOf: '2' } }, 'a%5BtoString%5D=1&a%5BvalueOf%5D=2'],
  ['lone surrogates', { 'a\ud800': '\udc00b' }, 'a%EF%BF%BD=%EF%BF%BDb'],
  ['nothing', {}, ''],
])('writes %s as they were sent', (_, body, form) => {
  expect(parsedForm(body, 100)).toBe(form);
});

it.each<[string, () => unknown]>([
  ['too many fields', () => Array.from({ length: 200 }, () => '1')],
  ['thousands of arrays in each other', () => JSON.parse('['.repeat(5000) + ']'.repeat(5000))],
  ['thousands of objects in each other', () => JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
])('refuses %s', (_, value) => {
  expect(() => parsedForm({ a: value() }, 100)).toThrow(FormLimitError);
});
