import { WorkQueue } from './work-queue.js';

describe('a work queue', () => {
  it('returns things in the order in which they were added, each once', () => {
    const queue = new WorkQueue<string>();
    for (const item of ['b', 'a', 'b']) {
      queue.add(item);
    }
    expect([queue.take(), queue.take(), queue.take()]).toEqual(['b', 'a', undefined]);
  });

  it('does not accept a thing again that was done', () => {
    const queue = new WorkQueue<string>();
    queue.add('a');
    queue.take();
    queue.add('a');
    expect(queue.isEmpty).toBe(true);
  });

  it('does what is added while it is drained', () => {
    const queue = new WorkQueue<number>();
    const done: number[] = [];
    queue.add(3);
    queue.drain((item) => {
      done.push(item);
      if (item > 1) {
        queue.add(item - 1);
      }
    });
    expect(done).toEqual([3, 2, 1]);
  });
});
