import { createServer } from 'node:net';

/**
 * A service that keeps each request as it was on the wire, below whatever an agent does to HTTP modules. It answers every operation of the wallet's
 * Exchanger with the number of the request, in the form of the binding.
 */
export async function startCapture() {
  const requests = [];
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    let waiting = '';
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      waiting += chunk.toString('latin1');
      for (let request = firstOf(waiting); request !== undefined; request = firstOf(waiting)) {
        waiting = waiting.slice(request.size);
        requests.push(request);
        socket.write(answerTo(request, requests.length));
      }
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
    },
  };
}

/** The first request of a text, or undefined while it is not whole. */
function firstOf(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) {
    return undefined;
  }
  const [line, ...headers] = text.slice(0, end).split('\r\n');
  const length = Number(headers.find((header) => /^content-length:/i.test(header))?.slice(15) ?? 0);
  const size = end + 4 + length;
  return text.length < size ? undefined : { line, headers, body: text.slice(end + 4, size), size };
}

const api = 'http://wallet.example/api';
const envelopes = { 1.1: 'http://schemas.xmlsoap.org/soap/envelope/', 1.2: 'http://www.w3.org/2003/05/soap-envelope' };

function answerTo({ headers, body }, number) {
  const version = Object.keys(envelopes).find((each) => body.includes(envelopes[each]));
  const isSoap12 = headers.some((header) => /application\/soap\+xml/.test(header));
  const text =
    version === undefined
      ? `<int xmlns="${api}">${number}</int>`
      : `<s:Envelope xmlns:s="${envelopes[version]}"><s:Body><ExchangeResponse xmlns="${api}"><ExchangeResult>${number}</ExchangeResult></ExchangeResponse></s:Body></s:Envelope>`;
  const type = isSoap12 ? 'application/soap+xml' : 'text/xml';
  return `HTTP/1.1 200 OK\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
}
