import { press } from './pressing.js';

it.each([
  ['at once', 0],
  ['later', 500],
])(
  'a server in a small process survives hostile requests, and serves others meanwhile; handlers answer %s',
  async (_, handlerMs) => {
    const { died, answers, waits, failed } = await press({ requests: 52, callers: 26, handlerMs, heapMiB: 128 });
    expect([died, failed]).toEqual([false, []]);
    expect(Object.values(answers).reduce((sum, count) => sum + count)).toBe(52);
    expect(Object.keys(answers).filter((answer) => !/^(200|4\d\d|500|503|raw)$/.test(answer))).toEqual([]);
    // Each of these was served between two of the others.
    expect(waits.length).toBeGreaterThan(26);
  },
  120_000,
);
