import { parseIpAddress, plainIpAddress } from '../http/ip-address.js';
import { didYouMean } from '../nearest.js';
import { type Caller, Callers } from './callers.js';
import type { PrincipalOf, ServerTypes } from './server-types.js';

/** How a server divides its time among callers. */
export interface FairnessOptions {
  /**
   * Part of the processor's time that callers who use more than their part may have together, as long as others call. Default 0.1. Each may always have its own part, which
   * is the time divided by the number of callers.
   */
  readonly share?: number;
  /** Requests of one caller that wait because it has used more than its part; more are answered 429. Default 1000. Of a principal, a tenth of it. */
  readonly maxWaiting?: number;
  /** The name by which the time of a principal is counted; undefined for none. Default: principals that are strings count. */
  readonly principalKey?: (principal: PrincipalOf<ServerTypes>) => string | undefined;
}

const defaults = { share: 0.1, maxWaiting: 1000 };
/** The part of the waiting requests that calls of one principal may be: their messages are read, and take memory. */
const shareOfPrincipal = 10;

/** Who calls a server, and how much each has used. */
export class Fairness {
  readonly #isOn: boolean;
  readonly #maxWaiting: number;
  readonly #addresses: Callers;
  readonly #principals: Callers;
  readonly #principalKey: (principal: PrincipalOf<ServerTypes>) => string | undefined;

  /** `false` counts all callers as one. Throws `TypeError` and `RangeError` for what is not allowed. */
  constructor(options: FairnessOptions | false = {}) {
    const { share, maxWaiting, principalKey } = requireOptions(options);
    this.#isOn = options !== false;
    this.#maxWaiting = maxWaiting;
    this.#addresses = new Callers(share);
    this.#principals = new Callers(share);
    this.#principalKey = principalKey;
  }

  /** The caller at an address; all of unknown address are one. */
  callerAt(address: string | undefined): Caller {
    return this.#addresses.caller(this.#isOn && address !== undefined ? networkOf(address) : '');
  }

  /** The caller that a principal is; undefined if it does not count. */
  callerFor(principal: PrincipalOf<ServerTypes>): Caller | undefined {
    const key = this.#isOn && principal !== undefined ? this.#principalKey(principal) : undefined;
    return key === undefined ? undefined : this.#principals.caller(key);
  }

  /** True if no further request of a caller may wait. */
  isFull(caller: Caller): boolean {
    return caller.waiting >= this.#maxWaiting && caller.isBehind;
  }

  /** The same for calls of a principal. */
  isFullOfCalls(principal: Caller): boolean {
    return principal.waiting >= Math.ceil(this.#maxWaiting / shareOfPrincipal);
  }
}

const optionNames: ReadonlySet<string> = new Set(['share', 'maxWaiting', 'principalKey']);

/** The options with their defaults. JavaScript callers may give anything. */
function requireOptions(options: FairnessOptions | false): Required<FairnessOptions> {
  const given = options === false ? {} : options;
  if (typeof given !== 'object' || given === null) {
    throw new TypeError('The option fairness is an object, or false.');
  }
  for (const name of Object.keys(given)) {
    if (!optionNames.has(name)) {
      throw new TypeError(`fairness has no option ${name}${didYouMean(name, optionNames)}.`);
    }
  }
  const { share = defaults.share, maxWaiting = defaults.maxWaiting, principalKey = nameOf } = given;
  if (!(share > 0 && share <= 1)) {
    throw new RangeError(`fairness.share is ${share}; give a number above 0, and at most 1.`);
  }
  if (!(maxWaiting >= 0)) {
    throw new RangeError(`fairness.maxWaiting is ${maxWaiting}; give a number of at least 0.`);
  }
  if (typeof principalKey !== 'function') {
    throw new TypeError('fairness.principalKey is a function of a principal.');
  }
  return { share, maxWaiting, principalKey };
}

function nameOf(principal: unknown): string | undefined {
  return typeof principal === 'string' ? principal : undefined;
}

/** Those who have an address of version 6 most often have all that begin with the same 64 bits. */
function networkOf(address: string): string {
  const plain = plainIpAddress(address);
  const octets = plain.includes(':') ? parseIpAddress(plain) : undefined;
  return octets === undefined ? plain : octets.subarray(0, 8).join();
}
