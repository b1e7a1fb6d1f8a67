/** The server that the program calls, with a path for each kind of answer, the same at a second address for what ends connections, and an address at which nobody listens. */
import { createServer } from 'node:http';
import { deflateSync, gzipSync } from 'node:zlib';

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body) => `<s:Envelope xmlns:s="${soap}"><s:Body>${body}</s:Body></s:Envelope>`;
const put = (title = 'A', more = '') =>
  envelope(`<PutResponse xmlns="urn:shop"><PutResult id="1"><title>${title}</title>${more}</PutResult></PutResponse>`);
const escaped = (text) => text.replace(/[&<]/g, (found) => ({ '&': '&amp;', '<': '&lt;' })[found]);
const xml = { 'Content-Type': 'text/xml; charset=utf-8', 'X-Answer': 'yes' };
const items = Array.from({ length: 200 }, (_, at) => `<item><name>n${at}</name></item>`).join('');

/** Answers by path: of a request, its body and the response. */
const answers = {
  '/ok': (_, __, response) => response.writeHead(200, xml).end(put()),
  '/chunks': (_, __, response) => {
    response.writeHead(200, xml);
    response.write(put().slice(0, 50));
    setTimeout(() => response.end(put().slice(50)), 20);
  },
  '/gzip': (_, __, response) => response.writeHead(200, { ...xml, 'Content-Encoding': 'gzip' }).end(gzipSync(put())),
  '/deflate': (_, __, response) =>
    response.writeHead(200, { ...xml, 'Content-Encoding': 'deflate' }).end(deflateSync(put())),
  '/zstd': (_, __, response) => response.writeHead(200, { ...xml, 'Content-Encoding': 'x-other' }).end(put()),
  '/broken-gzip': (_, __, response) =>
    response.writeHead(200, { ...xml, 'Content-Encoding': 'gzip' }).end('this is no gzip'),
  '/cut-gzip': (_, __, response) =>
    response.writeHead(200, { ...xml, 'Content-Encoding': 'gzip' }).end(gzipSync(put()).subarray(0, -12)),
  '/echo': (request, body, response) => {
    const seen = [
      request.method,
      request.headers['content-type'],
      request.headers['x-one'],
      request.headers.soapaction,
    ];
    response.writeHead(200, xml).end(put(escaped(`${seen.join(' | ')} ${body.length} ${body}`)));
  },
  '/echo-get/Describe': (request, body, response) =>
    response
      .writeHead(200, xml)
      .end(`<string xmlns="urn:shop">${escaped(`${request.method} ${request.url} ${body}`)}</string>`),
  '/echo-coding': (request, body, response) =>
    response
      .writeHead(200, xml)
      .end(put(`${request.headers['content-encoding']} ${body.subarray(0, 2).toString('hex')}`)),
  '/gr%C3%B6%C3%9Fe%20%7Bx%7D': (request, _, response) => response.writeHead(200, xml).end(put(escaped(request.url))),
  '/accepted': (_, __, response) => response.writeHead(202).end(),
  '/fault': (_, __, response) =>
    response
      .writeHead(500, xml)
      .end(envelope('<s:Fault><faultcode>s:Server</faultcode><faultstring>No</faultstring></s:Fault>')),
  '/busy': (_, __, response) =>
    response.writeHead(503, 'Not now', { 'Content-Type': 'text/plain', 'Retry-After': '3' }).end('Busy'),
  '/denied': (_, __, response) => response.writeHead(401, { 'WWW-Authenticate': 'Negotiate' }).end(),
  '/redirect': (_, __, response) => response.writeHead(302, { Location: '/ok' }).end(),
  '/reset': (request) => request.socket.destroy(),
  '/cut': (_, __, response) => {
    response.writeHead(200, { ...xml, 'Content-Length': put().length });
    response.write(put().slice(0, 50), () => setTimeout(() => response.destroy(), 500));
  },
  '/cut-chunks': (_, __, response) => {
    response.writeHead(200, xml);
    response.write(put().slice(0, 50), () => setTimeout(() => response.destroy(), 500));
  },
  '/not-http': (request) => request.socket.end('220 ftp.example ready\r\n'),
  '/never': () => {},
  '/half': (_, __, response) => {
    response.writeHead(200, xml);
    response.write(put().slice(0, 50));
  },
  '/set-cookie': (_, __, response) =>
    response.writeHead(200, { ...xml, 'Set-Cookie': ['a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT', 'b=2'] }).end(put()),
  '/cookies': (request, _, response) =>
    response.writeHead(200, { ...xml, 'Set-Cookie': ['k=1', 'l=2'] }).end(put(request.headers.cookie ?? 'none')),
  '/items': (_, __, response) => response.writeHead(200, xml).end(put('A', items)),
};

/** Starts the peer; `files` are what else it serves by path, as type and text. */
export async function startPeer(files = {}) {
  const answer = async (request, response) => {
    const path = request.url.split('?')[0];
    if (files[path] !== undefined) {
      const [type, text] = files[path];
      response.setHeader('Content-Type', type).end(text);
      return;
    }
    const chunks = [];
    try {
      for await (const chunk of request) {
        chunks.push(chunk);
      }
      (answers[path] ?? ((_, __, other) => other.writeHead(404).end()))(request, Buffer.concat(chunks), response);
    } catch {
      response.destroy();
    }
  };
  const [peer, lonely] = [createServer(answer), createServer(answer)];
  // `lonely` has no connection that was kept.
  lonely.keepAliveTimeout = 1;
  const addresses = { peer: await listen(peer), lonely: await listen(lonely), refused: await freeAddress() };
  return {
    addresses,
    close: () => {
      for (const server of [peer, lonely]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

async function listen(server) {
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${server.address().port}`;
}

/** An address at which something listened until now. */
async function freeAddress() {
  const server = createServer();
  const address = await listen(server);
  await new Promise((done) => server.close(done));
  return address;
}
