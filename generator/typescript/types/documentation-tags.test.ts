import { documentationLines } from './documentation.js';

it.each([
  ['a paragraph that begins with the word', 'A name.\n\nDeprecated. Use b.\n', ['A name.', '@deprecated Use b.']],
  ['lines of one paragraph', 'Deprecated since 2.0.\nUse b.', ['@deprecated Since 2.0. Use b.']],
  ['a mark before a text', '(Deprecated) A name.', ['(Deprecated) A name.', '@deprecated']],
  [
    'several reasons, once each',
    'Deprecated. Use b.\n\n[Deprecated]\n\nDeprecated: Use b.\n\nDeprecated: gone.',
    ['@deprecated Use b. Gone.'],
  ],
  [
    'tags of Java, with what follows one',
    'A name.\n@deprecated use\n  b\n@since 1.2\n@param c d',
    ['A name.', '@param c d', '@since 1.2', '@deprecated use b'],
  ],
  [
    'versions',
    'A name.\nSince: 2.1\nVersion ID: 1.0\nVersion: 2',
    ['A name.', '@since 2.1', '@version 1.0', '@version 2'],
  ],
  ['words within sentences', 'Not deprecated.\nSince: the start of it', ['Not deprecated.', 'Since: the start of it']],
  ['a text that speaks of others', 'Deprecated names are kept.', ['Deprecated names are kept.']],
  ['tags of other kinds', '@deprecatedName a\n@internal', ['@deprecatedName a', '@internal']],
])('%s', (_, text, expected) => {
  expect(documentationLines(text).filter((line) => line !== '')).toEqual(expected);
});
