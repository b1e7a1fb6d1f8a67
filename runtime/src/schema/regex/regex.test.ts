import fc from 'fast-check';
import { withinSeconds } from '../../../../tests/support/processor-time.js';
import { matchAutomaton } from './automaton.js';
import { commonTexts } from './common.js';
import { compilePattern, parseRegex, RegexSyntaxError } from './regex.js';

describe('XML Schema regular expressions', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a|b', ['a', 'b'], ['ab', '', 'xa']],
    ['^a$', ['^a$'], ['a']],
    ['\\d{2,3}', ['12', '123', '٣٤'], ['1', '1234']],
    ['[a-z-[aeiou]]+', ['xyz'], ['xa']],
    ['[\\w-[\\d]]', ['a', 'é'], ['1', '-']],
    ['[^\\d]', ['a'], ['1', '']],
    ['[^a-c\\s]', ['d'], ['a', ' ']],
    ['[\\D]', ['a'], ['1']],
    ['[^\\D]', ['1'], ['a']],
    ['\\i\\c*', ['a-1', '_x', ':'], ['1a', '']],
    ['[\\i-[:]][\\c-[:]]*', ['a.b'], ['a:b']],
    ['\\p{Lu}\\P{Lu}', ['Aa', 'É1'], ['AA']],
    ['\\p{IsCyrillic}+', ['Привет'], ['Hi']],
    ['\\P{IsBasicLatin}', ['é'], ['e']],
    ['.', ['a', '😀', '\u2028'], ['\n', '\r', '']],
    ['[\\-a\\]]', ['-', 'a', ']'], ['b']],
    ['[a-]', ['a', '-'], ['b']],
    ['[-a]', ['-', 'a'], ['b']],
    ['[^-a]', ['b'], ['-', 'a']],
    ['[+*?.]', ['+', '.'], ['a']],
    ['a{0}b', ['b'], ['ab']],
    ['(ab)*', ['', 'abab'], ['aba']],
    ['', [''], ['a']],
    ['\\.\\\\\\n', ['.\\\n'], ['a']],
    ['[\u{1F600}-\u{1F64F}]', ['😀'], ['x']],
    ['\\s\\S', [' a', '\ta'], ['\u00a0a', '  ']],
    ['(a|b|)c', ['c', 'ac'], ['abc']],
    ['[a-z-[b-d-[c]]]', ['a', 'c'], ['b', 'd']],
    ['/"', ['/"'], ['/']],
  ])('%s', (pattern, matching, failing) => {
    const compiled = compilePattern(pattern);
    const node = parseRegex(pattern);
    for (const text of matching) {
      expect([text, compiled.test(text), matchAutomaton(node, text)]).toEqual([text, true, true]);
    }
    for (const text of failing) {
      expect([text, compiled.test(text), matchAutomaton(node, text)]).toEqual([text, false, false]);
    }
  });

  it.each([
    '(',
    ')',
    'a{2,1}',
    '[a',
    '[]',
    '\\q',
    '\\p{Xx}',
    '\\p{IsNowhere}',
    '*',
    'a**',
    '[b-a]',
    'a{x}',
    '[a-\\d]',
    '\\',
    '(?:a)',
    '[[a]]',
  ])('refuses %s', (pattern) => {
    expect(() => parseRegex(pattern)).toThrow(RegexSyntaxError);
  });

  it.each([
    '(a+)+b',
    '(a|a)*b',
    '(a*)*b',
    '(a|aa)+b',
    'a*a*a*a*a*a*b',
    '((a?){30}){30}b',
    '(.*,){11}x',
    '(\\w*\\d*\\w*)*!',
  ])('takes no more than linear time for %s on a hostile text', async (pattern) => {
    expect(await withinSeconds(5, () => compilePattern(pattern).test('a'.repeat(3000)))).toBe(false);
  });

  it('matches alike in both ways of matching', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(ab|b)');
    const quantified = fc
      .tuple(atom, fc.constantFrom('', '?', '*', '+', '{2}', '{1,2}'))
      .map((parts) => parts.join(''));
    const pattern = fc.array(quantified, { maxLength: 4 }).map((parts) => parts.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (source, input) => {
        const expected = new RegExp(`^(?:${source})$`, 'u').test(input);
        expect(compilePattern(source).test(input)).toBe(expected);
        expect(matchAutomaton(parseRegex(source), input)).toBe(expected);
      }),
    );
  });
});

describe('texts that patterns have in common', () => {
  const anyLength = { least: 0, most: 200 };
  it.each([
    [[['[a-z]*'], ['.{3}'], ['x.*|.*x']], anyLength],
    [[['[0-9]*5'], ['1.*'], ['...']], anyLength],
    [[['\\i\\c*'], ['[^a-zA-Z]*']], { least: 4, most: 4 }],
    [[['\\p{IsCyrillic}+'], ['..', '...']], { least: 3, most: 9 }],
  ])('match every one of %j', (groups, range) => {
    const texts = [...commonTexts(groups, range)];
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(groups.every((group) => group.some((pattern) => compilePattern(pattern).test(text)))).toBe(true);
      expect([...text].length).toBeGreaterThanOrEqual(range.least);
      expect([...text].length).toBeLessThanOrEqual(range.most);
    }
    expect([...commonTexts(groups, range)]).toEqual(texts);
  });

  it('are none where there are none, or where to look would take long', async () => {
    expect([...commonTexts([['[a-c]+'], ['[x-z]+']], anyLength)]).toEqual([]);
    const long = [['(.{0,300}a.{0,300}){9}'], ['[b-z]*']];
    expect(await withinSeconds(3, () => [...commonTexts(long, anyLength)])).toEqual([]);
  });
});
