/**
 * One side of a transfer, in a process of its own: `stream-side.mjs SIDE BUILD [PORT AMOUNT]`. Sides: `serve` (our server), `sink` (bare `node:http`, which
 * reads everything and answers), and the calls `read-list`, `read-part`, `read-bytes`, `write-list`, `write-base64`, `write-part`. Servers send their port. All send what they have passed, and
 * how much memory that took above the idle process, when they are done or asked.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest } from 'node:http';

const [, , side, build, port, amount] = process.argv;
const folder = existsSync(new URL('runtime/dist/on-node/', build)) ? 'runtime/dist/on-node' : 'runtime/dist';
const from = (file) => import(new URL(`${folder}/${file}.js`, build).href);
const [{ ServiceClient, registerService, soap11Calls }, schema, xs, { createServer }, { receiving, stream, streamed }] =
  await Promise.all([from('index'), from('schema/index'), from('schema/xs'), from('node/index'), from('stream/index')]);

const ns = 'urn:transfer';
const many = { min: 0, max: Number.POSITIVE_INFINITY };
const { complexType, element, field, sequence } = schema;
const type = (...particles) => complexType(ns, '', { content: sequence(particles) });
const item = type(field(ns, 'id', xs.long), field(ns, 'title', xs.string), field(ns, 'amount', xs.decimal));
const content = [field(ns, 'items', item, many), field(ns, 'file', xs.base64Binary, { min: 0 })];
const operation = (name, input, output) => ({
  name,
  method: name,
  input: { element: element(ns, name, type(...input)) },
  output: { element: element(ns, `${name}Response`, type(...output)) },
  soap11: { action: `${ns}/${name}`, style: 'document' },
});
const size = field(ns, 'size', xs.long);
const service = {
  kind: 'service',
  name: 'Transfer',
  namespace: ns,
  placeholders: [],
  ports: [{ name: 'Soap', binding: 'soap11', address: 'http://127.0.0.1/transfer' }],
  operations: {
    get: operation('get', [size, field(ns, 'bytes', xs.boolean)], content),
    put: operation('put', content, [size]),
  },
};
const envelope = (body) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

async function* items(count) {
  for (let id = 0; id < count; id++) {
    yield { id: BigInt(id), title: `Item number ${id}`, amount: `${id}.50` };
  }
}

const piece = new Uint8Array(65_536).fill(77);
async function* octets(bytes) {
  for (let left = bytes; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.subarray(0, left) : piece;
  }
}

const kilobyte = 1024;
let passed = 0;
globalThis.gc?.();
const idle = process.memoryUsage().rss / kilobyte;

/** The most memory that this process has had, in KiB. What Linux reports as its use begins with that of the process that forked it. */
function peak() {
  const [, own] = existsSync('/proc/self/status')
    ? (/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [])
    : [];
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}

const report = () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  process.send({ passed, aboveIdle: peak() - idle, seconds: (userCPUTime + systemCPUTime) / 1e6 });
};
process.on('message', report);
process.on('disconnect', () => process.exit());

/** Reads a request to its end. */
async function put(input) {
  for await (const { id } of input.items) {
    passed += id >= 0n ? 1 : 0;
  }
  for await (const chunk of input.file ?? []) {
    passed += chunk.length;
  }
  return { size: BigInt(passed) };
}

const servers = {
  async serve() {
    const methods = {
      get: ({ size: wanted, bytes }) =>
        streamed(bytes ? { items: [], file: octets(Number(wanted)) } : { items: items(wanted) }),
      put: receiving(put, { items: 'items', binaries: 'streams', maxBytes: Number.POSITIVE_INFINITY }),
    };
    const options = { services: [registerService(service, methods)], limits: { requestTimeoutMs: 0 } };
    return (await createServer(options).listen(0, '127.0.0.1')).port;
  },
  async sink() {
    const server = createHttpServer({ requestTimeout: 0 }, (request, response) => {
      request.on('data', (chunk) => {
        passed += chunk.length;
      });
      request.on('end', () => {
        response.setHeader('Content-Type', 'text/xml; charset=utf-8');
        response.end(envelope(`<putResponse xmlns="${ns}"><size>1</size></putResponse>`));
      });
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    return server.address().port;
  },
};

const client = (options) =>
  stream(
    new ServiceClient(service, { address: `http://127.0.0.1:${port}/transfer`, ...options }, { soap11: soap11Calls }),
  );

const calls = {
  async 'read-list'() {
    for await (const { id } of client().get({ size: BigInt(amount), bytes: false }, { items: 'items' })) {
      passed += id >= 0n ? 1 : 0;
    }
  },
  async 'read-part'() {
    const call = client({ mtom: true }).get(
      { size: BigInt(amount), bytes: true },
      { items: 'items', binaries: 'streams' },
    );
    for await (const { id } of call) {
      passed += Number(id);
    }
    for await (const chunk of (await call.answer).file) {
      passed += chunk.length;
    }
  },
  async 'read-bytes'() {
    const body = envelope(`<get xmlns="${ns}"><size>${amount}</size><bytes>true</bytes></get>`);
    const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${ns}/get"` };
    await new Promise((done, failed) => {
      const outgoing = httpRequest({ port, path: '/transfer', method: 'POST', headers }, (incoming) => {
        incoming.on('data', (chunk) => {
          passed += chunk.length;
        });
        incoming.on('end', done).on('error', failed);
      });
      outgoing.on('error', failed).end(body);
    });
  },
  'write-list': async () => {
    await client().put({ items: items(Number(amount)) }).answer;
    passed = Number(amount);
  },
  'write-base64': () => putFile({}),
  'write-part': () => putFile({ mtom: true }),
};

async function putFile(options) {
  await client(options).put({ items: [], file: octets(Number(amount)) }).answer;
  passed = Number(amount);
}

if (side in servers) {
  process.send({ port: await servers[side]() });
} else {
  await calls[side]();
  report();
  process.disconnect();
}
