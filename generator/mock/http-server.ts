import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WireRequest, WireResponse } from '@wsdl-codegen/runtime';

/** Answers one request. */
export type HttpHandler = (request: WireRequest) => Promise<WireResponse>;

/** Where a server listens. */
export interface ListenAddress {
  /** 0 for a free one. */
  readonly port: number;
  /** Default `localhost`: only programs on this computer. */
  readonly host?: string;
}

/** A server that listens. */
export interface RunningServer {
  readonly port: number;
  /** `http://localhost:8080` */
  readonly url: string;
  /** Accepts no more requests, lets those under way finish, and resolves when all connections are closed. */
  close(): Promise<void>;
}

/** Bytes of a request; more is answered with 413. */
const maxBodyBytes = 64 * 1024 * 1024;
/** Time for which requests may finish when the server closes. */
const closingTime = 2000;

/** Starts a server. Rejects with the system's error when that is not possible. */
export async function listenHttp(
  handle: HttpHandler,
  { port, host = 'localhost' }: ListenAddress,
): Promise<RunningServer> {
  const server = createServer((request, response) => {
    void respond(handle, request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return { port: bound, url: `http://${name}:${bound}`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), closingTime);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function respond(handle: HttpHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await bodyOf(request);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const { method = 'GET', url = '/' } = request;
    const answer =
      body === undefined
        ? { status: 413, headers: { Connection: 'close' }, body: '' }
        : await handle({ method, url, headers: request.headers, body, signal: gone.signal, scheme: 'http' });
    send(response, answer, method);
  } catch (error) {
    send(response, { status: 500, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: String(error) }, '');
  }
}

function send(response: ServerResponse, { status, headers, body }: WireResponse, method: string): void {
  if (response.destroyed || response.headersSent) {
    return;
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.end(method === 'HEAD' ? undefined : bytes);
}

/** The whole body; `undefined` for one that is too long. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > maxBodyBytes) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
