import { soak } from './soaking.js';

it('answers every request with its own answer, whatever happens beside it, and closes at once', async () => {
  const result = await soak({ seconds: 3, callers: 16 });
  expect(result.wrong).toEqual([]);
  expect(result.lost).toEqual([]);
  expect(result.answered).toBeGreaterThan(100);
  expect(Object.keys(result.injected)).toHaveLength(9);
  expect(result.closeMs).toBeLessThan(2500);
}, 60_000);
