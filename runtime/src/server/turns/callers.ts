import { RecentMap } from '../../base/recent-map.js';
import type { PrincipalOf, ServerTypes } from '../base/server-types.js';

/** Who pays for a request. */
export interface RequestPayer {
  readonly caller: Caller;
  /** So many bytes of the request are read. */
  read(bytes: number): void;
  /** Work for the request took so long. */
  took(ms: number): void;
  /**
   * Calls a handler when its principal may have more time, who then pays as well for all that the request has cost and will cost. Throws what the handler throws, and
   * a `SoapFault` if too many calls of the principal wait.
   */
  call<T>(call: PrincipalCall, handler: () => T): T | Promise<T>;
}

/** A call of a principal. */
export interface PrincipalCall {
  readonly principal: PrincipalOf<ServerTypes>;
  readonly responseHeaders: Record<string, string>;
}

/** Milliseconds that a caller may owe before it has to wait. */
const freeMs = 50;
/** Milliseconds that a caller owes before it counts as one of those who use much. */
const owingMs = 10;
/** Milliseconds that a caller owes at most, unless its last request alone took longer. */
const mostOwedMs = 1000;
/** Milliseconds of work for which the clock is not read again: that costs as much as all other counting. */
const shortMs = 1;
/** Callers are counted in windows of this length. */
const windowMs = 2000;
/** Milliseconds for which nobody else must have called before the work of a caller that uses much is done out of turn. */
const shortestGapMs = 10;
/** Characters of the keys of callers that are remembered, with what an entry takes itself. */
const keptCharacters = 1_048_576;

/** A number of different callers in the present window and the one before. */
class Count {
  #now = 0;
  #before = 0;

  add(): void {
    this.#now++;
  }

  next(): void {
    this.#before = this.#now;
    this.#now = 0;
  }

  /** At least one. */
  get value(): number {
    return Math.max(1, this.#now, this.#before);
  }
}

/**
 * Those who share a server, by their key, and what each owes it. What a caller has used is paid by time: each millisecond pays `share` of a millisecond for all that
 * owe something together, or for each its part of the time, if that is more. So much may a caller use forever; one that uses more than that owes the rest.
 */
export class Callers {
  readonly #share: number;
  readonly #known = new RecentMap<Caller>(keptCharacters);
  readonly #calling = new Count();
  readonly #owing = new Count();
  #time = performance.now();
  #window = 0;
  #windowEnd = this.#time + windowMs;
  #paid = 0;
  /** The last caller that was not behind, when it called, and when another one had before. */
  #last: Caller | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;
  #otherAt = Number.NEGATIVE_INFINITY;

  /** `share` is the part of the time that those who use more than their part may have together, as long as others call. */
  constructor(share: number) {
    this.#share = share;
  }

  /** The caller with a key, who calls now. */
  caller(key: string): Caller {
    let caller = this.#known.get(key);
    if (caller === undefined) {
      caller = new Caller(this);
      this.#known.set(key, caller);
    }
    return caller;
  }

  /** Callers that are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** Milliseconds that each caller could have used until now. */
  payUntilNow(): number {
    const now = performance.now();
    if (now > this.#time) {
      this.#paid += (now - this.#time) * this.rate;
      this.#time = now;
      this.#turnWindows(now);
    }
    return this.#paid;
  }

  /** The same as of the last time that the clock was read. */
  get paid(): number {
    return this.#paid;
  }

