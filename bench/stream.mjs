/**
 * Lists and files that pass through clients and servers while they are made: how much memory each side needs above its idle process, and processor time.
 *
 * node stream.mjs [--items COUNT] [--bytes COUNT] [--build FOLDER]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fixed, table } from './lib/table.mjs';

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '10000000' },
    bytes: { type: 'string', default: '5000000000' },
    build: { type: 'string', default: new URL('../', import.meta.url).href },
  },
});
const side = fileURLToPath(new URL('lib/stream-side.mjs', import.meta.url));
const execArgv = ['--expose-gc'];

const transfers = [
  ['list in an answer', 'serve', 'read-list', values.items],
  ['file in an answer, base64', 'serve', 'read-bytes', values.bytes],
  ['file in an answer, MTOM', 'serve', 'read-part', values.bytes],
  ['list in a request', 'serve', 'write-list', values.items],
  ['file in a request, base64', 'sink', 'write-base64', values.bytes],
  ['file in a request, MTOM', 'serve', 'write-part', values.bytes],
];
const rows = [];
for (const [name, receiver, call, amount] of transfers) {
  const server = fork(side, [receiver, values.build], { execArgv });
  const [{ port }] = await once(server, 'message');
  const client = fork(side, [call, values.build, port, amount], { execArgv });
  const [ofClient] = await once(client, 'message');
  server.send('report');
  const [ofServer] = await once(server, 'message');
  server.kill();
  rows.push([name, amount, megabytes(ofServer), fixed(ofServer.seconds), megabytes(ofClient), fixed(ofClient.seconds)]);
  console.error(`${name}: done`);
}
const columns = ['server MiB', 'server CPU s', 'client MiB', 'client CPU s'];
table(
  `Streams: memory above the idle process (Node ${process.versions.node})`,
  ['', 'items or bytes', ...columns],
  rows,
);

function megabytes({ aboveIdle }) {
  return fixed(aboveIdle / 1024, 0);
}
