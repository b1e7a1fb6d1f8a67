/**
 * Programs that pass lists and files through a client and a server while they are made. They print `done` if everything arrived, and no side ran
 * far ahead of the other.
 */

const service = `
const ns = 'urn:transfer';
const many = { min: 0, max: Number.POSITIVE_INFINITY };
const type = (...particles) => complexType(ns, '', { content: sequence(particles) });
const item = type(field(ns, 'id', xs.int), field(ns, 'title', xs.string));
const content = [field(ns, 'items', item, many), field(ns, 'file', xs.base64Binary, { min: 0 })];
const operation = (name, input, output) => ({
  name,
  method: name,
  input: { element: element(ns, name, type(...input)) },
  output: { element: element(ns, name + 'Response', type(...output)) },
  soap11: { action: ns + '/' + name, style: 'document' },
});
const service = {
  kind: 'service',
  name: 'Transfer',
  namespace: ns,
  placeholders: [],
  ports: [{ name: 'Soap', binding: 'soap11', address: 'http://host.example/transfer' }],
  operations: {
    get: operation('get', [field(ns, 'count', xs.int), field(ns, 'bytes', xs.int)], content),
    put: operation('put', content, [field(ns, 'count', xs.int), field(ns, 'bytes', xs.int)]),
  },
};
`;

const transfers = `
let [made, taken, ahead] = [0, 0, 0];
function take(amount) {
  ahead = Math.max(ahead, made - taken);
  taken += amount;
}
async function* items(count) {
  for (let id = 0; id < count; id++) {
    made++;
    yield { id, title: 'Item number ' + id };
  }
}
async function* octets(bytes) {
  for (let left = bytes; left > 0; left -= 65_536) {
    made += Math.min(left, 65_536);
    yield new Uint8Array(Math.min(left, 65_536)).fill(77);
  }
}
async function countItems(list) {
  let count = 0;
  for await (const { id } of list) {
    if (id !== count) throw new Error('item ' + id + ' in the place of ' + count);
    count++;
    take(1);
  }
  return count;
}
async function countBytes(file) {
  let bytes = 0;
  for await (const chunk of file ?? []) {
    bytes += chunk.length;
    take(chunk.length);
  }
  return bytes;
}
const methods = {
  get: ({ count, bytes }) => streamed({ items: items(count), file: octets(bytes) }),
  put: receiving(async (input) => ({ count: await countItems(input.items), bytes: await countBytes(input.file) }), {
    items: 'items',
    binaries: 'streams',
    maxBytes: Number.POSITIVE_INFINITY,
  }),
};
const services = [registerService(service, methods)];

/** A server of \`fetch\`, whose answers are streams of the web. */
const fetchServer = createServer({ services });
const inProcess = createFetchTransport((url, init) => fetchServer.fetch(new Request(url, init)));

function check(name, found, wanted, farthest) {
  if (found !== wanted) throw new Error(name + ': ' + found + ' in the place of ' + wanted);
  if (ahead > farthest) throw new Error(name + ': one side was ' + ahead + ' ahead');
  console.log(name, found, ahead);
  [made, taken, ahead] = [0, 0, 0];
}
async function transfer(name, options, { count = 800_000, bytes = 100_000_000, requests = true, apart = false } = {}) {
  // What is made and taken is counted in one program.
  const farthest = (amount) => (apart ? Number.POSITIVE_INFINITY : amount / 2);
  const client = (more) => stream(new ServiceClient(service, { ...options, ...more }, { soap11: soap11Calls }));
  check(name + ', a list in an answer', await countItems(client().get({ count, bytes: 0 }, { items: 'items' })), count, farthest(count));
  const parts = client({ mtom: true }).get({ count: 1, bytes }, { items: 'items', binaries: 'streams' });
  await countItems(parts);
  check(name + ', a file in an answer', await countBytes((await parts.answer).file), bytes, farthest(bytes));
  const some = client().get({ count, bytes: 0 }, { items: 'items' });
  for await (const { id } of some) {
    if (id === 9) break;
  }
  check(name + ', an answer that is left', made < count, true, farthest(count));
  if (!requests) return;
  const list = await client().put({ items: items(count) }).answer;
  check(name + ', a list in a request', list.count, count, farthest(count));
  const file = await client({ mtom: true }).put({ items: [], file: octets(bytes) }).answer;
  check(name + ', a file in a request', file.bytes, bytes, farthest(bytes));
}
`;

