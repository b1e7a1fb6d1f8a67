import fc from 'fast-check';
import { XmlWriteError } from './errors.js';
import { escapeAttribute, escapeText } from './escape.js';

const word = fc.constantFrom(
  'a',
  '&',
  '<',
  '>',
  ']',
  ']]>',
  '\r',
  '\n',
  '\t',
  ' ',
  'é',
  '🙂',
  '\ud7ff',
  '\ue000',
  '\ufffd',
  'words of a text',
);
const invalid = fc.constantFrom('\0', '\x0b', '\x1f', '\ufffe', '\uffff', '\ud83d', '\ude42');

it('a long text is escaped as its parts are', () => {
  const parts = fc.array(word, { minLength: 50, maxLength: 200 });
  fc.assert(fc.property(parts, (texts) => expect(escapeText(texts.join(''))).toBe(texts.map(escapeText).join(''))));
});

it('a character that XML does not allow is refused wherever it is in a long text', () => {
  const parts = fc.array(word, { minLength: 50, maxLength: 100 });
  fc.assert(
    fc.property(parts, invalid, parts, (before, character, after) => {
      // Between texts that no surrogate ends or begins.
      const text = `${before.join('')}x${character}x${after.join('')}`;
      const index = before.join('').length + 1;
      expect(() => escapeText(text)).toThrow(XmlWriteError);
      expect(() => escapeText(text)).toThrow(`at index ${index} `);
    }),
  );
});

it('every character is escaped or refused in a long text as in a short one', () => {
  const outcome = (before: string, character: string): string => {
    try {
      return escapeText(before + character).slice(before.length);
    } catch (error) {
      return (error as Error).name;
    }
  };
  const long = 'a'.repeat(50);
  const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  expect(units.filter((unit) => outcome(long, unit) !== outcome('', unit))).toEqual([]);
});

describe('a long value', () => {
  const padding = 'x'.repeat(100);
  const characters = ['&', '<', '>', '"', "'", '\t', '\n', '\r', ']', 'é', '\u{1f600}', '&amp;', ']]>'];

  it.each(characters)('with %j is escaped as a short one is', (character) => {
    expect(escapeText(padding + character + padding)).toBe(padding + escapeText(character) + padding);
    expect(escapeAttribute(padding + character + padding)).toBe(padding + escapeAttribute(character) + padding);
  });

  it('has every character escaped once', () => {
    const all = characters.join('');
    expect(escapeText(all.repeat(20))).toBe(escapeText(all).repeat(20));
    expect(escapeAttribute(all.repeat(20))).toBe(escapeAttribute(all).repeat(20));
  });

  it('with a character that XML does not allow says where', () => {
    expect(() => escapeText(`${padding}\0`)).toThrow('at index 100 of the value');
    expect(() => escapeAttribute(`${padding}\ud800`)).toThrow('at index 100 of the value');
  });
});
