/**
 * Calls of a small SOAP 1.1 operation over keep-alive, of a server in a process of its own: bare `node:http` and undici with the same bytes, our client over both, and
 * that of the package `soap`. The time is the processor time of the calling process.
 */
import { fileURLToPath } from 'node:url';
import { bareCall, measureCalls, ourCall, ourUndiciCall, soapCall, undiciCall } from './lib/calls.mjs';
import { importGenerated } from './lib/packages.mjs';
import { saveResults } from './lib/results.mjs';
import { rounds } from './lib/rounds.mjs';
import { startServer } from './lib/servers.mjs';
import { fixed, table } from './lib/table.mjs';

const callsEach = 4_000;

const generated = await importGenerated('records', fileURLToPath(new URL('fixtures/Records.wsdl', import.meta.url)));
const { child, port } = await startServer('node:http');
const calls = {
  'node:http, same bytes': bareCall(port),
  ours: await ourCall(port, generated),
  'ours over undici': await ourUndiciCall(port, generated),
  soap: await soapCall(port),
  'undici `Pool.request`, same bytes': await undiciCall(port),
};
const all = {};
for (const concurrency of [1, 16, 64]) {
  const contenders = Object.entries(calls).map(([name, call]) => [
    name,
    () => measureCalls(call, callsEach, concurrency),
  ]);
  const results = await rounds(Object.fromEntries(contenders), 7);
  all[concurrency] = Object.fromEntries(Object.entries(results).map(([name, { ratio }]) => [name, ratio]));
  table(
    `Client calls, SOAP 1.1, keep-alive, at a time: ${concurrency}`,
    ['client', 'us of processor time a call', 'times node:http'],
    Object.entries(results).map(([name, { median, ratio }]) => [name, fixed(median), fixed(ratio, 2)]),
  );
}
saveResults('call', all);
child.disconnect();
process.exit(0);
