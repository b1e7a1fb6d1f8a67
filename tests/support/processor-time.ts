/**
 * Does some work that must not take more than `seconds` of processor time, and returns its result. The limits of tests are many
 * times what the work takes: they find what grows with the square of its input. What is over its limit is done again, up to twice,
 * because the collector of garbage may clear up after other tests at any time, which takes seconds where memory is full.
 */
export async function withinSeconds<Result>(seconds: number, work: () => Result | Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const before = process.cpuUsage();
    const result = await work();
    const { user, system } = process.cpuUsage(before);
    const spent = (user + system) / 1e6;
    if (spent < seconds) {
      return result;
    }
    if (attempt === 3) {
      throw new Error(`The work took ${spent.toFixed(1)} s of processor time, more than ${seconds} s.`);
    }
  }
}
