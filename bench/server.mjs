/** Requests a second of our server and of `soap.listen`, each in this process in turn, loaded from a process of its own. */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer } from '@wsdl-codegen/runtime/node';
import soap from 'soap';
import { accountApi } from '../generated/wallet-api/esm/index.js';
import { rounds } from './lib/rounds.mjs';
import { fixed, table } from './lib/table.mjs';

const namespace = 'http://wallet.example/api';
const requests = 20_000;
const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><TopupAtmCard xmlns="${namespace}"><sessionId>session</sessionId><id>42</id><amount>12.5</amount><purseFrom>Z123</purseFrom></TopupAtmCard></soap:Body></soap:Envelope>`;
const headers = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}/TopupAtmCard"` };

const zero = () => 0;
const ours = createServer({
  namespaces: { api_namespace: namespace },
  services: [
    accountApi({
      topupAtmCard: () => 7,
      markAllOperationsAsReadForCurrency: zero,
      markAllMessagesAsReadForContact: zero,
      contactSetFavorite: zero,
      markOperationAsRead: zero,
    }),
  ],
});
const listening = await ours.listen(0, '127.0.0.1');

const peer = createHttpServer();
await new Promise((done) => peer.listen(0, '127.0.0.1', done));
const methods = { TopupAtmCard: () => ({ TopupAtmCardResult: 7 }) };
soap.listen(
  peer,
  '/AccountApi.asmx',
  { AccountApi: { AccountApiSoap: methods, AccountApiSoap12: methods } },
  readFileSync(new URL('fixtures/AccountApi.wsdl', import.meta.url), 'utf8'),
);

/** Requests a second, as the load process measures them. */
const rate = (base) => () =>
  new Promise((done, fail) => {
    const load = { url: `${base}/AccountApi.asmx`, headers, body, requests, connections: 16 };
    const child = fork(fileURLToPath(new URL('lib/load.mjs', import.meta.url)), [JSON.stringify(load)]);
    child.on('message', done);
    child.on('exit', (code) => code !== 0 && fail(new Error(`the load process exited with ${code}`)));
  });

const results = await rounds(
  { 'soap.listen': rate(`http://127.0.0.1:${peer.address().port}`), ours: rate(listening.url) },
  5,
);
table(
  'Server, SOAP 1.1, 16 keep-alive connections',
  ['contender', 'requests/s', 'as a multiple of soap.listen'],
  Object.entries(results).map(([name, { median, ratio }]) => [name, fixed(median, 0), fixed(ratio, 2)]),
);
await listening.close();
process.exit(0);
