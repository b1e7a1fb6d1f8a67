import { AbortError, HttpStatusError, SoapFaultError } from '@wsdl-codegen/runtime';
import { createNodeTransport, createServer, type ListeningServer } from '@wsdl-codegen/runtime/node';
import { AccountApiClient, ErrorsApiClient } from 'wallet-api';
import { Random } from '../support/random.js';
import { apiNamespace, services } from '../support/wallet-services.js';
import { mirrorServices } from './cost/wire.js';
import { hostileRequest } from './hostile-requests.js';
import { exchangeRaw, openRaw } from './raw-http.js';

/** The options of a soak. */
export interface SoakOptions {
  readonly seconds: number;
  /** Callers at once. Default 32. */
  readonly callers?: number;
  readonly seed?: number;
}

/** The result. */
export interface SoakResult {
  readonly seconds: number;
  /** Requests whose answer was compared with what they asked for. */
  readonly answered: number;
  /** Answers that belong to another request, or to none. */
  readonly wrong: readonly string[];
  /** Requests that should have been answered and were not. */
  readonly lost: readonly string[];
  /** Faults injected, by kind. */
  readonly injected: Readonly<Record<string, number>>;
  /** Heap in use, in MiB, after a tenth of the time and at the end. */
  readonly heapMiB: readonly [early: number, end: number];
  /** Bytes by which the heap has grown for each request between the two. */
  readonly heapPerRequest: number;
  /** Time that the server took to close, in milliseconds. */
  readonly closeMs: number;
}

const maxBodyBytes = 20_000;
const stuck = 2_000_000_000;

