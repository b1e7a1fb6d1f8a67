import { Agent, createServer as createHttpServer } from 'node:http';
import { type Duplex, duplexPair, PassThrough } from 'node:stream';
import type { Transport, WireResponse } from '@wsdl-codegen/runtime';
import { createNodeTransport, type NodeServer } from '@wsdl-codegen/runtime/node';

/** The bytes of a connection. */
export interface Recording {
  /** Bytes of the request, as text. */
  readonly request: string;
  readonly response: string;
}

/** A transport whose connections end in a server of the same process, and what the last call sent and got. */
export interface RecordingTransport {
  readonly transport: Transport;
  /** The call since the last `take`. */
  take(): Recording;
}

/**
 * Joins a client and a server through Node's own HTTP implementation, but in memory: every byte of both directions is the one
 * that a network would carry. One call at a time.
 */
export function recordingTransport(server: NodeServer): RecordingTransport {
  const sent: Buffer[] = [];
  const received: Buffer[] = [];
  const host = createHttpServer(server.nodeListener);
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => {
    const [client, remote] = duplexPair();
    const near = tapped(client, sent, received);
    host.emit('connection', remote);
    return near;
  };
  return {
    transport: createNodeTransport({ httpAgent: agent }),
    take: () => ({ request: text(sent), response: text(received) }),
  };
}

/** A stream with a copy of what goes through it. */
function tapped(stream: Duplex, written: Buffer[], read: Buffer[]): Duplex {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8';
    written.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    return write(chunk, ...rest);
  }) as Duplex['write'];
  stream.pipe(new PassThrough().on('data', (chunk: Buffer) => read.push(chunk)));
  return stream;
}

/** The bytes as UTF-8, and none left. Throws when they are something else. */
function text(chunks: Buffer[]): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks.splice(0)));
}

/** A transport that hands requests to a server without any HTTP in between: for many calls. */
export function directTransport(server: Pick<NodeServer, 'handle'>): Transport {
  return async (request) => {
    const { origin } = new URL(request.url);
    const answer = await server.handle({
      method: request.method,
      url: request.url.slice(origin.length),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
      body:
        typeof request.body === 'string' ? new TextEncoder().encode(request.body) : (request.body ?? new Uint8Array()),
    });
    return {
      status: answer.status,
      statusText: '',
      headers: new Headers(answer.headers),
      body: bytesOf(answer),
    };
  };
}

function bytesOf({ body }: WireResponse): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}
