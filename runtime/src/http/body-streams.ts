/** Octets that come in pieces, and can be given up. */
interface Pieces {
  next(): Promise<IteratorResult<Uint8Array>>;
  return(): Promise<unknown>;
}

/** A body as a stream of the web, which asks for a piece when the one before is read. */
export function readableOf(body: Pieces): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await body.next();
        if (done === true) {
          controller.close();
        } else {
          controller.enqueue(value);
        }
      },
      cancel: async () => {
        await body.return();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The next part of a body; undefined at its end. */
export type NextBytes = () => Promise<Uint8Array | undefined>;

const formats: ReadonlyMap<string, CompressionFormat> = new Map([
  ['gzip', 'gzip'],
  ['deflate', 'deflate'],
]);

/** A body without its content codings, decoded as it is asked for; undefined where the host does not know one of them. */
export function inflated(codings: readonly string[], next: NextBytes): NextBytes | undefined {
  if (codings.length === 0) {
    return next;
  }
  const found = codings.map((coding) => formats.get(coding));
  if (codings.length > 1 || found.includes(undefined) || typeof DecompressionStream !== 'function') {
    return undefined;
  }
  const coded = readableOf({
    next: async () => {
      const value = await next();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    return: async () => undefined,
  }) as ReadableStream<Uint8Array<ArrayBuffer>>;
  const reader = coded.pipeThrough(new DecompressionStream(found[0] as CompressionFormat)).getReader();
  return async () => {
    const { done, value } = await reader.read();
    return done ? undefined : value;
  };
}