/** Calls a server in every way that is right, and in many that are wrong, all at once and for some time. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const server = await startServer();
  const run = new Soak(server, options);
  await run.finish();
  const before = performance.now();
  await server.close(2000);
  return run.result(performance.now() - before);
}

async function startServer(): Promise<ListeningServer> {
  const later = <T>(value: T): T | Promise<T> =>
    Math.random() < 0.5 ? value : new Promise((resolve) => setTimeout(resolve, Math.random() * 8, value));
  const methods = {
    getErrorDesc: ({ errorCode, cultureCode }: { errorCode: number; cultureCode: number }) => {
      if (errorCode === stuck) {
        return new Promise(() => {});
      }
      if (errorCode < 0) {
        throw new Error(`injected ${errorCode}`);
      }
      return later(describe(errorCode, cultureCode));
    },
    topupAtmCard: ({ id }: { id: bigint }) => later(Number(id)),
  };
  return createServer({
    services: [...services(methods), ...(await mirrorServices())],
    namespaces: { api_namespace: apiNamespace, geo_namespace: 'http://geo.example/' },
    limits: {
      maxBodyBytes,
      handlerTimeoutMs: 250,
      // Long enough for calls on a busy machine.
      headersTimeoutMs: 1500,
      requestTimeoutMs: 2500,
      keepAliveTimeoutMs: 1000,
    },
  }).listen(0, '127.0.0.1');
}

function describe(errorCode: number, cultureCode: number): string {
  return `<${errorCode}> & ${cultureCode} 😀`;
}

const bindings = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

class Soak {
  readonly #port: number;
  readonly #seconds: number;
  readonly #callers: number;
  readonly #random: Random;
  readonly #errors: ErrorsApiClient;
  readonly #account: AccountApiClient;
  readonly #transport = createNodeTransport();
  readonly #injected: Record<string, number> = {};
  readonly #wrong: string[] = [];
  readonly #lost: string[] = [];
  #answered = 0;
  #last = 0;
  #begun = 0;
  #requests = 0;
  #early = { heapMiB: 0, requests: 0 };

  constructor(server: ListeningServer, { seconds, callers = 32, seed = 1 }: SoakOptions) {
    this.#port = server.port;
    this.#seconds = seconds;
    this.#callers = callers;
    this.#random = new Random(seed);
    const options = {
      baseUrl: server.url,
      namespaces: { api_namespace: apiNamespace },
      transport: this.#transport,
      timeoutMs: 20_000,
    };
    this.#errors = new ErrorsApiClient(options);
    this.#account = new AccountApiClient(options);
  }

  async finish(): Promise<void> {
    const started = performance.now();
    const end = started + this.#seconds * 1000;
    const caller = async (): Promise<void> => {
      while (performance.now() < end) {
        await this.#step();
        this.#requests++;
        if (this.#early.requests === 0 && performance.now() > started + this.#seconds * 100) {
          this.#early = { heapMiB: heapMiB(), requests: this.#requests };
        }
      }
    };
    await Promise.all(Array.from({ length: this.#callers }, caller));
    await this.#transport.close();
  }

  result(closeMs: number): SoakResult {
    const end = heapMiB();
    const grown = (end - this.#early.heapMiB) * 2 ** 20;
    return {
      seconds: this.#seconds,
      answered: this.#answered,
      wrong: this.#wrong,
      lost: this.#lost,
      injected: this.#injected,
      heapMiB: [this.#early.heapMiB, end],
      heapPerRequest: grown / Math.max(1, this.#requests - this.#early.requests),
      closeMs,
    };
  }

  #step(): Promise<void> {
    const faults = [
      ...[() => this.#throwing(), () => this.#stuck(), () => this.#aborted(), () => this.#reset()],
      ...[() => this.#malformed(), () => this.#oversize(), () => this.#slow(), () => this.#halfOpen()],
      () => this.#hostile(),
    ];
    // Each of them once, however slow the machine is.
    const first = faults[this.#begun++];
    if (first !== undefined) {
      return first();
    }
    if (this.#random.oneIn(8)) {
      return this.#random.pick(faults)();
    }
    if (this.#random.oneIn(8)) {
      return this.#hostile();
    }
    return this.#random.oneIn(10) ? this.#pipelined() : this.#random.oneIn(2) ? this.#description() : this.#number();
  }

  #count(kind: string): void {
    this.#injected[kind] = (this.#injected[kind] ?? 0) + 1;
  }

  #check(what: string, got: unknown, wanted: unknown): void {
    this.#answered++;
    if (got !== wanted) {
      this.#wrong.push(`${what}: ${JSON.stringify(wanted)} was answered ${JSON.stringify(got)}`);
    }
  }

  async #description(): Promise<void> {
    const input = { errorCode: ++this.#last, cultureCode: this.#random.below(1000) };
    const binding = this.#random.pick(bindings);
    try {
      const got = await this.#errors.getErrorDesc(input, { binding });
      this.#check(binding, got, describe(input.errorCode, input.cultureCode));
    } catch (error) {
      this.#lost.push(`${binding}: ${error}`);
    }
  }

  async #number(): Promise<void> {
    const id = ++this.#last;
    const binding = this.#random.pick(bindings);
    // Bodies of many lengths, so that they are cut into pieces everywhere.
    const sessionId = 'ы'.repeat(this.#random.below(900));
    try {
      const got = await this.#account.topupAtmCard(
        { sessionId, id: BigInt(id), amount: 1, purseFrom: '' },
        { binding },
      );
      this.#check(binding, got, id);
    } catch (error) {
      this.#lost.push(`${binding}: ${error}`);
    }
  }

  /** Several requests at once on one connection: their answers come in their order. */
  async #pipelined(): Promise<void> {
    const ids = Array.from({ length: 3 }, () => ++this.#last);
    const requests = ids.map(
      (id) => `GET /ErrorsApi.asmx/GetErrorDesc?errorCode=${id}&cultureCode=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    const answers = (text: string): readonly string[] =>
      [...text.matchAll(/&lt;(\d+)&gt;/g)].map((match) => match[1] ?? '');
    const { text } = await exchangeRaw(this.#port, requests.join(''), (given) => answers(given).length === ids.length);
    this.#check('pipelined', answers(text).join(), ids.join());
  }

  /** A request that makes as much work as it can: it is answered in some way. */
  async #hostile(): Promise<void> {
    this.#count('hostile request');
    const request = hostileRequest(this.#random);
    const { text } = await exchangeRaw(this.#port, request, (given) => given.includes('\r\n\r\n'), 20_000, 'latin1');
    const status = /^HTTP\/1\.1 ([2-5]\d\d) /.exec(text)?.[1];
    this.#check(
      `hostile: ${request.slice(0, 200)}`,
      status === undefined ? text.slice(0, 200) : 'an answer',
      'an answer',
    );
  }

  /** The handler fails: the caller gets a fault, on the right request. */
  async #throwing(): Promise<void> {
    this.#count('handler throws');
    await this.#failing(-++this.#last, 'throwing');
  }

  /** The handler never answers: the server does. */
  async #stuck(): Promise<void> {
    this.#count('handler hangs');
    await this.#failing(stuck, 'stuck');
  }

  async #failing(errorCode: number, what: string): Promise<void> {
    try {
      const got = await this.#errors.getErrorDesc(
        { errorCode, cultureCode: 1 },
        { binding: this.#random.pick(bindings) },
      );
      this.#check(what, got, 'a fault');
    } catch (error) {
      const told = error instanceof SoapFaultError || error instanceof HttpStatusError;
      this.#check(what, told ? 'told' : String(error), 'told');
    }
  }

  /** The caller gives up while it waits. */
  async #aborted(): Promise<void> {
    this.#count('caller aborts');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), this.#random.below(30));
    try {
      await this.#errors.getErrorDesc({ errorCode: stuck, cultureCode: 1 }, { signal: controller.signal });
      this.#check('aborted', 'an answer', 'an abort');
    } catch (error) {
      this.#check('aborted', error instanceof AbortError ? 'aborted' : String(error), 'aborted');
    }
  }

  /** The connection breaks in the middle of the body. */
  async #reset(): Promise<void> {
    this.#count('connection reset');
    const socket = await openRaw(this.#port, `${head(500)}<half`);
    await new Promise((resolve) => setTimeout(resolve, this.#random.below(10)));
    socket.resetAndDestroy();
  }

  async #malformed(): Promise<void> {
    this.#count('not XML');
    const { text } = await exchangeRaw(this.#port, `${head(5)}<<<<<`, (given) => given.includes('\r\n\r\n'));
    this.#check('malformed', text.slice(9, 12), '400');
  }

  async #oversize(): Promise<void> {
    this.#count('body too long');
    const { text } = await exchangeRaw(this.#port, head(maxBodyBytes + 1), (given) => given.includes('\r\n\r\n'));
    this.#check('oversize', text.slice(9, 12), '413');
  }

  /** A body that never comes is not waited for. */
  async #slow(): Promise<void> {
    this.#count('body never ends');
    const { text, closed } = await exchangeRaw(this.#port, `${head(500)}<slow`, () => false);
    this.#check('slow', [text.slice(9, 12), closed].join(), '408,true');
  }

  /** Nor is a connection kept on which nothing comes. */
  async #halfOpen(): Promise<void> {
    this.#count('connection says nothing');
    const { closed } = await exchangeRaw(this.#port, 'POST', () => false);
    this.#check('half open', closed, true);
  }
}

function head(length: number): string {
  const action = `${apiNamespace}/GetErrorDesc`;
  return `POST /ErrorsApi.asmx HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: "${action}"\r\nContent-Length: ${length}\r\n\r\n`;
}

function heapMiB(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
