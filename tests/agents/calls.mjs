/**
 * Calls a service over each transport and all bindings, all calls at once and each in a span of its own where there is an agent. Prints what
 * arrived and what came of it.
 *
 *     node calls.mjs CLIENT [FILE...]
 *
 * CLIENT is the bundled client, FILEs are what to load after it: an agent that comes late.
 */
import { createRequire } from 'node:module';
import { startCapture } from './capture.mjs';

const require = createRequire(import.meta.url);
const [clientFile, ...late] = process.argv.slice(2);
const { createFetchTransport, createNodeTransport, createUndiciTransport, ExchangerApiClient } = clientFile.endsWith(
  '.cjs',
)
  ? require(clientFile)
  : await import(clientFile);
for (const file of late) {
  require(file);
}
// Something in every program loads these: agents that hook `require` patch them then.
require('node:http');
require('node:https');

const { Agent } = require('undici');
const capture = await startCapture();
const inSpan = globalThis.agent?.inSpan ?? ((_, run) => run());
// One connection for all: what belongs to one call must not be found in another.
const dispatcher = new Agent({ connections: 1 });
const transports = {
  node: createNodeTransport({ maxSockets: 1 }),
  fetch: createFetchTransport(),
  undici: createUndiciTransport(dispatcher),
};
const input = { sessionId: 'ж', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 12.5 };

const names = [];
for (const transport of Object.keys(transports)) {
  for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost']) {
    names.push(`${transport} ${binding}`);
  }
}

const outcomes = await Promise.all(
  names.map((name) => {
    const [transport, binding] = name.split(' ');
    const client = new ExchangerApiClient({
      baseUrl: capture.url,
      namespaces: { api_namespace: 'http://wallet.example/api' },
      transport: transports[transport],
    });
    const call = () => client.exchange(input, { binding, headers: { 'X-Call': name } });
    return inSpan(name, () => call().catch((error) => `${error.name}: ${error.message}`));
  }),
);
transports.node.close();
await dispatcher.close();
capture.close();
const spans = globalThis.agent?.spans() ?? [];
console.log(JSON.stringify({ url: capture.url, requests: capture.requests, outcomes, spans }));
