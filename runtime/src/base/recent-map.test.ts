import { RecentMap } from './recent-map.js';

const key = (i: number, length: number): string => `${i}`.padEnd(length, '-');

describe('a cache of recently used entries', () => {
  it('returns the entries that it keeps', () => {
    const map = new RecentMap<number>(10_000);
    map.set('a', 1);
    expect([map.get('a'), map.get('b')]).toEqual([1, undefined]);
  });

  it('is bounded in characters, whatever passes through', () => {
    for (const length of [1, 10, 100, 1000]) {
      const map = new RecentMap<number>(10_000);
      for (let i = 0; i < 5000; i++) {
        map.set(key(i, length), i);
      }
      expect(map.size * length).toBeLessThanOrEqual(10_000);
    }
  });

  it('does not keep an entry that would push out many others', () => {
    const map = new RecentMap<number>(10_000);
    for (let i = 0; i < 20; i++) {
      map.set(key(i, 10), i);
    }
    for (let i = 0; i < 100; i++) {
      map.set(key(i, 1000), i);
    }
    expect([map.get(key(3, 10)), map.get(key(3, 1000))]).toEqual([3, undefined]);
  });

  it('keeps entries that are used repeatedly', () => {
    const map = new RecentMap<number>(10_000);
    map.set('often', 1);
    for (let i = 0; i < 5000; i++) {
      map.set(key(i, 20), i);
      expect(map.get('often')).toBe(1);
    }
    expect(map.get(key(10, 20))).toBeUndefined();
  });

  it('weighs values with a given function', () => {
    const map = new RecentMap<string>(10_000, (_, value) => value.length);
    map.set('heavy', 'x'.repeat(5000));
    map.set('light', 'x');
    expect([map.get('heavy'), map.get('light')]).toEqual([undefined, 'x']);
  });
});
