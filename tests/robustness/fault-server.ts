import { createServer, type Server, type Socket } from 'node:net';

/** The behaviour of a server once it has read a request. */
export interface Behaviour {
  /** Bytes to send first, one write each. */
  readonly write?: readonly (string | Uint8Array)[];
  /** How it goes on. Default `keep`: the connection stays for the next request. */
  readonly finish?: 'keep' | 'end' | 'reset' | 'hang' | 'pour';
}

/** A TCP server that behaves as required, even in ways that no HTTP server would. */
export interface FaultServer {
  readonly port: number;
  readonly url: string;
  /** Requests that came, as text. */
  readonly requests: string[];
  /** The behaviour for the requests from now on: one for each, the last one for all others. */
  behave(...behaviours: readonly (Behaviour | ((request: string) => Behaviour))[]): void;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startFaultServer(): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let behaviours: readonly (Behaviour | ((request: string) => Behaviour))[] = [{ finish: 'end' }];
  let count = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      waiting += chunk.toString('latin1');
      const request = wholeRequest(waiting);
      if (request !== undefined) {
        waiting = waiting.slice(request.length);
        requests.push(request);
        const next = behaviours[Math.min(count++, behaviours.length - 1)] ?? {};
        act(socket, typeof next === 'function' ? next(request) : next);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    behave(...next) {
      behaviours = next;
      count = 0;
      requests.length = 0;
    },
    close: () => closeAll(server, sockets),
  };
}

/** The first request of a text, or undefined while it is not whole. */
function wholeRequest(text: string): string | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) {
    return undefined;
  }
  const length = Number(/^content-length:\s*(\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length < end ? undefined : text.slice(0, end);
}

function act(socket: Socket, { write = [], finish = 'keep' }: Behaviour): void {
  for (const bytes of write) {
    socket.write(bytes);
  }
  if (finish === 'end') {
    socket.end();
  } else if (finish === 'reset') {
    // The written bytes have to leave before the reset, which would discard them.
    setTimeout(() => socket.resetAndDestroy(), write.length === 0 ? 0 : 30);
  } else if (finish === 'pour') {
    pour(socket);
  }
}

/** Sends for as long as somebody reads. */
function pour(socket: Socket): void {
  const block = `400\r\n${'x'.repeat(0x400)}\r\n`;
  const more = (): void => {
    while (!socket.destroyed && socket.write(block)) {
      // Until the buffer is full.
    }
  };
  socket.on('drain', more);
  more();
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) {
    socket.destroy();
  }
  await new Promise((done) => server.close(done));
}

/** A whole HTTP answer with the length of its body. */
export function answer(
  status: number | string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Behaviour {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    write: [Buffer.concat([Buffer.from(head(status, { ...headers, 'Content-Length': `${bytes.length}` })), bytes])],
  };
}

/** Status line and headers. */
export function head(status: number | string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${typeof status === 'number' ? `${status} Text` : status}\r\n${lines.join('')}\r\n`;
}
