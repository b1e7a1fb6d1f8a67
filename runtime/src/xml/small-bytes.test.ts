import { textOfXml } from './bytes.js';
import { textOfXml as smallTextOfXml } from './small-bytes.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const utf16 = (text: string, bigEndian: boolean): Uint8Array =>
  Uint8Array.from(
    text.split('').flatMap((c) => {
      const bytes = [c.charCodeAt(0) & 0xff, c.charCodeAt(0) >> 8];
      return bigEndian ? bytes.reverse() : bytes;
    }),
  );
const declared = (encoding: string, text: string): string =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

const cases: readonly (readonly [what: string, bytes: Uint8Array, header?: string])[] = [
  ['nothing', new Uint8Array()],
  ['UTF-8', utf8('<a>Ж😀</a>')],
  ['UTF-8 with a mark', utf8(`\ufeff${declared('utf-8', 'Ж')}`)],
  ['UTF-8 with a mark and another declaration', utf8(`\ufeff${declared('iso-8859-1', 'Ж')}`)],
  ['wrong bytes', latin1('<a>\xff</a>')],
  ['what the declaration says', latin1(declared('windows-1251', '\xc6'))],
  ['ISO 8859-1', latin1(declared('ISO-8859-1', '\xe9'))],
  ['UTF-8 declared as UTF-16', utf8(declared('UTF-16', 'Ж'))],
  ['UTF-8 declared as what nobody knows', utf8(declared('x-unknown', 'Ж'))],
  ['UTF-16', utf16('<a>Ж😀</a>', false)],
  ['UTF-16, big endian', utf16(declared('utf-16', 'Ж'), true)],
  ['UTF-16 with a mark', utf16('\ufeff<a>Ж</a>', false)],
  ['UTF-16 with a mark, big endian', utf16('\ufeff<a>Ж</a>', true), 'utf-16'],
  ['what the header says', latin1(declared('utf-8', '\xc6')), 'windows-1251'],
  ['what the header says, in another spelling', latin1(declared('utf-8', '\xe9')), ' ISO-8859-1 '],
  ['a header that nobody knows', utf8('<a>Ж</a>'), 'x-unknown'],
];

it.each(cases.map(([what, ...given]) => ({ what, given })))('browsers read $what as Node does', ({ given }) => {
  expect(smallTextOfXml(...given)).toBe(textOfXml(...given));
});

it('browsers read ASCII as windows-1252', () => {
  expect(smallTextOfXml(latin1('<a>\xe9</a>'), 'us-ascii')).toBe('<a>é</a>');
});
