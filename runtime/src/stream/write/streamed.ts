import { readableOf } from '../../http/body-streams.js';
import {
  type StreamedBody,
  type StreamedCall,
  type StreamedResult,
  streamedResult,
} from '../../server/handlers/streamed-result.js';
import type { Uninferred } from '../../service/descriptor.js';
import type { OutgoingMessage } from '../../soap/envelope-frame.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { type GrowingBody, growingBody } from './bodies.js';
import { ByteStream } from './byte-stream.js';
import { SourceError } from './opened-source.js';
import { partContent } from './part-content.js';
import type { Streaming } from './sources.js';

/**
 * A handler's answer that is written while it is sent: in the place of each list may be an iterable or a stream of its items, in the place of each
 * `Uint8Array` a stream of its octets. `return streamed({ orders: database.cursor() })`. Sources are read as fast as the client takes the
 * answer, and ended by `return` when it goes away.
 *
 * Headers and the first chunk are sent together: an error before that is a fault as any other, and a `SoapFault` that a source throws is the answer. A later error cuts the connection, so that the
 * client knows that the answer is not whole; `onError` of the server gets it.
 *
 * Only servers can use the value of the promise.
 */
export function streamed<Output>(answer: Streaming<Uninferred<Output>>): Promise<Output> {
  const result: StreamedResult = Object.assign(new ResultStream(answer), { [streamedResult]: true as const });
  return Promise.resolve(result as unknown as Output);
}

/** Bundlers keep a class whose members are computed, so `streamed` adds the mark. */
class ResultStream implements Omit<StreamedResult, typeof streamedResult> {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  begin(message: OutgoingMessage, call: StreamedCall): Promise<StreamedBody> {
    return begun(() => growingBody(message, false), call);
  }

  octets(contentType: string, call: StreamedCall): Promise<StreamedBody> {
    return begun(() => {
      const content = partContent(this.value, '');
      const cancel = (): void => content.cancel();
      return { contentType, stream: new ByteStream(content.read(), content.length, cancel), cancel };
    }, call);
  }
}

async function begun(begin: () => GrowingBody, call: StreamedCall): Promise<StreamedBody> {
  try {
    const { contentType, stream } = begin();
    return { contentType, stream: new BegunStream(await stream.next(), stream, call) };
  } catch (error) {
    call.end();
    throw error instanceof SourceError && error.cause instanceof SoapFault ? error.cause : error;
  }
}

/** A body whose first chunk is there; tells the call of its errors, and of its end. */
class BegunStream implements AsyncIterableIterator<Uint8Array> {
  readonly length: number | undefined;
  readonly #stream: ByteStream;
  readonly #call: StreamedCall;
  #first: IteratorResult<Uint8Array> | undefined;

  constructor(first: IteratorResult<Uint8Array>, stream: ByteStream, call: StreamedCall) {
    this.length = stream.length;
    this.#first = first;
    this.#stream = stream;
    this.#call = call;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      const step = this.#first ?? (await this.#stream.next());
      this.#first = undefined;
      if (step.done === true) {
        this.#call.end();
      }
      return step;
    } catch (error) {
      this.#call.fail(error);
      this.#call.end();
      throw error;
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.#call.end();
    return this.#stream.return();
  }

  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}
