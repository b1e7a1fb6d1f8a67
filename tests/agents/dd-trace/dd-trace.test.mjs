/**
 * Datadog's agent sees every call, and changes nothing of it but the headers that are its own. Installed and run by `npm run test:dd-trace`;
 * everything stays on this machine.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildClients, header, runProgram, seen } from '../run.mjs';

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const calls = fileOf('../calls.mjs');
const agent = fileOf('agent.cjs');

let clients;
let collector;
/** The data that the agent sent to its collector, as text: MessagePack leaves strings as they are. */
let collected = '';

before(async () => {
  clients = await buildClients(fileOf('../../..'));
  collector = createServer(async (request, response) => {
    for await (const chunk of request) {
      collected += chunk.toString('latin1');
    }
    response.setHeader('Content-Type', 'application/json');
    response.end('{}');
  });
  await new Promise((done) => collector.listen(0, '127.0.0.1', done));
});
after(() => {
  clients.remove();
  collector.closeAllConnections();
  collector.close();
});

const run = (format, nodeOptions, late) =>
  runProgram(calls, [clients.file(format), ...late], {
    nodeOptions,
    env: {
      DD_TRACE_AGENT_URL: `http://127.0.0.1:${collector.address().port}`,
      DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false',
      DD_REMOTE_CONFIGURATION_ENABLED: 'false',
      DD_TRACE_STARTUP_LOGS: 'false',
    },
  });

const variants = [
  [
    'loaded by --import, for a program of ES modules',
    'mjs',
    ['--import', fileOf('node_modules/dd-trace/initialize.mjs')],
  ],
  ['loaded by --require, for a program of ES modules', 'mjs', ['--require', fileOf('node_modules/dd-trace/init.js')]],
  [
    'loaded by --require, for a program that uses require',
    'cjs',
    ['--require', fileOf('node_modules/dd-trace/init.js')],
  ],
  ['loaded after the client, of ES modules', 'mjs', []],
  ['loaded after the client, which uses require', 'cjs', []],
];

for (const [name, format, nodeOptions] of variants) {
  test(`dd-trace ${name}`, async () => {
    collected = '';
    const plain = await runProgram(calls, [clients.file(format)]);
    const output = await run(format, nodeOptions, [agent]);

    // Every request and every result is what it is without the agent.
    assert.equal(output.requests.length, 12);
    assert.deepEqual(seen(output), seen(plain));
    assert.deepEqual([...output.outcomes].sort(), [...plain.outcomes].sort());

    // Each call is a span of its own, within the span of the caller.
    const parents = new Set();
    for (const request of output.requests) {
      const caller = output.spans[header(request, 'X-Call')];
      assert.equal(header(request, 'x-datadog-trace-id'), caller.traceId);
      parents.add(header(request, 'x-datadog-parent-id'));
      assert.match(header(request, 'traceparent') ?? '', /^00-/);
    }
    assert.equal(parents.size, 12);
    for (const { spanId } of Object.values(output.spans)) {
      assert.ok(!parents.has(spanId));
    }

    // And the collector received it.
    assert.ok(collected.split(/(?:http|undici)\.request/).length - 1 >= 12, 'spans of 12 calls');
  });
}
