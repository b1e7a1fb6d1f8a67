import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a live service got it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

const answered =
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><GetErrorDescResponse xmlns="urn:w"><GetErrorDescResult>x</GetErrorDescResult></GetErrorDescResponse></e:Body></e:Envelope>';

/** A live service, which answers every request, and remembers what it got. */
export class LiveService {
  readonly seen: SeenRequest[] = [];
  /** Connections that ended before their answer was complete. */
  cut = 0;
  readonly #server: Server;
  /** Answers in the place of the usual one. */
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/xml' }).end(answered);
  };

  private constructor() {
    this.#server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      this.seen.push({ method, url, headers });
      request.resume();
      response.on('close', () => {
        this.cut += response.writableFinished ? 0 : 1;
      });
      this.answer(request, response);
    });
  }

  static async start(): Promise<LiveService> {
    const service = new LiveService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
