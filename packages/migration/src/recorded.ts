import type { WireResponse } from '@wsdl-codegen/runtime';
import { ByteCollector, readableOf, type WireStream } from '@wsdl-codegen/runtime/extend';

/** An answer that can be sent, and its bytes once they are there; undefined if they are too many, or nobody reads them to the end. */
export interface RecordedAnswer {
  readonly response: WireResponse;
  readonly bytes: Promise<Uint8Array | undefined>;
}

/** Keeps the bytes of an answer while it is sent, up to `maxBytes`. */
export function recorded(response: WireResponse, maxBytes: number): RecordedAnswer {
  const { stream, body } = response;
  if (stream === undefined) {
    return { response, bytes: Promise.resolve(bytesOf(body, maxBytes)) };
  }
  let done: (bytes: Uint8Array | undefined) => void = () => undefined;
  const bytes = new Promise<Uint8Array | undefined>((resolve) => {
    done = resolve;
  });
  return { response: { ...response, stream: new RecordedStream(stream, maxBytes, done) }, bytes };
}

/** Reads an answer that is not sent. */
export async function readWhole({ stream, body }: WireResponse, maxBytes: number): Promise<Uint8Array | undefined> {
  if (stream === undefined) {
    return bytesOf(body, maxBytes);
  }
  const kept = new ByteCollector();
  for await (const chunk of stream) {
    if (kept.length + chunk.length > maxBytes) {
      await stream.return();
      return undefined;
    }
    kept.add(chunk);
  }
  return kept.bytes();
}

/** The bytes of a body that is there; undefined if they are too many. */
function bytesOf(body: WireResponse['body'], maxBytes: number): Uint8Array | undefined {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return bytes.length > maxBytes ? undefined : bytes;
}

class RecordedStream implements WireStream {
  readonly length: number | undefined;
  readonly #stream: WireStream;
  readonly #maxBytes: number;
  readonly #done: (bytes: Uint8Array | undefined) => void;
  /** Undefined when there were too many. */
  #kept: ByteCollector | undefined = new ByteCollector();

  constructor(stream: WireStream, maxBytes: number, done: (bytes: Uint8Array | undefined) => void) {
    this.length = stream.length;
    this.#stream = stream;
    this.#maxBytes = maxBytes;
    this.#done = done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      const step = await this.#stream.next();
      if (step.done === true) {
        this.#done(this.#kept?.bytes());
      } else {
        this.#keep(step.value);
      }
      return step;
    } catch (error) {
      this.#done(undefined);
      throw error;
    }
  }

  #keep(chunk: Uint8Array): void {
    if ((this.#kept?.length ?? 0) + chunk.length > this.#maxBytes) {
      this.#kept = undefined;
    }
    this.#kept?.add(chunk);
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#done(undefined);
    return this.#stream.return();
  }

  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}
