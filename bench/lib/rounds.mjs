import { median } from './table.mjs';

/**
 * Runs the contenders in turn, round after round, so that a drift of the machine's speed touches all alike; the first
 * round warms up and is not counted. Gives each contender's median, and the median of the ratios to the first contender
 * taken round by round.
 */
export async function rounds(contenders, count) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= count; round++) {
    for (const name of names) {
      const value = await contenders[name]();
      if (round > 0) {
        samples[name].push(value);
      }
    }
  }
  const first = samples[names[0]];
  return Object.fromEntries(
    names.map((name) => [
      name,
      { median: median(samples[name]), ratio: median(samples[name].map((value, i) => value / first[i])) },
    ]),
  );
}
