import { SoapFault } from '../../soap/soap-fault.js';
import { wording } from '../base/wording.js';
import type { Caller, PrincipalCall, RequestPayer } from '../turns/callers.js';
import type { Fairness } from '../turns/fairness.js';
import type { Turns } from '../turns/turns.js';
import { retryAfter } from './wire.js';

/** Milliseconds that a request costs at least, besides its bytes. */
const requestMs = 0.05;
/** Milliseconds for each byte at least: 20 for a megabyte. Hosts whose clock stands still while they work count these only. */
const byteMs = 20 / 1_048_576;

/** Bytes for which each piece of a body counts at least. */
export const leastPiece = 200;

/** How a server divides its time. */
export interface FairRules {
  readonly fairness: Fairness;
  readonly turns: Turns;
}

/** What a request costs, and who pays: its caller, and its principal as soon as that is known. */
export class RequestCost implements RequestPayer {
  readonly caller: Caller;
  readonly #rules: FairRules;
  #principal: Caller | undefined;
  #leastMs = requestMs;
  #tookMs = 0;
  #usedMs = 0;

  /** Begins a request from an address; undefined if that is not known. */
  constructor(rules: FairRules, address: string | undefined) {
    this.#rules = rules;
    this.caller = rules.fairness.callerAt(address);
    this.caller.call();
    this.#use();
  }

  read(bytes: number): void {
    this.#leastMs += bytes * byteMs;
    if (this.#leastMs > this.#usedMs + requestMs) {
      this.#use();
    }
  }

  took(ms: number): void {
    this.#tookMs += ms;
    this.#use();
  }

  call<T>({ principal, responseHeaders }: PrincipalCall, handler: () => T): T | Promise<T> {
    const { fairness, turns } = this.#rules;
    const payer = fairness.callerFor(principal);
    if (payer === undefined) {
      return turns.run(this, handler);
    }
    this.#isOf(payer);
    if (!turns.holdsBack(payer)) {
      return turns.run(this, handler);
    }
    if (fairness.isFullOfCalls(payer)) {
      responseHeaders['Retry-After'] = retryAfter;
      throw new SoapFault(wording.tooMany.trim(), { status: 429 });
    }
    return turns.turn(payer, 0).then(() => turns.run(this, handler));
  }

  #isOf(principal: Caller): void {
    if (this.#principal !== principal) {
      this.#principal = principal;
      principal.call();
      principal.use(this.#usedMs);
    }
  }

  #use(): void {
    const ms = Math.max(this.#leastMs, this.#tookMs) - this.#usedMs;
    if (ms > 0) {
      this.#usedMs += ms;
      this.caller.use(ms);
      this.#principal?.use(ms);
    }
  }
}
