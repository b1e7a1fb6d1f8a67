/**
 * A server to be measured, in a process of its own. Arguments: its kind, and the folder of a build of the product (default: this one).
 * Sends its port; answers each message with the processor time that it has used, in microseconds, and its resident memory.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { namespace, pingResult, plain, recordsIn100kB, recordsOf } from './records.mjs';

const [, , kind, build = new URL('../../', import.meta.url).href] = process.argv;
const list = recordsOf(recordsIn100kB);
const path = '/Records.asmx';

/** The runtime's entry for Node: the files that the generated package imports, too. */
function ourRuntime() {
  const onNode = new URL('runtime/dist/on-node/node/index.js', build);
  return import(existsSync(onNode) ? onNode.href : new URL('runtime/dist/node/index.js', build).href);
}

async function ourService() {
  const { records } = await import(new URL('bench/dist/records/js/index.js', build).href);
  return records({ ping: () => pingResult, put: ({ record }) => record.length, list: () => list });
}

async function ourServer() {
  const { createServer } = await ourRuntime();
  return createServer({ services: [await ourService()] });
}

/** Connections stay open while other contenders have their turn. */
const listenHttp = async (server) => {
  server.keepAliveTimeout = 60_000;
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return server.address().port;
};

const kinds = {
  /** The bytes of our answers, made beforehand, after the whole request has arrived. */
  'node:http': async () => {
    const answers = new Map();
    const ours = await ourServer();
    const head = { 'content-type': 'text/xml; charset=utf-8' };
    for (const [name, content] of [
      ['Ping', '<sessionId>s</sessionId><id>1</id><amount>1</amount><purse>p</purse>'],
      ['Put', ''],
      ['List', '<count>1</count>'],
    ]) {
      const body = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><${name} xmlns="${namespace}">${content}</${name}></e:Body></e:Envelope>`;
      const soapaction = `"${namespace}/${name}"`;
      const request = { method: 'POST', url: path, headers: { ...head, soapaction }, body: Buffer.from(body) };
      const answer = await ours.handle(request);
      answers.set(soapaction, { ...answer, body: Buffer.from(answer.body) });
    }
    return listenHttp(
      createHttpServer((request, response) => {
        const chunks = [];
        request.on('data', (chunk) => chunks.push(chunk));
        request.on('end', () => {
          const { status, headers, body } = answers.get(request.headers.soapaction);
          response.writeHead(status, { ...headers, 'Content-Length': body.length });
          response.end(body);
        });
      }),
    );
  },
  ours: async () => (await (await ourServer()).listen(0, '127.0.0.1')).port,
  /** The same service as JSON, at the places of Fastify's. */
  'gateway, JSON': async () => {
    const { createGateway } = await import(new URL('packages/gateway/dist/index.js', build).href);
    const { frontDoor: door } = await ourRuntime();
    const routes = { ping: 'POST /Ping', put: 'POST /Put', list: 'POST /List' };
    const gateway = createGateway({ services: [{ service: await ourService() }], routes, door });
    return (await gateway.listen(0, '127.0.0.1')).port;
  },
  'soap.listen': async () => {
    const { default: soap } = await import('soap');
    const server = createHttpServer();
    const records = plain(list);
    const methods = {
      Ping: () => ({ PingResult: pingResult }),
      Put: ({ record }) => ({ count: record.length }),
      List: () => ({ record: records }),
    };
    const wsdl = readFileSync(new URL('../fixtures/Records.wsdl', import.meta.url), 'utf8');
    const port = await listenHttp(server);
    soap.listen(server, path, { Records: { RecordsSoap: methods } }, wsdl);
    return port;
  },
  'Fastify, JSON': async () => {
    const { fastify } = await import('fastify');
    const app = fastify();
    const records = plain(list);
    app.post('/Ping', () => ({ PingResult: pingResult }));
    app.post('/Put', ({ body }) => ({ count: body.record.length }));
    app.post('/List', () => ({ record: records }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server.address().port;
  },
};

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpu: user + system, memory: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit(0));
process.send({ port: await kinds[kind]() });
