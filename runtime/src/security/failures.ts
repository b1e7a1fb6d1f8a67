import { count, having, type OptionKinds, requireOptions } from '../base/options.js';
import { RecentMap } from '../base/recent-map.js';
import { parseIpAddress } from '../http/ip-address.js';
import { seconds } from './instants.js';

/** Counts failed tries. Where several processes serve, they share one. */
export interface FailureStore {
  /** The tries that are counted for a key; 0 when they are forgotten. */
  count(key: string): number | Promise<number>;
  /** Counts one more for a key. All of its tries are forgotten at `until`. */
  add(key: string, until: Date): void | Promise<void>;
}

/** How many tries with a wrong password there may be. A try that is refused because there were too many is not counted. */
export interface FailureLimits {
  /** Failed tries as one user from one address. Default 10. */
  readonly limit?: number;
  /** Failed tries from one address, as whichever users. Default ten times `limit`. */
  readonly addressLimit?: number;
  /** Seconds after the last failed try until all are forgotten. Default 900. */
  readonly seconds?: number;
  /** Where they are counted. Default: in memory, which is enough for one process. */
  readonly store?: FailureStore;
}

const store = having('an object with `count` and `add`', 'add');
const kinds: OptionKinds<FailureLimits> = { limit: count, addressLimit: count, seconds, store };

/** What the failed tries of one caller are counted under, and how many there may be. */
export type FailureKeys = readonly (readonly [key: string, limit: number])[];

/** Failed tries, by user and address and by address. */
export class Failures {
  readonly #limit: number;
  readonly #addressLimit: number;
  readonly #milliseconds: number;
  readonly #store: FailureStore;
  readonly #clock: () => Date;

  /** Throws `TypeError` for limits that do not exist, or have another kind. */
  constructor(limits: FailureLimits, clock: () => Date) {
    requireOptions('failures', limits, kinds);
    const { limit = 10, addressLimit = limit * 10, seconds: time = 900 } = limits;
    this.#limit = limit;
    this.#addressLimit = addressLimit;
    this.#milliseconds = time * 1000;
    this.#store = limits.store ?? memoryFailures(clock);
    this.#clock = clock;
  }

  /**
   * The keys of a caller. Tries as a user from elsewhere do not count against those from here, so that strangers cannot lock a user out; where the host does not say
   * where requests come from, there is only the user.
   */
  keysOf(user: string, address: string | undefined): FailureKeys {
    const place = address === undefined ? '' : addressBlock(address);
    const own = [JSON.stringify([place, user]), this.#limit] as const;
    return place === '' ? [own] : [own, [JSON.stringify([place]), this.#addressLimit]];
  }

  /** True if there were too many tries. */
  async areTooMany(keys: FailureKeys): Promise<boolean> {
    const counts = await Promise.all(keys.map(([key]) => this.#store.count(key)));
    // What is not a number is too many: a store that fails lets nobody guess.
    return keys.some(([, limit], index) => !(Number(counts[index]) < limit));
  }

  /** Counts a failed try. */
  async add(keys: FailureKeys): Promise<void> {
    const until = new Date(this.#clock().getTime() + this.#milliseconds);
    await Promise.all(keys.map(([key]) => this.#store.add(key, until)));
  }
}

/** What of an address belongs to one caller: all of an address of version 4, half of one of version 6, of which a caller has as many as it likes. */
function addressBlock(address: string): string {
  const octets = parseIpAddress(address);
  if (octets === undefined) {
    return address;
  }
  const isMapped = octets.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  return (isMapped ? octets.slice(12) : octets.slice(0, 8)).join('.');
}

/** Weight of all that is remembered, in code units and 64 for each key: some 100,000 keys. */
const maxWeight = 16_000_000;

/** Counts in the memory of one process, in bounded space. When it is full it forgets those that are in use least. */
function memoryFailures(clock: () => Date): FailureStore {
  const known = new RecentMap<{ count: number; until: number }>(maxWeight);
  return {
    count: (key) => {
      const found = known.get(key);
      return found !== undefined && found.until > clock().getTime() ? found.count : 0;
    },
    add: (key, until) => {
      const found = known.get(key);
      if (found === undefined) {
        known.set(key, { count: 1, until: until.getTime() });
      } else {
        found.count = found.until > clock().getTime() ? found.count + 1 : 1;
        found.until = until.getTime();
      }
    },
  };
}
