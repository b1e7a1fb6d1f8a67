import { callback, checkOptions, isObject, type OptionKinds } from '../../base/options.js';
import { parseIpAddress, plainIpAddress } from '../../http/ip-address.js';
import type { PrincipalOf, ServerTypes } from '../base/server-types.js';
import { type Caller, Callers } from './callers.js';

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

  /** `false` counts all callers as one. Throws `TypeError` for what is not allowed. */
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

const optionKinds: OptionKinds<FairnessOptions> = {
  share: {
    expected: 'a number above 0, and at most 1',
    fits: (value) => typeof value === 'number' && value > 0 && value <= 1,
  },
  maxWaiting: { expected: 'a number of at least 0', fits: (value) => typeof value === 'number' && value >= 0 },
  principalKey: callback,
};

/** The options with their defaults. JavaScript callers may give anything. */
function requireOptions(options: FairnessOptions | false): Required<FairnessOptions> {
  if (!isObject(options) && options !== false) {
    throw new TypeError('The option `fairness` must be an object, or false.');
  }
  const given = options || {};
  checkOptions('The option `fairness`', given, optionKinds);
  return {
    share: given.share ?? defaults.share,
    maxWaiting: given.maxWaiting ?? defaults.maxWaiting,
    principalKey: given.principalKey ?? nameOf,
  };
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