  /** The part of the time that each caller may use. */
  get rate(): number {
    return Math.max(this.#share / this.#owing.value, 1 / this.#calling.value);
  }

  #turnWindows(now: number): void {
    if (now < this.#windowEnd) {
      return;
    }
    const isLong = now >= this.#windowEnd + windowMs;
    for (const count of [this.#calling, this.#owing]) {
      count.next();
      if (isLong) {
        count.next();
      }
    }
    this.#window++;
    this.#windowEnd = now + windowMs;
  }

  /** True if more than one caller has called lately. */
  get areSeveral(): boolean {
    return this.#calling.value > 1;
  }

  /** A caller that is not behind calls. */
  hear(caller: Caller): void {
    if (this.#last !== caller) {
      this.#otherAt = this.#lastAt;
      this.#last = caller;
    }
    this.#lastAt = this.#time;
  }

  /** Counts a caller that calls, once in a window; `window` is the one in which it was counted last. Returns the present one. */
  countCall(window: number): number {
    if (window !== this.#window) {
      this.#calling.add();
    }
    return this.#window;
  }

  /** The same for a caller that owes something. */
  countOwing(window: number): number {
    if (window !== this.#window) {
      this.#owing.add();
    }
    return this.#window;
  }

  /** Milliseconds until a time since a caller that is not behind, and not this one, has called. */
  quietMs(caller: Caller, until: number): number {
    return until - (this.#last === caller ? this.#otherAt : this.#lastAt);
  }
}

/** One of those who share a server. */
export class Caller {
  /** Requests that wait for their turn. */
  waiting = 0;
  /** Calls whose handlers run, and what their messages hold. */
  calls = 0;
  heldBytes = 0;
  /** Called whenever it has used more than its part. */
  whenBehind: (() => void) | undefined;
  readonly #all: Callers;
  /** What it has used is paid when `payUntilNow` gives so much. */
  #owesUntil = 0;
  /** What its work has taken in one turn: since the present one began, and at most lately. */
  #pieceMs = 0;
  #expectedMs = 0;
  #calledIn = -1;
  #owedIn = -1;

  constructor(all: Callers) {
    this.#all = all;
  }

  /** It sends a request. */
  call(): void {
    if (this.owedMs <= freeMs) {
      this.#all.hear(this);
      this.#pieceMs = 0;
    }
    this.#calledIn = this.#all.countCall(this.#calledIn);
  }

  /** It has used so much. */
  use(ms: number): void {
    const paid = ms < shortMs ? this.#all.paid : this.#all.payUntilNow();
    const owed = Math.max(0, this.#owesUntil - paid);
    this.#owesUntil = paid + Math.min(owed + ms, Math.max(mostOwedMs, owed, ms));
    this.#pieceMs += ms;
    if (owed + ms > owingMs) {
      this.#owedIn = this.#all.countOwing(this.#owedIn);
    }
    if (owed + ms > freeMs) {
      this.whenBehind?.();
    }
  }

  /** Its turn has come. */
  begin(): void {
    this.#expectedMs = Math.max(this.#pieceMs, 0.8 * this.#expectedMs);
    this.#pieceMs = 0;
  }

  /** True if there are others who have called lately. */
  get hasOthers(): boolean {
    return this.#all.areSeveral;
  }

  /** Milliseconds that it has used and not paid. */
  get owedMs(): number {
    return Math.max(0, this.#owesUntil - this.#all.payUntilNow());
  }

  /** True for a caller that has used more than its part, and has to wait. */
  get isBehind(): boolean {
    return this.#owesUntil - this.#all.paid > freeMs && this.owedMs > freeMs;
  }

  /**
   * Milliseconds until work of a caller that is behind may be done: when it has paid, or when nobody else has called for as long as it is expected to take. Calls that were sent
   * after `heardUntil` may not have been heard yet.
   */
  restMs(heardUntil: number): number {
    const { owedMs } = this;
    const { rate } = this.#all;
    const gap = Math.max(shortestGapMs, this.#expectedMs, this.#pieceMs) - this.#all.quietMs(this, heardUntil);
    return Math.max(0, Math.min((owedMs - freeMs) / rate, gap));
  }
}

/** A caller may have so many times what is left. */
const timesLeft = 4;

/**
 * True if a caller that has `own` of something may have more while `left` of it is left: one caller gets four fifths of all, two get four ninths each, and there is
 * always some left for the next.
 */
export function leavesRoom(own: number, left: number): boolean {
  return own < timesLeft * left;
}
