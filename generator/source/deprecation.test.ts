import { deprecationIn } from './deprecation.js';

it.each([
  ['Deprecated', { reason: '', marked: false }],
  ['DEPRECATED: use Buyer.', { reason: 'Use Buyer.', marked: false }],
  ['Deprecated since UBL 2.5. Use Buyer.', { reason: 'Since UBL 2.5. Use Buyer.', marked: false }],
  ['deprecated - gone in 3.0', { reason: 'Gone in 3.0', marked: false }],
  ['Deprecated and replaced by Buyer', { reason: 'And replaced by Buyer', marked: false }],
  ['(Deprecated) The name.', { reason: '', marked: true }],
  ['[DEPRECATED]', { reason: '', marked: false }],
  ['**Deprecated:** The name.', undefined],
  ['Deprecated fields are left out.', undefined],
  ['The name; deprecated since 2.5.', undefined],
  ['Deprecatedness', undefined],
  ['Not deprecated.', undefined],
  ['', undefined],
])('%j', (text, expected) => {
  expect(deprecationIn(text)).toEqual(expected);
});
