import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { repository } from '../support/repository.js';
import { askPath, type HeavyRequest, heavyRequests, path } from './pressed-service.js';

/** How a server is pressed. */
export interface PressOptions {
  /** Hostile requests, all kinds in turn. */
  readonly requests: number;
  /** Callers that send them at the same time. */
  readonly callers: number;
  /** Bytes of a body. Default 1,000,000, just below the limit. */
  readonly bytes?: number;
  /** Milliseconds that handlers take. Default 0: they answer at once. */
  readonly handlerMs?: number;
  /** Heap of the server's process in MiB. Default 256. */
  readonly heapMiB?: number;
}

/** The result. */
export interface PressResult {
  /** True if the process has ended. */
  readonly died: boolean;
  /** Hostile requests by their status, or by the error of the connection. */
  readonly answers: Readonly<Record<string, number>>;
  /** Milliseconds that harmless callers waited, one request after the other, the shortest first. */
  readonly waits: readonly number[];
  /** Harmless callers that were not served. */
  readonly failed: readonly string[];
  /** Memory that the process had at most, in MiB; undefined if it died. */
  readonly rssMiB: number | undefined;
}

/** Presses a server in a process of its own, while harmless callers go on calling. */
export async function press(options: PressOptions): Promise<PressResult> {
  const { handlerMs = 0, heapMiB = 256 } = options;
  const server = spawn(
    process.execPath,
    [`--max-old-space-size=${heapMiB}`, `${repository}/tests/robustness/pressed-server.mjs`, String(handlerMs)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const port = Number((await lines.next()).value);
  const run = new Pressing(server, port, options);
  await run.finish();
  const died = server.exitCode !== null || server.signalCode !== null;
  server.kill('SIGTERM');
  const last = died ? undefined : (JSON.parse((await lines.next()).value) as { rssMiB: number });
  if (!died) {
    await once(server, 'exit');
  }
  return { died, ...run.result(), rssMiB: last?.rssMiB };
}

class Pressing {
  readonly #port: number;
  readonly #options: PressOptions;
  readonly #agent: Agent;
  readonly #kinds: readonly (() => Promise<string>)[];
  readonly #answers: Record<string, number> = {};
  readonly #waits: number[] = [];
  readonly #failed: string[] = [];
  #next = 0;
  #over = false;

  constructor(server: ChildProcess, port: number, options: PressOptions) {
    this.#port = port;
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.callers });
    const bytes = options.bytes ?? 1_000_000;
    this.#kinds = [
      ...Object.values(heavyRequests).map((make) => {
        const heavy = make(bytes);
        return () => this.#post(heavy);
      }),
      () => this.#raw(`${head('Transfer-Encoding: chunked')}${'1\r\na\r\n'.repeat(bytes / 4)}`),
      () => this.#raw(`${head(`Content-Length: ${bytes}`)}${'a'.repeat(bytes / 2)}`),
      () => this.#raw(`GET ${askPath} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(5000)),
      () => this.#raw(`GET ${path}?op=Take HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(50)),
    ];
    server.once('exit', () => {
      this.#over = true;
    });
  }

  async finish(): Promise<void> {
    const harmless = [this.#ask(), this.#ask()];
    await Promise.all(Array.from({ length: this.#options.callers }, () => this.#call()));
    this.#over = true;
    await Promise.all(harmless);
    this.#agent.destroy();
  }

  result(): Pick<PressResult, 'answers' | 'waits' | 'failed'> {
    return { answers: this.#answers, waits: this.#waits.sort((a, b) => a - b), failed: this.#failed };
  }

  async #call(): Promise<void> {
    while (this.#next < this.#options.requests && !this.#over) {
      const kind = this.#kinds[this.#next++ % this.#kinds.length];
      const answer = await kind?.();
      this.#answers[answer ?? ''] = (this.#answers[answer ?? ''] ?? 0) + 1;
    }
  }

  /** A harmless caller: one request after the other. */
  async #ask(): Promise<void> {
    const agent = new Agent({ keepAlive: true });
    while (!this.#over) {
      const started = performance.now();
      const answer = await this.#exchange('GET', askPath, {}, '', agent);
      this.#waits.push(performance.now() - started);
      if (answer !== '200' && !this.#over) {
        this.#failed.push(answer);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    agent.destroy();
  }

  #post({ action, body }: HeavyRequest): Promise<string> {
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` };
    return this.#exchange('POST', path, headers, body, this.#agent);
  }

  #exchange(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    agent: Agent,
  ): Promise<string> {
    return new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException): void => resolve(error.code ?? error.message);
      const options = { port: this.#port, host: '127.0.0.1', method, path: target, agent, headers };
      httpRequest({ ...options, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } }, (response) => {
        const status = String(response.statusCode);
        response
          .resume()
          .on('end', () => resolve(status))
          .on('error', fail);
      })
        .on('error', fail)
        .end(body);
    });
  }

  /** Sends bytes that are not a whole request, or more than one; does not wait for an answer. */
  #raw(bytes: string): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1');
      const end = (): void => {
        socket.destroy();
        resolve('raw');
      };
      socket
        .setTimeout(1000, end)
        .on('error', end)
        .on('close', end)
        .on('data', () => undefined);
      socket.write(bytes);
    });
  }
}

function head(framing: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nSOAPAction: "take"\r\n${framing}\r\n\r\n`;
}
