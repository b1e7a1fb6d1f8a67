import { lineDiff } from './line-diff.js';

it('takes a change of very many lines', () => {
  const added = Array.from({ length: 200_000 }, (_, index) => `${index}`);
  expect(lineDiff(['a', 'b', 'c'], [...added, 'b', 'd']).length).toBe(added.length + 2);
});
