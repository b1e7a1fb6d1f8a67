/**
 * A process that sends the same HTTP request over keep-alive connections and tells its parent the rate. Argument: JSON.
 * Raw sockets, because `node:http` as a client costs as much as a server does and would hide the difference between two.
 */
import { connect } from 'node:net';

const { url, headers, body, requests, connections } = JSON.parse(process.argv[2]);
const { hostname, port, pathname } = new URL(url);
const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers, 'Content-Length': Buffer.byteLength(body) });
const message = Buffer.from(
  `POST ${pathname} HTTP/1.1\r\n${lines.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${body}`,
);

/** Length of the first whole answer in the text, or -1. Answers are ASCII here, so characters are bytes. */
function answerLength(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) {
    return -1;
  }
  if (!text.startsWith('HTTP/1.1 200 ')) {
    throw new Error(text.slice(0, 400));
  }
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head));
  if (length) {
    return text.length >= head + 4 + Number(length[1]) ? head + 4 + Number(length[1]) : -1;
  }
  const end = text.indexOf('\r\n0\r\n\r\n', head);
  return end < 0 ? -1 : end + 7;
}

let left = requests;

/** Sends one request after another until none is left. */
function connection() {
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const next = () => {
      if (left-- > 0) {
        socket.write(message);
      } else {
        socket.end(done);
      }
    };
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('connect', next);
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      text += chunk;
      try {
        const length = answerLength(text);
        if (length < 0) {
          return;
        }
        text = text.slice(length);
        next();
      } catch (error) {
        fail(error);
      }
    });
  });
}

const start = performance.now();
await Promise.all(Array.from({ length: connections }, connection));
process.send(requests / ((performance.now() - start) / 1000), () => process.exit(0));