const imports = `import { createFetchTransport, createServer, registerService, ServiceClient, soap11Calls } from '@wsdl-codegen/runtime';
import { complexType, element, field, sequence } from '@wsdl-codegen/runtime/schema';
import { receiving, stream, streamed } from '@wsdl-codegen/runtime/stream';
import * as xs from '@wsdl-codegen/runtime/xs';
`;

/** Within the program only, for whatever runs a bundle. */
export const streamsWithin = `${imports}${service}${transfers}
transfer('fetch in the program', { transport: inProcess }, { count: 20_000, bytes: 5_000_000 }).then(() => console.log('done'));
`;

/** For runtimes with sockets: with the transport and the server of Node, and with `fetch` and the server that the runtime has. */
export const streams = `${imports}import * as node from '@wsdl-codegen/runtime/node';
${service}${transfers}
const listening = await node.createServer({ services, limits: { requestTimeoutMs: 0 } }).listen(0, '127.0.0.1');
await transfer('HTTP', { address: listening.url + '/transfer' });
const serve = globalThis.Bun?.serve ?? globalThis.Deno?.serve;
if (serve !== undefined) {
  const fetched = (request) => fetchServer.fetch(request);
  const own = serve({ port: 0, hostname: '127.0.0.1', onListen() {}, maxRequestBodySize: 1e10, fetch: fetched }, fetched);
  const address = 'http://127.0.0.1:' + (own.port ?? own.addr.port) + '/transfer';
  await transfer('HTTP of the runtime', { address, transport: createFetchTransport(fetch) });
}
console.log('done');
process.exit();
`;

const apart = 'const small = { count: 100_000, bytes: 20_000_000, apart: true };\n';

/** A worker: a server of the service, and for requests with \`?to=ADDRESS\` a client of the service there. */
export const streamsWorker = `${imports}${service}${transfers}${apart}export default {
  async fetch(request) {
    const to = new URL(request.url).searchParams.get('to');
    if (to === null) return fetchServer.fetch(request);
    try {
      await transfer('HTTP of the worker', { address: to, transport: createFetchTransport(fetch) }, small);
      return new Response('done');
    } catch (error) {
      return new Response(error.stack);
    }
  },
};
`;

/** Calls the service of a worker, and a service for it, at the port that is given. */
export const streamsOfWorker = `${imports}import * as node from '@wsdl-codegen/runtime/node';
${service}${transfers}${apart}const worker = 'http://127.0.0.1:' + process.argv[2] + '/transfer';
await transfer('the worker as a server', { address: worker }, small);
const listening = await node.createServer({ services, limits: { requestTimeoutMs: 0 } }).listen(0, '127.0.0.1');
const answer = await fetch(worker + '?to=' + encodeURIComponent(listening.url + '/transfer'));
console.log(await answer.text());
process.exit();
`;

/** A module whose `listen` starts a server of the service, behind what \`before\` answers. */
export const streamsServer = `${imports}import * as node from '@wsdl-codegen/runtime/node';
import { createServer as createHttpServer } from 'node:http';
${service}${transfers}
export function listen(before) {
  const { nodeListener } = node.createServer({ services, limits: { requestTimeoutMs: 0 } });
  const server = createHttpServer((request, response) => before(request, response) || nodeListener(request, response));
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
`;

/** A page or a worker of it, whose \`run\` resolves with \`done\`; a worker answers a message with the result. */
export const streamsOfPage = `${imports.replace('ServiceClient,', 'ServiceClient, TransportError,')}${service}${transfers}
const amounts = { count: 50_000, bytes: 10_000_000 };
const address = location.origin + '/transfer';
globalThis.run = async () => {
  await transfer('fetch in the program', { transport: inProcess }, amounts);
  await transfer('HTTP', { address }, { ...amounts, apart: true, requests: false });
  // Browsers send streams over HTTP/2 alone.
  const client = stream(new ServiceClient(service, { address }, { soap11: soap11Calls }));
  const error = await client.put({ items: items(3) }).answer.catch((reason) => reason);
  if (!(error instanceof TransportError)) throw new Error('a request from a source: ' + error);
  return 'done';
};
if (typeof document === 'undefined') onmessage = () => run().then(postMessage, (error) => postMessage(error.stack));
`;
