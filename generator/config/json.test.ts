import fc from 'fast-check';
import { runs } from '../../tests/support/thorough.js';
import { findJsonMistake } from './json.js';

describe('findJsonMistake', () => {
  it.each([
    ['{ "a": [,] }', 8, 'a value or "]" is expected here'],
    ['{ "a": 1, }', 10, 'a property name is expected here; JSON has no comma before "}"'],
    ['[1, ]', 4, 'a value is expected here; JSON has no comma before "]"'],
    ["{ 'a': 1 }", 2, 'a property name or "}" is expected here'],
    ['{ "a" 1 }', 6, '":" is expected here'],
    ['[1 2]', 3, '"," or "]" is expected here'],
    ['{"a":1]', 6, '"," or "}" is expected here'],
    ['{} {}', 3, 'the end is expected here'],
    ['[01]', 1, 'a value or "]" is expected here'],
    ['[tru]', 1, 'a value or "]" is expected here'],
    ['', 0, 'a value is expected here'],
    ['{ // no\n}', 2, 'comments are no part of JSON'],
    ['/* no */ {}', 0, 'comments are no part of JSON'],
    ['["\n"]', 1, 'a value or "]" is expected here'],
  ])('%j', (text, offset, reason) => {
    expect(findJsonMistake(text)).toEqual({ offset, reason });
  });

  it('agrees with JSON.parse about what is JSON', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '{', ']', '0', 'e', ' ')).map(([text, at, mark]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + mark + text.slice(place + (mark === '' ? 1 : 0));
      }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        expect({ text, valid: findJsonMistake(text) === undefined }).toEqual({ text, valid });
      }),
      { numRuns: runs(2000) },
    );
  });
});
