import { Turns } from './turns.js';

/** Work that takes some milliseconds and is measured. */
function work(turns: Turns, ms: number): void {
  turns.run(undefined, () => pass(ms));
}

/** Puts off work of nobody in particular. */
const later = (turns: Turns, bytes: number, run: () => void): unknown => turns.later(undefined, bytes, run);

/** What `performance.now` says: only work takes time here, however busy the machine is. */
let clock = 0;

/** Lets time pass, as if a message was read. */
function pass(ms: number): void {
  clock += ms;
}

beforeEach(() => {
  clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const nextRound = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Turns', () => {
  it('does not put off work as long as there is little of it', async () => {
    const turns = new Turns();
    work(turns, 1);
    expect(turns.busy).toBe(false);
    work(turns, 30);
    expect(turns.busy).toBe(true);
    await nextRound();
    expect(turns.busy).toBe(false);
  });

  it('does short work first, in order', async () => {
    const turns = new Turns();
    const done: string[] = [];
    work(turns, 30);
    later(turns, 100_000, () => done.push('long'));
    later(turns, 10, () => done.push('short'));
    later(turns, 10, () => done.push('short too'));
    later(turns, 5000, () => done.push('middle'));
    expect(done).toEqual([]);
    while (done.length < 4) {
      await nextRound();
    }
    expect(done).toEqual(['short', 'short too', 'middle', 'long']);
  });

  it('lets the event loop go round between pieces of long work', async () => {
    const turns = new Turns();
    work(turns, 30);
    let done = 0;
    for (let count = 0; count < 5; count++) {
      later(turns, 1_000_000, () => {
        pass(30);
        done++;
      });
    }
    let rounds = 0;
    while (done < 5) {
      await nextRound();
      expect(done).toBeLessThanOrEqual(++rounds);
    }
  });

  it('gives as much time to the longest work as to the others', async () => {
    const turns = new Turns();
    work(turns, 30);
    const done: string[] = [];
    later(turns, 1_000_000, () => {
      pass(50);
      done.push('long');
    });
    for (let count = 0; count < 20; count++) {
      later(turns, 10, () => {
        pass(10);
        done.push('short');
      });
    }
    while (done.length < 21) {
      await nextRound();
    }
    expect(done.indexOf('long')).toBeGreaterThan(0);
    expect(done.indexOf('long')).toBeLessThan(10);
  });

  it('does not let long work whose time is not measured keep short work waiting', async () => {
    const turns = new Turns();
    work(turns, 30);
    const done: string[] = [];
    let over = false;
    const long = async (): Promise<void> => {
      await turns.turn(undefined, 1_000_000);
      done.push('long');
      if (!over) {
        void long();
      }
    };
    void long();
    for (let count = 0; count < 10; count++) {
      later(turns, 10, () => {
        pass(30);
        done.push('short');
      });
    }
    while (done.filter((each) => each === 'short').length < 10) {
      await nextRound();
    }
    over = true;
    expect(done.length).toBeLessThan(30);
  });

  it('resolves one promise in a round, whose work is measured', async () => {
    const turns = new Turns();
    work(turns, 30);
    const done: number[] = [];
    const wait = async (bytes: number): Promise<void> => {
      await turns.turn(undefined, bytes);
      work(turns, 30);
      done.push(bytes);
    };
    const all = Promise.all([wait(9000), wait(20), wait(300)]);
    await nextRound();
    expect(done).toEqual([20]);
    await all;
    expect(done).toHaveLength(3);
  });

  it('gives those who wait their turn where timers end with the request that began them', async () => {
    const turns = new Turns();
    const lost = jest.spyOn(globalThis, 'setImmediate').mockImplementation((() => undefined) as never);
    work(turns, 30);
    const turn = turns.turn(undefined, 10);
    lost.mockRestore();
    expect(await turn).toBe(true);
  });
});
