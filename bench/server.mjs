/**
 * Servers under load: bare `node:http` with answers that are made beforehand, ours, `soap.listen`, and with the same data as JSON our gateway and Fastify, which checks nothing. Each is a process
 * of its own, and so is the load; they take turns. Requests a second depend on the load process, too: the processor time of the server does not.
 */
import { fileURLToPath } from 'node:url';
import { importGenerated } from './lib/packages.mjs';
import { saveResults } from './lib/results.mjs';
import { rounds } from './lib/rounds.mjs';
import { measure, startLoad, startServer } from './lib/servers.mjs';
import { fixed, table } from './lib/table.mjs';

const kinds = ['node:http', 'ours', 'soap.listen', 'gateway, JSON', 'Fastify, JSON'];
const turn = { milliseconds: 700, rounds: 5 };
const runs = [
  ['Ping', 1],
  ['Ping', 32],
  ['Ping', 256],
  ['Put', 32],
  ['List', 32],
];
const titles = {
  Ping: 'small messages',
  Put: 'requests of 100 KB (JSON: 65 KB)',
  List: 'answers of 100 KB (JSON: 65 KB)',
};

await importGenerated('records', fileURLToPath(new URL('fixtures/Records.wsdl', import.meta.url)));
const load = startLoad();
const servers = Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await startServer(kind)])));

const percent = (share) => `${fixed(share * 100, 0)} %`;
const all = {};
for (const [operation, connections] of runs) {
  const contenders = kinds.map((kind) => [
    kind,
    () => measure(load, servers[kind], { operation, connections, milliseconds: turn.milliseconds }),
  ]);
  const results = await rounds(Object.fromEntries(contenders), turn.rounds);
  all[`${operation} ${connections}`] = Object.fromEntries(
    Object.entries(results).map(([name, { ratios }]) => [name, ratios]),
  );
  table(
    `Servers, ${titles[operation]}, connections: ${connections}`,
    [
      'server',
      'requests/s',
      'of node:http',
      'us of processor time a request',
      'times node:http',
      'p50 ms',
      'p99 ms',
      'times node:http',
    ],
    Object.entries(results).map(([name, { rate, cpu, p50, p99, ratios }]) => [
      name,
      fixed(rate, 0),
      percent(ratios.rate),
      fixed(cpu),
      fixed(ratios.cpu, 2),
      fixed(p50, 2),
      fixed(p99, 2),
      fixed(ratios.p99, 2),
    ]),
  );
}
saveResults('server', all);
load.disconnect();
for (const { child } of Object.values(servers)) {
  child.disconnect();
}
