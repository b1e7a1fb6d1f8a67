/** Calls of a small SOAP 1.1 operation over keep-alive: our client, the `soap` package's, and bare `node:http` with the same bytes. */
import { Agent, createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import soap from 'soap';
import { AccountApiClient } from '../generated/wallet-api/esm/index.js';
import { rounds } from './lib/rounds.mjs';
import { fixed, table } from './lib/table.mjs';

const calls = 2_000;
const namespace = 'http://wallet.example/api';
const answer = Buffer.from(
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><TopupAtmCardResponse xmlns="${namespace}"><TopupAtmCardResult>7</TopupAtmCardResult></TopupAtmCardResponse></soap:Body></soap:Envelope>`,
);
let sent = { headers: {}, body: Buffer.alloc(0) };
const server = createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    sent = { headers: incoming.headers, body: Buffer.concat(chunks) };
    outgoing.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8', 'Content-Length': answer.length });
    outgoing.end(answer);
  });
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const baseUrl = `http://127.0.0.1:${server.address().port}`;

const args = { sessionId: 'session', id: 42n, amount: 12.5, purseFrom: 'Z123' };
const ours = new AccountApiClient({ baseUrl, namespaces: { api_namespace: namespace } });
if ((await ours.topupAtmCard(args)) !== 7) {
  throw new Error('wrong result');
}
const { body, headers } = sent;

const agent = new Agent({ keepAlive: true });
/** The same request and answer without any SOAP. */
function bare() {
  return new Promise((done, fail) => {
    const outgoing = request(
      `${baseUrl}/AccountApi.asmx`,
      {
        method: 'POST',
        agent,
        headers: {
          'Content-Type': headers['content-type'],
          SOAPAction: headers.soapaction,
          'Content-Length': body.length,
        },
      },
      (incoming) => {
        const chunks = [];
        incoming.on('data', (chunk) => chunks.push(chunk));
        incoming.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
      },
    );
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

const peerAgent = new Agent({ keepAlive: true });
const peer = await soap.createClientAsync(fileURLToPath(new URL('fixtures/AccountApi.wsdl', import.meta.url)), {
  endpoint: `${baseUrl}/AccountApi.asmx`,
});
const peerArgs = { ...args, id: '42' };
const peerOptions = { httpAgent: peerAgent };

/** Microseconds a call. */
const time = (call) => async () => {
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    await call();
  }
  return ((performance.now() - start) / calls) * 1000;
};

const results = await rounds(
  {
    'node:http, same bytes': time(bare),
    ours: time(() => ours.topupAtmCard(args)),
    soap: time(() => peer.TopupAtmCardAsync(peerArgs, peerOptions)),
  },
  7,
);
table(
  'Client call, SOAP 1.1, keep-alive, one at a time',
  ['contender', 'us a call', 'time, as a multiple of node:http'],
  Object.entries(results).map(([name, { median, ratio }]) => [name, fixed(median), fixed(ratio, 2)]),
);
console.log(`soap / ours: ${fixed(results.soap.median / results.ours.median, 2)}`);
agent.destroy();
peerAgent.destroy();
process.exit(0);
