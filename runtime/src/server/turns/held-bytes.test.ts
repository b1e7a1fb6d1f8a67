import { heldBytes } from './held-bytes.js';

it.each<[string, unknown, number, number]>([
  ['text', 'x'.repeat(100_000), 300_000, 310_000],
  ['bytes', new Uint8Array(75_000), 270_000, 280_000],
  ['numbers', Array.from({ length: 50_000 }, () => 1), 600_000, 610_000],
  [
    'trees',
    Array.from({ length: 25_000 }, () => ({ namespace: '', name: 'a', attributes: [], children: [] })),
    2_000_000,
    3_000_000,
  ],
])('estimates the memory of %s', (_, input, least, most) => {
  const bytes = heldBytes(100_000, input);
  expect(bytes).toBeGreaterThanOrEqual(least);
  expect(bytes).toBeLessThan(most);
});

it('treats short bodies as trees, and does not analyse them', () => {
  const input = new Proxy({}, { ownKeys: () => fail('looked into') });
  expect(heldBytes(1000, input)).toBe(40_000);
});

it('ends for values that contain themselves, and does not read properties of class instances', () => {
  const cycle: Record<string, unknown> = {};
  cycle.again = cycle;
  class Money {
    get amount(): number {
      throw new Error('asked');
    }
  }
  expect(heldBytes(2000, cycle)).toBeGreaterThan(4000);
  expect(heldBytes(2000, [new Money()])).toBeLessThan(5000);
});
