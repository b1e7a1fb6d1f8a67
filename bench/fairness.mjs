/**
 * Fifty callers of a server, with and without one that sends the dearest requests that are allowed, over many connections: what remains of their rate, and how
 * long they wait. The server, the fifty and the one are a process each; every caller has an address of its own.
 *
 * `node bench/fairness.mjs [--seconds 8] [--rounds 3] [--think 10] [--only NAME] [--build FOLDER] [--options JSON] [--profile FOLDER]`
 *
 * Other programs take time from all of the processes. What does not depend on them is how many requests of the fifty the server answers in each second of its own processor
 * time; with the highest priority (`nice -n -15 node …`), the rates are good as well.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { importSource } from '../tests/support/bundle.mjs';
import { importGenerated } from './lib/packages.mjs';
import { fixed, median, table } from './lib/table.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '3' },
    think: { type: 'string', default: '10' },
    only: { type: 'string' },
    build: { type: 'string' },
    options: { type: 'string', default: '{}' },
    profile: { type: 'string' },
  },
});
const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const build = values.build === undefined ? new URL('../', import.meta.url).href : `${pathToFileURL(values.build)}/`;
const milliseconds = Number(values.seconds) * 1000;
/** Milliseconds for which the fifty call before they are counted. */
const leadMs = 400;

const { descriptor, heavyRequests, path, askPath } = await importSource(
  new URL('../tests/robustness/pressed-service.ts', import.meta.url),
);
const wsdl = join(tmpdir(), `pressed-${process.pid}.wsdl`);
writeFileSync(wsdl, descriptor);
await importGenerated('pressed', wsdl);
rmSync(wsdl);

/** Just below the limit of a body. */
const dearest = 1_040_000;
const post = ({ action, body }, fields = '') =>
  Buffer.concat([
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml; charset=utf-8\r\nSOAPAction: "${action}"\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
    ),
    Buffer.from(body),
  ]).toString('base64');
const bomb = ({ action, body }) => post({ action, body: gzipSync(body) }, 'Content-Encoding: gzip\r\n');
const heavy = (name, bytes = dearest) => heavyRequests[name](bytes);
const chunks = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nSOAPAction: "take"\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(250_000)}0\r\n\r\n`;
const ask = Buffer.from(`GET ${askPath} HTTP/1.1\r\nHost: localhost\r\n\r\n`).toString('base64');

/** What the one sends, and over how many connections. */
const attacks = {
  elements: [[post(heavy('elements'))], 20],
  trees: [[post(heavy('trees'))], 20],
  'deep trees': [[post(heavy('deep trees'))], 20],
  'texts of unions': [[post(heavy('texts that fit no member of a union but the last'))], 20],
  'references to one value': [[post(heavy('references to one value'))], 20],
  'gzip bombs of trees': [[bomb(heavy('trees'))], 20],
  '16 KB of trees': [[post(heavy('trees', 15_000))], 100],
  'chunks of one byte': [[Buffer.from(chunks).toString('base64')], 20],
  'small requests': [[ask], 200],
  'all of them, 400 connections': [
    [
      ...['elements', 'trees', 'deep trees', 'references to one value'].map((name) => post(heavy(name))),
      bomb(heavy('trees')),
      post(heavy('trees', 15_000)),
      ask,
    ],
    400,
  ],
};

/** A short message of thirty elements. */
const ordinary = [post(heavyRequests.elements(250))];
const fifty = { callers: 50, connections: 1, network: 1, requests: ordinary, thinkMs: Number(values.think) };

const callers = { fifty: fork(here('lib/fair-callers.mjs')), one: fork(here('lib/fair-callers.mjs')) };

const answerOf = async (child, message) => {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
};

/** Lets the fifty call for a time, and the one too if there is an attack: from an address that the server does not know yet. */
async function measure({ server, port }, attack, round) {
  const before = await answerOf(server, 'usage');
  const all = answerOf(callers.fifty, { port, ...fifty, leadMs, milliseconds });
  // The one comes when the fifty are there, who are counted a moment after that.
  await new Promise((resolve) => setTimeout(resolve, leadMs / 2));
  const [requests, connections] = attack ?? [];
  const order = {
    port,
    callers: 1,
    connections,
    network: 2 + round,
    requests,
    milliseconds: milliseconds + leadMs / 2,
  };
  const hostile = attack && (await answerOf(callers.one, order));
  const result = await all;
  const after = await answerOf(server, 'usage');
  const cpu = (after.cpu - before.cpu) / (milliseconds + leadMs) / 10;
  return { ...result, hostile, cpu, memory: after.memory };
}

/** The fifty alone and beside the one, in turns, at one server. */
async function compare(attack) {
  const execArgv = [
    '--max-old-space-size=256',
    ...(values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []),
  ];
  const server = fork(here('lib/fair-server.mjs'), [build, values.options], { execArgv });
  const [{ port }] = await once(server, 'message');
  await measure({ server, port });
  const samples = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const alone = await measure({ server, port });
    const pressed = await measure({ server, port }, attack, round);
    const kept = pressed.rate / alone.rate;
    samples.push({ alone, pressed, kept: 100 * kept, ofTime: (100 * kept * alone.cpu) / pressed.cpu });
  }
  server.disconnect();
  return samples;
}

async function row(name, attack) {
  const samples = await compare(attack);
  const of = (get, digits = 0) => fixed(median(samples.map(get)), digits);
  const { statuses } = samples.at(-1).pressed.hostile;
  return [
    name,
    of(({ alone }) => alone.rate),
    of(({ pressed }) => pressed.rate),
    `${of(({ kept }) => kept)} %`,
    `${of(({ ofTime }) => ofTime)} %`,
    of(({ alone }) => alone.p99, 1),
    of(({ pressed }) => pressed.p50, 1),
    of(({ pressed }) => pressed.p99, 1),
    of(({ pressed }) => pressed.max),
    Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ') || '-',
    `${of(({ alone }) => alone.cpu)} %, ${of(({ pressed }) => pressed.cpu)} %`,
    of(({ pressed }) => pressed.memory),
  ];
}

const rows = [];
for (const [name, attack] of Object.entries(attacks)) {
  if (values.only === undefined || name.includes(values.only)) {
    rows.push(await row(name, attack));
  }
}
table(
  `Fifty callers beside one that is hostile, ${values.think} ms between their requests`,
  [
    'the one sends',
    'requests/s alone',
    'beside it',
    'kept',
    'of each processor second',
    'p99 ms alone',
    'p50 ms',
    'p99 ms',
    'max ms',
    'answers to it',
    'processor',
    'MiB',
  ],
  rows,
);
for (const child of Object.values(callers)) {
  child.disconnect();
}
