/** The body of an answer in chunks. `tooLong` throws if a length in bytes is too much. Rejects with the host's own error. */
export async function* bodyChunks(
  response: Response,
  tooLong: (length: number) => void,
): AsyncGenerator<Uint8Array, undefined> {
  const reader = response.body?.getReader?.();
  if (reader === undefined) {
    yield* everyBody(response, tooLong);
    return;
  }
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield part.value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The parts of a Response that hosts have whose `fetch` gives no streams of the web. */
interface Source {
  readonly headers: Headers;
  /** Where `fetch` is a package for Node, a stream of Node's; absent on React Native. */
  readonly body?: Partial<AsyncIterable<Uint8Array>> | null;
  arrayBuffer?(): Promise<ArrayBuffer>;
  text?(): Promise<string>;
  clone?(): Source;
}

/** A body that is no stream of the web, by whatever the host has for it; `tooLong` as in `bodyChunks`. */
async function* everyBody(source: Source, tooLong: (length: number) => void): AsyncGenerator<Uint8Array> {
  const { body, headers } = source;
  if (body?.[Symbol.asyncIterator] !== undefined) {
    yield* body as AsyncIterable<Uint8Array>;
    return;
  }
  // The host holds the whole body before it can be measured, so Content-Length is checked first.
  if ((headers.get('content-encoding') ?? 'identity') === 'identity') {
    tooLong(Number(headers.get('content-length')));
  }
  yield await wholeBody(source);
}

/** The body in one piece. Some versions of React Native have an `arrayBuffer` that does not work: they are asked for the text. */
async function wholeBody(source: Source): Promise<Uint8Array> {
  const spare = source.clone?.() ?? source;
  const bytes = await source.arrayBuffer?.().catch(() => undefined);
  return bytes === undefined ? new TextEncoder().encode((await spare.text?.()) ?? '') : new Uint8Array(bytes);
}
