/** Random choices that depend on the seed alone (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(next() * count);
  return {
    below,
    chance: (oneIn) => below(oneIn) === 0,
    pick: (list) => list[below(list.length)],
    /** One of `[weight, value]`. */
    weighted(list) {
      let at = below(list.reduce((sum, [weight]) => sum + weight, 0));
      return list.find(([weight]) => {
        at -= weight;
        return at < 0;
      })[1];
    },
  };
}
