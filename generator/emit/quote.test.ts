import fc from 'fast-check';
import { commentLines } from './comment.js';
import { markdown, markdownCode, quote, quoteJson, quoteLines } from './quote.js';

/** Texts full of characters that end literals, comments and lines. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '`',
        '\\',
        '*/',
        '/*',
        '//',
        '${',
        '}}',
        '{{',
        '\n',
        '\r',
        '\u2028',
        '\u202e',
        '\ud800',
        '@ts-ignore',
        '<b>',
        '](x)',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('quote', () => {
  it('returns a literal with the value of the text, whatever it contains', () => {
    fc.assert(fc.property(hostile, (text) => expect(new Function(`return ${quote(text)};`)()).toBe(text)));
  });

  it('stays on one line, without characters that reorder text on a screen', () => {
    fc.assert(fc.property(hostile, (text) => !/[\r\n\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(quote(text))));
  });
});

describe('quoteLines', () => {
  it('returns a literal with the value of the text, whatever it contains', () => {
    fc.assert(fc.property(hostile, (text) => expect(new Function(`return ${quoteLines(text)};`)()).toBe(text)));
  });

  it('has the lines of the text, and none that layout would change', () => {
    expect(quoteLines('<a>\n\t<b/>\n</a>\n')).toBe('`<a>\n\t<b/>\n</a>\n`');
    expect(quoteLines('a \n\n\n\nb\t\nc')).toBe('`a\\x20\\n\\n\n\nb\\t\nc`');
  });

  it('contains no code, and nothing that a reader would not see', () => {
    expect(quoteLines('`\x24{process.exit()} \\` \u202e\r')).toBe('`\\`\\\x24{process.exit()} \\\\\\` \\u202e\\r`');
    fc.assert(fc.property(hostile, (text) => !/[\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/.test(quoteLines(text))));
  });
});

describe('quoteJson', () => {
  it('gives a string of JSON', () => {
    fc.assert(fc.property(hostile, (text) => expect(JSON.parse(quoteJson(text))).toBe(text)));
  });
});

describe('commentLines', () => {
  it('gives a comment that ends where it should', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 4 }), (documentation) => {
        const text = commentLines(documentation).join('\n');
        // The whole text is one comment: removing it leaves nothing.
        expect(text.replace(/^\/\*[\s\S]*?\*\/$/, '')).toBe('');
        expect((text.match(/\*\//g) ?? []).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('treats directives and tags as text', () => {
    expect(commentLines(['@ts-expect-error', 'see {@link x}'])).toEqual([
      '/**',
      ' * \\@ts-expect-error',
      ' * see {\\@link x}',
      ' */',
    ]);
  });

  it('has tags of deprecation and versions, which come last', () => {
    expect(commentLines(['@deprecated {@link x} */', 'A name.', '', '@since 1', 'At least 1.'])).toEqual([
      '/**',
      ' * A name.',
      ' *',
      ' * At least 1.',
      ' * @deprecated {\\@link x} *\\/',
      ' * @since 1',
      ' */',
    ]);
    expect(commentLines(['@deprecated'])).toEqual(['/** @deprecated */']);
    expect(commentLines(['@deprecatedName', '@versions'])).toEqual([
      '/**',
      ' * \\@deprecatedName',
      ' * \\@versions',
      ' */',
    ]);
  });

  it('wraps long lines at words', () => {
    const lines = commentLines([`${'word '.repeat(40)}${'x'.repeat(150)}`]);
    expect(lines.every((line) => line.length <= 103 || line === ` * ${'x'.repeat(150)}`)).toBe(true);
    expect(lines.length).toBeGreaterThan(4);
  });

  it('says nothing where there is nothing to say', () => {
    expect(commentLines([])).toEqual([]);
    expect(commentLines(['', 'one', '', ' ', 'two', ''])).toEqual(['/**', ' * one', ' *', ' * two', ' */']);
    expect(commentLines(['  ', ''])).toEqual([]);
  });
});

describe('markdown', () => {
  it.each([
    ['<script>', '&lt;script&gt;'],
    ['[x](javascript:y)', '\\[x\\](javascript:y)'],
    ['# title', '\\# title'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['http://evil.example', 'http\\://evil.example'],
    ['a-b.c', 'a-b.c'],
    ['ship_v28 _it_', 'ship_v28 \\_it\\_'],
    ['two\nlines', 'two lines'],
  ])('shows %j as it is', (text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it('fences code with more backticks than it contains', () => {
    expect(markdownCode('a`b``c')).toBe('``` a`b``c ```');
    expect(markdownCode('plain')).toBe('`plain`');
  });
});
