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
  const coded = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes === undefined) {
          controller.close();
        } else {
          controller.enqueue(bytes as Uint8Array<ArrayBuffer>);
        }
      },
    },
    { highWaterMark: 0 },
  );
  const reader = coded.pipeThrough(new DecompressionStream(found[0] as CompressionFormat)).getReader();
  return async () => {
    const { done, value } = await reader.read();
    return done ? undefined : value;
  };
}
