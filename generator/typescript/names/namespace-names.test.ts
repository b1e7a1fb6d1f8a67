import { matchesPattern } from '../../source/patterns.js';
import { isNamespaceName, namespaceLayer, unusedPatterns } from './namespace-names.js';

describe('names of namespaces by URI', () => {
  const names = { 'urn:lists_*.acme.com': 'lists', 'urn:lists_2023.acme.com': 'old-lists' };
  const nameOf = (uri: string): string | undefined => namespaceLayer(names).rules.namespace?.({ uri }, 'standard');

  it('are those of the URI itself, else of the first pattern that matches, else the standard ones', () => {
    expect(nameOf('urn:lists_2023.acme.com')).toBe('old-lists');
    expect(nameOf('urn:lists_2024_1.acme.com')).toBe('lists');
    expect(nameOf('urn:lists_2024.acme.org')).toBe('standard');
  });

  it('are reported if no namespace has them', () => {
    expect(unusedPatterns(names, ['urn:lists_2024.acme.com'])).toEqual(['urn:lists_2023.acme.com']);
  });

  it('are fit for files', () => {
    expect(['lists', 'old-lists', 'v2'].every(isNamespaceName)).toBe(true);
    expect(['', 'Lists', 'a/b', 'con', '../a'].some(isNamespaceName)).toBe(false);
  });
});

describe('a pattern', () => {
  it.each([
    ['urn:a', 'urn:a', true],
    ['urn:a', 'urn:b', false],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'a1c', false],
    ['a*bc*c', 'abc', false],
    ['a**c', 'abc', true],
  ])('%s matches %s: %s', (pattern, uri, expected) => {
    expect(matchesPattern(pattern, uri)).toBe(expected);
  });
});
