import { callback, count, type OptionKinds, requireOptions } from '../base/options.js';

/** Remembers the nonces of tokens, so that nobody can send a token again. Where several processes serve, they share a store. */
export interface NonceStore {
  /**
   * Remembers a nonce until its token is no longer accepted. True if it was not known; with anything else the token is refused. The instant of the token is part of
   * the key.
   */
  use(key: string, created: Date, expires: Date): boolean | Promise<boolean>;
}

/** Options of `memoryNonces`. */
export interface MemoryNoncesOptions {
  /** Nonces that are remembered at a time. Default 100,000. */
  readonly limit?: number;
  /** Default: the machine's time. */
  readonly clock?: () => Date;
}

const kinds: OptionKinds<MemoryNoncesOptions> = { limit: count, clock: callback };

/**
 * A store in the memory of one process. When it is full it forgets the nonce that it has known for longest, and accepts no token that was made before that one: so
 * none can be sent twice all the same. Throws `TypeError` for options that do not exist or have another kind.
 */
export function memoryNonces(options: MemoryNoncesOptions = {}): NonceStore {
  requireOptions('memoryNonces', options, kinds);
  const { limit = 100_000, clock = () => new Date() } = options;
  const known = new Map<string, readonly [created: number, expires: number]>();
  let floor = Number.NEGATIVE_INFINITY;
  /** Nonces come in the order in which they expire, nearly: one that is out of order stays a little longer. */
  const forgetExpired = (now: number): void => {
    for (const [key, [, expires]] of known) {
      if (expires > now) {
        return;
      }
      known.delete(key);
    }
  };
  const forgetOldest = (): void => {
    const [oldest] = known;
    if (oldest !== undefined) {
      const [key, [created]] = oldest;
      known.delete(key);
      floor = Math.max(floor, created);
    }
  };
  return {
    use: (key, created, expires) => {
      forgetExpired(clock().getTime());
      if (known.has(key) || created.getTime() <= floor) {
        return false;
      }
      if (known.size >= limit) {
        forgetOldest();
      }
      known.set(key, [created.getTime(), expires.getTime()]);
      return true;
    },
  };
}
