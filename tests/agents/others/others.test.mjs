/**
 * The agents of Elastic and Sentry see every call, and change nothing of it but the headers that are their own. Installed and run by
 * `npm run test:agents`; everything stays on this machine.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildClients, header, runProgram, seen } from '../run.mjs';

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const calls = fileOf('../calls.mjs');

let clients;
/** Takes whatever agents send. */
let collector;

before(async () => {
  clients = await buildClients(fileOf('../../..'));
  collector = createServer((request, response) => {
    request.resume();
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

/** Variables that send what agents collect to the collector of the test, and nothing anywhere else. */
const environment = (port) => ({
  SENTRY_DSN: `http://key@127.0.0.1:${port}/1`,
  ELASTIC_APM_SERVER_URL: `http://127.0.0.1:${port}`,
  ELASTIC_APM_SERVICE_NAME: 'calls',
  ELASTIC_APM_CENTRAL_CONFIG: 'false',
  ELASTIC_APM_CLOUD_PROVIDER: 'none',
  ELASTIC_APM_METRICS_INTERVAL: '0s',
  ELASTIC_APM_LOG_LEVEL: 'off',
});

/** Trace and span that a request names. */
const traceOf = (request) =>
  (header(request, 'traceparent')?.slice(3) ?? header(request, 'sentry-trace') ?? '').split('-').slice(0, 2);

for (const agent of ['sentry', 'elastic']) {
  const file = fileOf(`${agent}.cjs`);
  const variants = [
    ['loaded by --import, for a program of ES modules', 'mjs', ['--import', file], []],
    ['loaded by --require, for a program of ES modules', 'mjs', ['--require', file], []],
    ['loaded by --require, for a program that uses require', 'cjs', ['--require', file], []],
    ['loaded after the client, of ES modules', 'mjs', [], [file]],
    ['loaded after the client, which uses require', 'cjs', [], [file]],
  ];
  for (const [name, format, nodeOptions, late] of variants) {
    test(`${agent} ${name}`, async () => {
      const plain = await runProgram(calls, [clients.file(format)]);
      const output = await runProgram(calls, [clients.file(format), ...late], {
        nodeOptions,
        env: environment(collector.address().port),
      });

      // Every request and every result is what it is without the agent.
      assert.equal(output.requests.length, 12);
      assert.deepEqual(seen(output), seen(plain));
      assert.deepEqual([...output.outcomes].sort(), [...plain.outcomes].sort());

      // Each call names the trace of its caller, and a span of its own.
      const spans = new Set();
      for (const request of output.requests) {
        const call = header(request, 'X-Call');
        const [trace, span] = traceOf(request);
        assert.equal(trace, output.spans[call].traceId, call);
        assert.notEqual(span, output.spans[call].spanId, call);
        spans.add(span);
      }
      assert.equal(spans.size, 12);
    });
  }
}
