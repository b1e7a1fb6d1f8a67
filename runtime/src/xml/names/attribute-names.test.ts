import { AttributeNames } from './attribute-names.js';
import { PrefixSet } from './prefix-set.js';

describe('names of attributes', () => {
  it.each([3, 16, 17, 40])('%s of them are each added once', (count) => {
    const names = new AttributeNames();
    const add = (): readonly boolean[] =>
      Array.from({ length: count }, (_, i) => names.add(i % 2 === 0 ? '' : 'urn:a', `a${i >> 1}`));
    expect(add()).not.toContain(false);
    expect(add()).not.toContain(true);
    names.clear();
    expect(add()).not.toContain(false);
  });
});

describe('prefixes', () => {
  it.each([3, 16, 17, 40])('%s of them are found, and no other', (count) => {
    const prefixes = new PrefixSet();
    const all = Array.from({ length: count }, (_, i) => `p${i}`);
    for (const prefix of [...all, ...all]) {
      prefixes.add(prefix);
    }
    expect(all.every((prefix) => prefixes.has(prefix))).toBe(true);
    expect(prefixes.has('q')).toBe(false);
    prefixes.clear();
    expect(all.some((prefix) => prefixes.has(prefix))).toBe(false);
  });
});
