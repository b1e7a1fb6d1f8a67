import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import type { TransportRequest } from '../../../runtime/src/http/transport.js';

/** The servers of a test of a transport, which are closed together. */
export class RawServers {
  readonly #servers: (Server | TcpServer)[] = [];

  /** A server of HTTP; its address. */
  serve(listener: RequestListener): Promise<string> {
    return this.listen(createServer(listener));
  }

  /** A server that answers each request on a raw socket; its address. */
  serveRaw(onRequest: (socket: Socket, count: number) => void): Promise<string> {
    let count = 0;
    return this.listen(
      createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.on('data', () => onRequest(socket, ++count));
      }),
    );
  }

  /** Starts a server at a free port; its address. */
  async listen(server: Server | TcpServer): Promise<string> {
    this.#servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.splice(0).map((server) => new Promise((done) => server.close(done))));
  }
}

/** The body of a request as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}

/** A request of a transport with a body. */
export const post = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'POST',
  url,
  headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"x"' },
  body: '<a/>',
  ...more,
});

/** A request of a transport without a body. */
export const get = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'GET',
  url,
  headers: {},
  ...more,
});

/** The text of a body in UTF-8. */
export const text = (body: Uint8Array): string => Buffer.from(body).toString();

/** An answer with a body, as it is on the wire. */
export const answer = (body: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
