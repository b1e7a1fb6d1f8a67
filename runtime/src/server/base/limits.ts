import { number, type OptionKind, type OptionKinds, requireOptions } from '../../base/options.js';

/** Limits for requests, against hostile or broken clients. */
export interface ServerLimits {
  /** Bytes of a request body; more is answered 413. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * Bytes of all request bodies together that are arriving or wait for their turn; bodies of up to 16 KiB do not count. When there are more, the
   * body that has been arriving for the longest time is answered 503. Default 64 MiB, or four times `maxBodyBytes` if that is more; at least
   * `maxBodyBytes`.
   */
  readonly maxIncomingBytes?: number;
  /** Calls whose handlers run at once; more are answered 503. Default 1000. A tenth of them may be pipelined on one connection. */
  readonly maxConcurrentCalls?: number;
  /**
   * Bytes of memory that the messages of these calls may hold together, as the server estimates it; a call that would need more is answered 503, and a
   * long message is so before short ones are. Default 64 MiB, or eight times `maxBodyBytes` if that is more; in Node a quarter of the process' heap.
   */
  readonly maxConcurrentBytes?: number;
  /** Depth of nested XML elements. Default 128. */
  readonly maxDepth?: number;
  /** Attributes of one XML element, namespace declarations included. Default 128. */
  readonly maxAttributes?: number;
  /** Fields of a query or form. Default 1000. */
  readonly maxFormFields?: number;
  /**
   * Milliseconds that a handler may take before the answer is a fault and its `context.signal` aborts. Default 60,000; 0
   * means no limit. The call counts for `maxConcurrentCalls` until the handler ends, at most for as long again.
   */
  readonly handlerTimeoutMs?: number;
}

/** Those of them that servers have which are not for services. */
export type DoorLimits = Pick<
  ServerLimits,
  'maxBodyBytes' | 'maxIncomingBytes' | 'maxConcurrentCalls' | 'maxConcurrentBytes'
>;

/** The kinds of the limits that every server has. */
export const doorLimits: OptionKinds<DoorLimits> = {
  maxBodyBytes: number,
  maxIncomingBytes: number,
  maxConcurrentCalls: number,
  maxConcurrentBytes: number,
};

/** The kinds of the limits of servers of services. */
export const serviceLimits: OptionKinds<ServerLimits> = {
  ...doorLimits,
  maxDepth: number,
  maxAttributes: number,
  maxFormFields: number,
  handlerTimeoutMs: number,
};

/** Throws `TypeError` for a limit that does not exist, and for one that is not a number. */
export function checkLimits(given: object | undefined, kinds: Readonly<Record<string, OptionKind>>): void {
  if (given !== undefined) {
    requireOptions<object>('limits', given, kinds);
  }
}

const mebibyte = 1_048_576;

/**
 * The limits of a server, with the default of each one that is not given. `callMemory` is what calls may use of the process' memory. Throws `RangeError`
 * for a limit that is not a number of at least 0.
 */
export function serverLimits(
  given: ServerLimits | undefined,
  callMemory: number = 64 * mebibyte,
): Required<ServerLimits> {
  const maxBodyBytes = given?.maxBodyBytes ?? mebibyte;
  const defaults: Required<ServerLimits> = {
    maxBodyBytes,
    maxIncomingBytes: Math.max(64 * mebibyte, 4 * maxBodyBytes),
    maxConcurrentCalls: 1000,
    maxConcurrentBytes: Math.max(callMemory, 8 * maxBodyBytes),
    maxDepth: 128,
    maxAttributes: 128,
    maxFormFields: 1000,
    handlerTimeoutMs: 60_000,
  };
  const limits = withLimits<keyof ServerLimits>(defaults, given);
  // One body always has room.
  return { ...limits, maxIncomingBytes: Math.max(limits.maxIncomingBytes, limits.maxBodyBytes) };
}

/** Given limits over defaults. Throws `RangeError` for one that is not a number of at least 0. */
export function withLimits<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  given: { readonly [N in Name]?: number } | undefined,
): Record<Name, number> {
  const merged: Record<Name, number> = { ...defaults };
  for (const name of Object.keys(defaults) as Name[]) {
    const value = given?.[name];
    if (value !== undefined) {
      if (!(value >= 0)) {
        throw new RangeError(`limits.${name} is ${value}; give a number of at least 0.`);
      }
      merged[name] = value;
    }
  }
  return merged;
}
