import { median } from './table.mjs';

/**
 * Runs the contenders in turn, round after round, so that a drift of the machine's speed touches all alike; the first
 * round warms up and is not counted. A contender gives a number, or an object of numbers. Gives the median of each
 * contender's numbers, and the median of their ratios to those of the first contender, taken round by round.
 */
export async function rounds(contenders, count) {
  const names = Object.keys(contenders);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round <= count; round++) {
    for (const name of names) {
      const value = await contenders[name]();
      if (round > 0) {
        samples[name].push(typeof value === 'number' ? { value } : value);
      }
    }
  }
  const first = samples[names[0]];
  return Object.fromEntries(names.map((name) => [name, summary(samples[name], first)]));
}

function summary(own, first) {
  const each = (of) => Object.fromEntries(Object.keys(own[0]).map((key) => [key, median(own.map(of(key)))]));
  const medians = each((key) => (sample) => sample[key]);
  const ratios = each((key) => (sample, i) => sample[key] / first[i][key]);
  return { ...medians, median: medians.value, ratio: ratios.value, ratios };
}
