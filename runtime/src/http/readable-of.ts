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
