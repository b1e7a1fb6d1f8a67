import type { SimpleType } from '../descriptor/descriptor.js';
import { char, enumeration, parseSimple, restriction, scalar, validate } from '../index.js';
import * as xs from '../xs.js';

/** The value of a text, or the message of the error. */
function outcome(type: SimpleType, text: string, strict: boolean): unknown {
  try {
    return parseSimple(type, text, undefined, { strict });
  } catch (error) {
    return `${error}`;
  }
}

const upper = { parse: (text: string) => text.toUpperCase(), format: (value: string) => value.toLowerCase() };
const short = restriction('', '', xs.token, { maxLength: 3 });
const bases = [xs.string, xs.normalizedString, xs.token, xs.NCName, xs.anyURI, char, short, scalar(xs.token, upper)];
const texts = ['a', ' a ', 'a b', 'a  b', '65', '065', 'é', 'abcd', ''];

describe.each(bases.map((base, i) => [i, base] as const))('an enumeration over type %i', (_, base) => {
  const listed = ['a', 'a b', '65', 'abcd', ' x'];
  const light = enumeration('', '', base, listed);
  const full = restriction('', '', base, { enumeration: listed });
  const mapped = scalar(light, upper);
  const mappedFull = scalar(full, upper);

  it.each(texts)('reads %j as a restriction by the same values does', (text) => {
    for (const strict of [false, true]) {
      expect(outcome(light, text, strict)).toEqual(outcome(full, text, strict));
      expect(outcome(mapped, text, strict)).toEqual(outcome(mappedFull, text, strict));
    }
  });

  it.each([...texts, 'A', 5])('finds the same problems with the value %j', (value) => {
    expect(validate(light, value)).toEqual(validate(full, value));
    expect(validate(mapped, value)).toEqual(validate(mappedFull, value));
  });
});
