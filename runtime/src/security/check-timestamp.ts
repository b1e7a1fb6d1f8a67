import type { OptionKinds } from '../base/options.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import { instantOf, seconds } from './instants.js';
import { wsu } from './names.js';
import { SecurityRefusal, trimmedText } from './received.js';

/** How old messages may be, in milliseconds. */
export interface Freshness {
  readonly now: number;
  readonly maxAge: number;
  /** What the clocks of caller and server may differ by. */
  readonly clockSkew: number;
}

/** How old messages may be. */
export interface AgeLimits {
  /** Seconds after which a message or a token is too old. Default 300. */
  readonly maxAgeSeconds?: number;
  /** Seconds that the clocks of caller and server may differ by. Default 60. */
  readonly clockSkewSeconds?: number;
}

/** The kinds of `AgeLimits`. */
export const ageLimitKinds: OptionKinds<AgeLimits> = { maxAgeSeconds: seconds, clockSkewSeconds: seconds };

/** The limits now. Throws `TypeError` for a clock that does not say what time it is: nothing would be too old. */
export function freshnessAt(now: Date, { maxAgeSeconds = 300, clockSkewSeconds = 60 }: AgeLimits): Freshness {
  if (!(now instanceof Date) || Number.isNaN(now.getTime())) {
    throw new TypeError('The option `clock` must give a valid Date.');
  }
  return { now: now.getTime(), maxAge: maxAgeSeconds * 1000, clockSkew: clockSkewSeconds * 1000 };
}

/** Longest text of an instant. */
const maxInstant = 64;

/**
 * Checks a `wsu:Timestamp` (SOAP Message Security 1.1, 10). Throws `SecurityRefusal`. Whatever end it names, it is good for the greatest age at most: from `Created` on,
 * or up to `Expires` where it is alone. Gives when it was made, in milliseconds.
 */
export function checkTimestamp(timestamp: XmlElement, freshness: Freshness, needsCreated: boolean): number | undefined {
  const created = readInstant(timestamp, 'Created');
  const expires = readInstant(timestamp, 'Expires');
  const { now, maxAge, clockSkew } = freshness;
  if (created === undefined && needsCreated) {
    throw new SecurityRefusal('InvalidSecurity', 'The timestamp does not say when it was made.');
  }
  if (expires !== undefined && (expires <= now - clockSkew || (created !== undefined && expires < created))) {
    throw new SecurityRefusal('MessageExpired', 'The timestamp has expired.');
  }
  if (created !== undefined) {
    requireFresh(created, freshness);
  } else if (expires !== undefined && expires > now + maxAge + clockSkew) {
    throw new SecurityRefusal('InvalidSecurity', 'The timestamp expires too late, and does not say when it was made.');
  }
  return created;
}

/** Throws `SecurityRefusal` for an instant that is too long ago, or in the future. */
export function requireFresh(created: number, { now, maxAge, clockSkew }: Freshness): void {
  if (created > now + clockSkew) {
    throw new SecurityRefusal('MessageExpired', 'The message was made in the future: the clocks differ too much.');
  }
  if (created <= now - maxAge - clockSkew) {
    throw new SecurityRefusal('MessageExpired', 'The message is too old.');
  }
}

function readInstant(timestamp: XmlElement, name: string): number | undefined {
  const text = trimmedText(timestamp, wsu, name, maxInstant);
  const instant = text === undefined ? undefined : instantOf(text);
  if (text !== undefined && instant === undefined) {
    throw new SecurityRefusal('InvalidSecurity', `${name} of the timestamp is not an instant.`);
  }
  return instant;
}
