import { defaultTransport } from '#transport';
import { callback, number, type OptionKinds, requireKind, requireOptions } from '../base/options.js';
import { createFetchTransport } from '../client/fetch-transport.js';
import type { BodyStream, Transport, TransportRequest } from '../http/transport.js';

/** How bodies are compressed. */
export interface GzipOptions {
  /** Bytes from which a body is compressed. Default 1024. */
  readonly minBytes?: number;
}

const kinds: OptionKinds<GzipOptions> = { minBytes: number };

/**
 * A transport that compresses the bodies of requests (`Content-Encoding: gzip`). A service that does not take them answers 415, or anything else: nothing tells beforehand. Bodies that are
 * made as they are sent are compressed as they are sent. Needs `CompressionStream`, which Node and browsers have. Requests with a `Content-Encoding` stay as they are.
 *
 * @param transport what sends the requests; default that of the host
 */
export function withGzip(transport: Transport = defaultTransport, options: GzipOptions = {}): Transport {
  requireKind('The transport', transport, callback);
  requireOptions('withGzip', options, kinds);
  const { minBytes = 1024 } = options;
  const { fetch: host, open } = transport;
  if (host !== undefined) {
    return createFetchTransport(compressingFetch(host, minBytes));
  }
  const send = async (request: TransportRequest): ReturnType<Transport> =>
    transport(await compressed(request, minBytes));
  return Object.assign(send, {
    ...(transport.listensToOnCancel !== undefined && { listensToOnCancel: transport.listensToOnCancel }),
    ...(transport.sendsStreams !== undefined && { sendsStreams: transport.sendsStreams }),
    ...(open !== undefined && {
      open: async (request: TransportRequest) => open(await compressed(request, minBytes)),
    }),
  });
}

async function compressed(request: TransportRequest, minBytes: number): Promise<TransportRequest> {
  const { body, stream } = request;
  const headers = { ...request.headers, 'Content-Encoding': 'gzip' };
  if (isCoded(request.headers)) {
    return request;
  }
  if (stream !== undefined) {
    return { ...request, headers, stream: new GzipStream(stream) };
  }
  const bytes = bytesOf(body);
  return bytes.length < minBytes ? request : { ...request, headers, body: await gzip(bytes) };
}

function compressingFetch(host: typeof fetch, minBytes: number): typeof fetch {
  return async (input, init = {}) => {
    const headers = init.headers as Readonly<Record<string, string>>;
    const { body } = init;
    const coded = { ...headers, 'Content-Encoding': 'gzip' };
    if (isCoded(headers)) {
      return host(input, init);
    }
    if (body instanceof ReadableStream) {
      return host(input, { ...init, headers: coded, body: body.pipeThrough(gzipCoder()) });
    }
    const bytes = bytesOf(body as string | Uint8Array | null);
    return bytes.length < minBytes
      ? host(input, init)
      : host(input, { ...init, headers: coded, body: (await gzip(bytes)) as BodyInit });
  };
}

function isCoded(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-encoding');
}

function bytesOf(body: string | Uint8Array | null | undefined): Uint8Array {
  return typeof body === 'object' && body !== null ? body : new TextEncoder().encode(body ?? '');
}

/** The types of hosts disagree about the kinds of octets in streams. */
type Coder = ReadableWritablePair<Uint8Array, Uint8Array>;

function gzipCoder(): Coder {
  return new CompressionStream('gzip') as unknown as Coder;
}

async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return new Uint8Array(await new Response(source.pipeThrough(gzipCoder()) as BodyInit).arrayBuffer());
}

/** A body that is compressed as it is sent. */
class GzipStream implements BodyStream {
  readonly length = undefined;
  readonly #source: BodyStream;
  #chunks: AsyncIterator<Uint8Array> | undefined;

  constructor(source: BodyStream) {
    this.#source = source;
  }

  get failure(): BodyStream['failure'] {
    return this.#source.failure;
  }

  readable(): ReadableStream<Uint8Array> {
    return this.#source.readable().pipeThrough(gzipCoder());
  }

  next(): Promise<IteratorResult<Uint8Array>> {
    this.#chunks ??= chunksOf(this.readable());
    return this.#chunks.next();
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#source.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    yield part.value;
  }
}
