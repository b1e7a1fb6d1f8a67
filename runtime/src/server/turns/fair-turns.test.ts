import fc from 'fast-check';
import { runs, someOf } from '../../../../tests/support/thorough.js';
import { RequestCost } from '../wire/request-cost.js';
import { Fairness } from './fairness.js';
import { Turns } from './turns.js';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** What of the host's time simulations have in their hands. */
const { setImmediate, setTimeout, clearTimeout } = globalThis;
const { now } = performance;

/** A server whose time is only what its work takes: immediates and timers run when this says so. */
class Simulation {
  now = 0;
  readonly turns = new Turns();
  readonly fairness: Fairness;
  #immediates: (() => void)[] = [];
  /** The next one is the last. */
  readonly #timers: Timer[] = [];

  constructor() {
    performance.now = () => this.now;
    Object.assign(globalThis, {
      setImmediate: (run: () => void) => this.#immediates.push(run),
      setTimeout: (run: () => void, ms: number) => this.at(ms, run),
      clearTimeout: (timer: Timer) => {
        const index = this.#timers.indexOf(timer);
        if (index >= 0) {
          this.#timers.splice(index, 1);
        }
      },
    });
    this.fairness = new Fairness();
  }

  /** Does something after some milliseconds. */
  at(ms: number, run: () => void): Timer {
    const timer = { at: this.now + ms, run };
    let index = this.#timers.length;
    while (index > 0 && (this.#timers[index - 1]?.at ?? 0) <= timer.at) {
      index--;
    }
    this.#timers.splice(index, 0, timer);
    return timer;
  }

  /** A request that takes so long. */
  request(address: string, ms: number, done: () => void, bytes = 100): void {
    const cost = new RequestCost(this, address);
    const work = (): void => {
      this.now += ms;
      done();
    };
    if (this.turns.mustWait(cost.caller)) {
      this.turns.later(cost.caller, bytes, work, cost);
    } else {
      this.turns.run(cost, work);
    }
  }

  /** Goes round as an event loop does, until nothing is left or the time is over. */
  run(until = Number.POSITIVE_INFINITY): void {
    while (this.now < until && (this.#immediates.length > 0 || this.#timers.length > 0)) {
      if (this.#immediates.length === 0) {
        this.now = Math.max(this.now, this.#timers.at(-1)?.at ?? 0);
      }
      const due: Timer[] = [];
      while ((this.#timers.at(-1)?.at ?? Number.POSITIVE_INFINITY) <= this.now) {
        due.push(...this.#timers.splice(-1));
      }
      for (const { run } of due) {
        run();
      }
      const immediates = this.#immediates;
      this.#immediates = [];
      for (const run of immediates) {
        run();
      }
    }
  }
}

afterEach(() => {
  performance.now = now;
  Object.assign(globalThis, { setImmediate, setTimeout, clearTimeout });
});

interface Load {
  readonly address: string;
  readonly connections?: number;
  readonly ms: number;
  readonly thinkMs: number;
  readonly bytes?: number;
}

/** Answers and waits of callers each of whose connections sends the next request after an answer. */
function load(simulation: Simulation, { address, connections = 1, ms, thinkMs, bytes }: Load): number[] {
  const waits: number[] = [];
  for (let index = 0; index < connections; index++) {
    const send = (): void => {
      const sent = simulation.now;
      simulation.request(
        address,
        ms,
        () => {
          waits.push(simulation.now - sent);
          simulation.at(thinkMs, send);
        },
        bytes,
      );
    };
    simulation.at(index % 7, send);
  }
  return waits;
}

const seconds = 10;

/** Answers to the fifty within the time. */
function fifty(simulation: Simulation, ms: number, thinkMs: number): () => number {
  const all = Array.from({ length: 50 }, (_, index) =>
    load(simulation, { address: `10.0.0.${index}`, ms, thinkMs: thinkMs + index / 10 }),
  );
  return () => all.reduce((sum, { length }) => sum + length, 0);
}

describe('a caller that uses much', () => {
  const much: readonly (readonly [name: string, hostile: Omit<Load, 'address' | 'thinkMs'>, thinkMs: number])[] = [
    ['messages that take long', { ms: 700, bytes: 1_000_000, connections: 20 }, 10],
    ['as many of them as it can', { ms: 100, bytes: 1_000_000, connections: 400 }, 10],
    ['short ones that take long', { ms: 60, bytes: 1000, connections: 100 }, 10],
    ['very many of the shortest ones', { ms: 0.2, bytes: 10, connections: 400 }, 10],
    ['messages just below a slice', { ms: 9, bytes: 10, connections: 100 }, 10],
    ['messages that take long, while the others leave gaps', { ms: 300, bytes: 1_000_000, connections: 20 }, 100],
  ];
  it.each(someOf(much, 2))('leaves the others four fifths of their rate: %s', (_, hostile, thinkMs) => {
    const alone = new Simulation();
    const answersAlone = fifty(alone, 0.2, thinkMs);
    alone.run(seconds * 1000);
    const simulation = new Simulation();
    const answers = fifty(simulation, 0.2, thinkMs);
    const own = load(simulation, { ...hostile, address: '10.9.9.9', thinkMs: 0 });
    simulation.run(seconds * 1000);
    expect(answers() / answersAlone()).toBeGreaterThan(0.8);
    expect(own.length).toBeGreaterThan(0);
  });

  it('has all of the time when nobody else calls', () => {
    const simulation = new Simulation();
    const answers = load(simulation, { address: '10.9.9.9', ms: 40, thinkMs: 0, connections: 5 });
    simulation.run(seconds * 1000);
    expect((answers.length * 40) / (seconds * 1000)).toBeGreaterThan(0.95);
  });

  it('has nearly all of it beside one that seldom calls, who waits for one piece of work', () => {
    const simulation = new Simulation();
    const much = load(simulation, { address: '10.9.9.9', ms: 40, thinkMs: 0, connections: 5, bytes: 1_000_000 });
    const waits = load(simulation, { address: '10.0.0.1', ms: 0.2, thinkMs: 1000 });
    simulation.run(seconds * 1000);
    expect((much.length * 40) / (seconds * 1000)).toBeGreaterThan(0.9);
    expect(Math.max(...waits)).toBeLessThan(90);
  });

  it('divides it evenly with others that use as much', () => {
    const simulation = new Simulation();
    const loads = [20, 50, 100].map((ms, index) =>
      load(simulation, { address: `10.9.9.${index}`, ms, thinkMs: 0, connections: 4, bytes: 1_000_000 }),
    );
    simulation.run(seconds * 1000);
    const used = loads.map(({ length }, index) => length * ([20, 50, 100][index] ?? 0));
    expect(Math.min(...used) / Math.max(...used)).toBeGreaterThan(0.7);
  });

  it('is no better off with the time divided among many addresses than the number of them', () => {
    const simulation = new Simulation();
    const answers = fifty(simulation, 0.2, 10);
    for (let index = 0; index < 10; index++) {
      load(simulation, { address: `10.9.9.${index}`, ms: 100, thinkMs: 0, connections: 10, bytes: 1_000_000 });
    }
    simulation.run(seconds * 1000);
    const alone = new Simulation();
    const answersAlone = fifty(alone, 0.2, 10);
    alone.run(seconds * 1000);
    expect(answers() / answersAlone()).toBeGreaterThan(0.7);
  });
});

describe('any callers', () => {
  const request = fc.record({
    caller: fc.integer({ min: 0, max: 6 }),
    at: fc.integer({ min: 0, max: 5000 }),
    ms: fc.double({ min: 0.1, max: 400, noNaN: true }),
    bytes: fc.integer({ min: 0, max: 1_000_000 }),
  });

  it('have all of their requests answered, without much idle time', () => {
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 80 }), (requests) => {
        const simulation = new Simulation();
        let answers = 0;
        for (const { caller, at, ms, bytes } of requests) {
          simulation.at(at, () => simulation.request(`10.0.0.${caller}`, ms, () => answers++, bytes));
        }
        simulation.run();
        expect(answers).toBe(requests.length);
        const work = requests.reduce((sum, { ms }) => sum + ms, 0);
        // A caller rests while others call, and for as long as its last request took after that.
        expect(simulation.now).toBeLessThan(5000 + 3 * work + 1000);
      }),
      { numRuns: runs(200) },
    );
  });

  it('that use little wait for one piece of work, and for one another', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 700 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 3, max: 20 }),
        (ms, connections, callers) => {
          const simulation = new Simulation();
          load(simulation, { address: '10.9.9.9', ms, thinkMs: 0, connections, bytes: 1_000_000 });
          simulation.run(3000);
          const waits = Array.from({ length: callers }, (_, index) =>
            load(simulation, { address: `10.0.0.${index}`, ms: 1, thinkMs: 50 }),
          );
          simulation.run(13_000);
          expect(Math.max(...waits.flat())).toBeLessThan(ms + 2 * callers + 12);
        },
      ),
      { numRuns: runs(30) },
    );
  });
});
