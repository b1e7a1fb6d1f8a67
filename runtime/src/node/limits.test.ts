import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { ExchangerApi } from '../../../tests/support/runtime/fixture.js';
import { env11, envelope, exchangeBody, headers11, namespaces } from '../../../tests/support/runtime/server.js';
import { registerService } from '../server/index.js';
import { createServer, type ListeningServer, type NodeServerOptions } from './index.js';

const path = '/ExchangerApi.asmx';
const form = 'sessionId=s&CurrencyToBuy=z&CurrencyToPay=r&amountToPay=1.5';

let listening: ListeningServer;
/** The running calls wait for this. */
let end: ((result: number) => void)[];
let inputs: { sessionId?: string | undefined }[];

async function start(limits: NodeServerOptions['limits'], exchange?: () => number): Promise<void> {
  end = [];
  inputs = [];
  const service = registerService(ExchangerApi, {
    exchange: (input) => {
      inputs.push(input);
      return exchange === undefined ? new Promise<number>((resolve) => end.push(resolve)) : exchange();
    },
  });
  listening = await createServer({ services: [service], namespaces, limits: limits ?? {} }).listen(0, '127.0.0.1');
}

afterEach(() => listening.close(0));

/** A connection, and the bytes that came back on it. */
class Connection {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  text = '';

  constructor() {
    this.socket = connect(listening.port, '127.0.0.1');
    this.socket.setEncoding('latin1').on('error', () => undefined);
    this.socket.on('data', (text) => {
      this.text += text;
    });
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.socket.write(bytes, () => resolve()));
  }

  async until(done: (text: string) => boolean): Promise<string> {
    while (!done(this.text) && !this.socket.destroyed) {
      await later();
    }
    return this.text;
  }
}

const later = (ms = 5): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function head(framing: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: ${headers11().SOAPAction}\r\n${framing}\r\n\r\n`;
}

const withSession = (length: number): string => envelope(env11, exchangeBody.replace('>s<', `>${'s'.repeat(length)}<`));

const post = (body: string): Promise<Response> =>
  fetch(listening.url + path, { method: 'POST', headers: headers11(), body });

describe('bodies that are arriving', () => {
  const half = 400_000;

  it('are bounded together: the oldest is refused with Retry-After, the newest continues', async () => {
    await start({ maxIncomingBytes: 1_000_000 }, () => 1);
    const connections: Connection[] = [];
    for (let count = 0; count < 3; count++) {
      const connection = new Connection();
      connections.push(connection);
      await connection.write(head('Content-Length: 1000000'));
      await connection.write(Buffer.alloc(half, 0x20));
      await later(50);
    }
    const [oldest, second, third] = connections;
    const told = await oldest?.until((text) => text.includes('busy'));
    expect(told).toMatch(/^HTTP\/1\.1 503 /);
    expect(told).toContain('\r\nRetry-After: 1\r\n');
    expect(told).toContain('\r\nConnection: close\r\n');
    await oldest?.closed;
    expect([second?.text, third?.text]).toEqual(['', '']);
    // Callers that send a short message, or a long one at once, are served in the meantime.
    expect((await post(withSession(10))).status).toBe(200);
    expect((await post(withSession(300_000))).status).toBe(200);
    await third?.write(Buffer.alloc(1_000_000 - half, 0x20));
    expect(await third?.until((text) => text.includes('\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('do not count when their callers have gone', async () => {
    await start({ maxIncomingBytes: 1_000_000 }, () => 1);
    for (let count = 0; count < 10; count++) {
      const connection = new Connection();
      await connection.write(head('Content-Length: 1000000'));
      await connection.write(Buffer.alloc(half, 0x20));
      connection.socket.resetAndDestroy();
      await connection.closed;
    }
    await later(50);
    const held = new Connection();
    await held.write(head('Content-Length: 1000000'));
    await held.write(Buffer.alloc(half, 0x20));
    expect((await post(withSession(500_000))).status).toBe(200);
    expect(held.text).toBe('');
    held.socket.destroy();
  });

  it('may come in chunks of one byte', async () => {
    await start({}, () => 1);
    const body = withSession(60_000);
    const connection = new Connection();
    await connection.write(head('Transfer-Encoding: chunked'));
    await connection.write(`${[...body].map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`);
    expect(await connection.until((text) => text.includes('Envelope>'))).toMatch(/^HTTP\/1\.1 200 /);
    expect(inputs[0]?.sessionId).toHaveLength(60_000);
    connection.socket.destroy();
  });
});

it('a caller that sends too much gets to read why, though it is still sending', async () => {
  await start({ maxBodyBytes: 10_000 }, () => 1);
  for (const headers of [{ 'Content-Length': '5000000' }, {}]) {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(listening.url + path, { method: 'POST', headers: { ...headers11(), ...headers } });
      request.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      for (let count = 0; count < 50; count++) {
        request.write(Buffer.alloc(100_000, 0x20));
      }
      request.end();
    });
    expect(status).toBe(413);
  }
});

describe('pipelined requests', () => {
  const ask = `GET ${path}/Exchange?${form} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  it('cannot take all places: those beyond the share of a connection wait', async () => {
    await start({ maxConcurrentCalls: 30 });
    const connection = new Connection();
    await connection.write(ask.repeat(300));
    await later(100);
    // The first one, and three whose answers have to wait for it.
    expect(end).toHaveLength(4);
    const other = fetch(`${listening.url}${path}/Exchange?${form}`);
    while (end.length < 5) {
      await later();
    }
    end.pop()?.(1);
    expect((await other).status).toBe(200);
    let running = 4;
    let answered = 0;
    while (answered < 300) {
      running = Math.max(running, end.length);
      answered += end.length;
      for (const resolve of end.splice(0)) {
        resolve(1);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(running).toBe(4);
    await connection.until((text) => text.match(/<\/int>/g)?.length === 300);
    expect([...connection.text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].every((match) => match[1] === '200')).toBe(true);
    connection.socket.destroy();
  });

  it('are all answered when handlers answer at once', async () => {
    await start({ maxConcurrentCalls: 30 }, () => 1);
    const connection = new Connection();
    await connection.write(ask.repeat(1000));
    const text = await connection.until((given) => (given.match(/<\/int>/g)?.length ?? 0) === 1000);
    expect(text).not.toContain('HTTP/1.1 503');
    connection.socket.destroy();
  });

  it('are cut when too many wait, on all connections together', async () => {
    await start({ maxConcurrentCalls: 4 });
    const first = new Connection();
    await first.write(ask + 'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(5000));
    await first.closed;
    expect(first.text).toBe('');
    for (const resolve of end) {
      resolve(1);
    }
    const known = end.length;
    const other = fetch(`${listening.url}${path}/Exchange?${form}`);
    while (end.length === known) {
      await later();
    }
    end.at(-1)?.(1);
    expect((await other).status).toBe(200);
  });
});
