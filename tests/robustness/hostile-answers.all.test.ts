import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildClients, type Clients, runProgram } from '../agents/run.mjs';
import { repository } from '../support/repository.js';

/** Answers that cost more than they weigh, over real connections, to a client whose process has 48 MB of heap. */

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ExchangeResponse xmlns="http://wallet.example/api"><ExchangeResult>7</ExchangeResult></ExchangeResponse></s:Body></s:Envelope>`;
const oneByteChunks = (text: string): string => [...text].map((character) => `1\r\n${character}\r\n`).join('');

/** An answer whose body is compressed. */
function coded(coding: string, bytes: Uint8Array): Uint8Array {
  const head = `${ok}Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Compresses what was compressed before. */
function nested(bytes: Uint8Array, times: number): Uint8Array {
  return times === 0 ? bytes : nested(gzipSync(bytes), times - 1);
}

/** Pieces that are sent repeatedly: how often, and the bytes before and after them. */
interface Answer {
  readonly start: string | Uint8Array;
  readonly piece?: string;
  readonly times?: number;
  /** Absent when the connection ends. */
  readonly end?: string;
}

const spaces = Buffer.alloc(20_000_000, 32);
const space = oneByteChunks(' '.repeat(1000));
const answers: Readonly<Record<string, Answer>> = {
  'chunks-of-one-byte': { start: chunked + oneByteChunks(body), piece: space, times: 1000, end: '0\r\n\r\n' },
  'chunks-of-one-byte-beyond-the-limit': { start: chunked, piece: space, times: 2500, end: '0\r\n\r\n' },
  'chunks-with-extensions': {
    start: chunked + oneByteChunks(body),
    piece: `1;${'x'.repeat(1000)}\r\n \r\n`,
    times: 10_000,
    end: '0\r\n\r\n',
  },
  'a-size-with-zeros': {
    start: chunked,
    piece: '0',
    times: 100,
    end: `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  },
  'headers-without-end': { start: ok, piece: 'X-A: b\r\n', times: 500_000 },
  'a-status-without-end': { start: 'HTTP/1.1 500 ', piece: 'status ', times: 500_000 },
  'trailers-without-end': { start: `${chunked}1\r\n \r\n0\r\n`, piece: 'X-A: b\r\n', times: 500_000 },
  'gzip-bomb': { start: coded('gzip', gzipSync(spaces)), end: '' },
  'gzip-in-gzip': { start: coded('gzip, gzip, gzip, gzip', nested(spaces, 4)), end: '' },
  'brotli-bomb': { start: coded('br', brotliCompressSync(spaces)), end: '' },
  'an-answer-without-end': { start: `${ok}Connection: close\r\n\r\n`, piece: ' '.repeat(1000), times: 500_000 },
};

let server: Server;
let clients: Clients;
beforeAll(async () => {
  clients = await buildClients(repository);
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const path = /^POST \/([a-z-]+) /.exec(data.toString('latin1'))?.[1];
      if (path !== undefined) {
        void pour(socket, answers[path] as Answer);
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
}, 60_000);
afterAll(async () => {
  clients.remove();
  await new Promise((done) => server.close(done));
});

/** Sends an answer as fast as it is read, for as long as somebody reads. */
async function pour(socket: Socket, { start, piece = '', times = 0, end }: Answer): Promise<void> {
  socket.write(start);
  for (let sent = 0; sent < times && !socket.destroyed; sent++) {
    if (!socket.write(piece)) {
      await drained(socket);
    }
  }
  if (end === undefined) {
    socket.end();
  } else {
    socket.write(end);
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.on('drain', done).on('close', done);
  });
}

it('each ends in its result or its error, one after the other, and the process goes on', async () => {
  const { port } = server.address() as AddressInfo;
  const args = [clients.file('mjs'), `http://127.0.0.1:${port}`, ...Object.keys(answers)];
  const outcomes = await runProgram(join(repository, 'tests/robustness/hostile-answers.mjs'), args, {
    nodeOptions: ['--max-old-space-size=48'],
  });
  const expected = {
    'chunks-of-one-byte': 7,
    'chunks-of-one-byte-beyond-the-limit': 'ResponseTooLargeError',
    'chunks-with-extensions': 7,
    'a-size-with-zeros': 7,
    'headers-without-end': 'TransportError',
    'a-status-without-end': 'TransportError',
    'trailers-without-end': expect.stringMatching(/^(TransportError|ResponseTruncatedError)$/),
    'gzip-bomb': 'ResponseTooLargeError',
    'gzip-in-gzip': 'ResponseTooLargeError',
    'brotli-bomb': 'ResponseTooLargeError',
    'an-answer-without-end': 'ResponseTooLargeError',
  };
  expect(outcomes).toEqual({ node: expected, fetch: expected });
}, 120_000);
