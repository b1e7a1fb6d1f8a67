import { validate } from '../document/document.js';
import * as xs from '../xs.js';

describe('a value of the wrong TypeScript type', () => {
  it.each([
    ['a number for a long', xs.long, 5, '5 is not a value of type long; write 5n'],
    ['a bigint for an int', xs.int, 5n, '5n is not a value of type int; write 5'],
    ['a text for an int', xs.int, '5', '"5" is not a value of type int; write 5'],
    ['a text for a long', xs.long, '5', '"5" is not a value of type long; write 5n'],
    ['a text for a boolean', xs.boolean, 'true', '"true" is not a value of type boolean; write true'],
    ['a number for a string', xs.string, 5, '5 is not a value of type string; write "5"'],
    [
      'a Date for a dateTime',
      xs.dateTime,
      new Date(0),
      'a Date is not a value of type dateTime; write date.toISOString()',
    ],
    ['a word for an int', xs.int, 'five', '"five" is not a value of type int'],
    ['an object for a string', xs.string, {}, 'an object is not a value of type string'],
    ['a fraction for a long', xs.long, 1.5, '1.5 is not a value of type long'],
  ])('%s is named with the form to write, where there is one', (_, type, value, message) => {
    expect(validate(type, value)).toEqual([{ path: [], code: 'wrong-type', message }]);
  });
});
