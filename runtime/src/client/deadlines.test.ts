import { Deadlines } from './deadlines.js';

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe('deadlines', () => {
  it('are reached in their order, but for those that are cancelled', async () => {
    const deadlines = new Deadlines(40);
    const reached: string[] = [];
    const entries = ['a', 'b', 'c', 'd'].map((name) => deadlines.add(() => reached.push(name)));
    entries[1]?.cancel();
    entries[1]?.cancel();
    await wait(20);
    deadlines.add(() => reached.push('late'));
    entries[3]?.cancel();
    await wait(30);
    expect(reached).toEqual(['a', 'c']);
    await wait(40);
    expect(reached).toEqual(['a', 'c', 'late']);
  });

  it('may be added when one is reached, and after a rest', async () => {
    const deadlines = new Deadlines(10);
    const reached: number[] = [];
    deadlines.add(() => {
      reached.push(1);
      deadlines.add(() => reached.push(2));
    });
    await wait(60);
    deadlines.add(() => reached.push(3)).cancel();
    deadlines.add(() => reached.push(4));
    await wait(40);
    expect(reached).toEqual([1, 2, 4]);
  });

  it('are never early', async () => {
    const deadlines = new Deadlines(25);
    const start = performance.now();
    await new Promise<void>((done) => deadlines.add(done));
    expect(performance.now() - start).toBeGreaterThan(23);
  });

  it('let go of their neighbours when they are cancelled: an old one would keep all later calls alive', () => {
    const deadlines = new Deadlines(1000);
    const entries = ['a', 'b', 'c'].map(() => deadlines.add(() => undefined));
    for (const entry of entries) {
      entry.cancel();
      expect(entry).toMatchObject({ previous: undefined, next: undefined });
    }
  });
});
