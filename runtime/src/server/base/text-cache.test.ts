import { TextCache } from './text-cache.js';

it('makes a text once for each owner, name and source', () => {
  const cache = new TextCache(1000);
  let made = 0;
  const make = (): string => `text ${++made}`;
  const [one, other] = [{}, {}];
  expect([cache.get(one, 'a', ['s'], make), cache.get(one, 'a', ['s'], make)]).toEqual(['text 1', 'text 1']);
  expect([cache.get(one, 'b', ['s'], make), cache.get(other, 'a', ['s'], make)]).toEqual(['text 2', 'text 3']);
  expect([cache.get(one, 'a', ['s', 'changed'], make), cache.get(one, 'a', ['s', 'changed'], make)]).toEqual([
    'text 4',
    'text 4',
  ]);
});

it('keeps a limited number of characters, of the most recent texts', () => {
  const cache = new TextCache(30);
  const made: string[] = [];
  const owner = {};
  const get = (name: string, length = 10): number =>
    cache.get(owner, name, [], () => {
      made.push(name);
      return 'x'.repeat(length);
    }).length;
  for (const name of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) {
    get(name);
  }
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b']);
  expect([get('long', 31), get('a')]).toEqual([31, 10]);
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b', 'long']);
});

it('keeps nothing of a text that could not be made', () => {
  const cache = new TextCache(30);
  const owner = {};
  const fails = (): string => {
    throw new TypeError('no');
  };
  expect(() => cache.get(owner, 'a', [], fails)).toThrow(TypeError);
  expect(cache.get(owner, 'a', [], () => 'x')).toBe('x');
});
