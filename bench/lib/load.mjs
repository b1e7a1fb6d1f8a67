/**
 * A process that sends HTTP requests over keep-alive connections, as its parent asks for them, and answers with the number of them and their latencies.
 * Raw sockets, because `node:http` as a client costs as much as a server does and would hide the difference between two.
 */
import { connect } from 'node:net';

/** Bytes of the first answer in a chunk that begins with its head, or undefined where the end is not announced. */
function announcedLength(chunk) {
  const head = chunk.indexOf('\r\n\r\n');
  const text = chunk.latin1Slice(0, head);
  if (head < 0 || !text.startsWith('HTTP/1.1 200 ')) {
    throw new Error(chunk.latin1Slice(0, 400));
  }
  const length = /\r\ncontent-length: *(\d+)/i.exec(text);
  return length === null ? undefined : head + 4 + Number(length[1]);
}

const lastChunk = '0\r\n\r\n';
const isLast = (chunk) => chunk.length >= 5 && chunk.latin1Slice(chunk.length - 5) === lastChunk;

/** One connection: sends the message again and again until `deadline`, and adds a latency in milliseconds for each answer. */
function connection({ port, message, deadline, latencies }) {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let started = 0;
    let received = 0;
    let length;
    const next = () => {
      received = 0;
      started = performance.now();
      if (started < deadline) {
        socket.write(message);
      } else {
        socket.end(done);
      }
    };
    socket.setNoDelay(true);
    socket.on('connect', next);
    socket.on('error', fail);
    socket.on('close', done);
    socket.on('data', (chunk) => {
      try {
        length = received === 0 ? announcedLength(chunk) : length;
        received += chunk.length;
        if (length === undefined ? isLast(chunk) : received >= length) {
          latencies.push(performance.now() - started);
          next();
        }
      } catch (error) {
        fail(error);
      }
    });
  });
}

process.on('message', async ({ port, path, headers, body, connections, milliseconds }) => {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers, 'Content-Length': Buffer.byteLength(body) });
  const head = `POST ${path} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`;
  const message = Buffer.from(head + body);
  const latencies = [];
  const start = performance.now();
  const deadline = start + milliseconds;
  await Promise.all(Array.from({ length: connections }, () => connection({ port, message, deadline, latencies })));
  const seconds = (performance.now() - start) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)];
  process.send({ requests: latencies.length, rate: latencies.length / seconds, p50: at(0.5), p99: at(0.99) });
});
process.on('disconnect', () => process.exit(0));
