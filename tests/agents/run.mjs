import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const execute = promisify(execFile);

const exported = `export { createFetchTransport } from '@wsdl-codegen/runtime';
export { createNodeTransport } from '@wsdl-codegen/runtime/node';
export { createUndiciTransport } from '@wsdl-codegen/undici';
export { ExchangerApiClient } from 'wallet-api';`;

/** Bundles the client and both transports from the sources as they are now, once for each format; `remove` removes them. */
export async function buildClients(repository) {
  const folder = join(repository, 'node_modules/.cache/agents', String(process.pid));
  mkdirSync(folder, { recursive: true });
  const file = (format) => join(folder, `client.${format}`);
  await Promise.all(
    ['mjs', 'cjs'].map((format) =>
      build({
        stdin: { contents: exported, resolveDir: repository },
        bundle: true,
        platform: 'node',
        format: format === 'mjs' ? 'esm' : 'cjs',
        outfile: file(format),
        conditions: ['wsdl-codegen-source'],
        alias: { 'wallet-api': './generated/wallet-api/src/index.ts' },
        absWorkingDir: repository,
        logLevel: 'error',
      }),
    ),
  );
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a program in a process of its own, as agents change the modules of the process that they are in. What it prints last is JSON. */
export async function runProgram(program, args, { nodeOptions = [], env = {} } = {}) {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const { stdout } = await execute(process.execPath, [...nodeOptions, program, ...args], {
    env: { ...inherited, ...env },
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

/** Headers that tracing agents add. */
const ofAgents = /^(traceparent|tracestate|baggage|sentry-trace|elastic-apm-traceparent|x-datadog-[a-z-]+): /i;

/** The requests of `calls.mjs` as a service sees them, without the additions of agents. */
export function seen({ requests, url }) {
  return requests
    .map(({ line, headers, body }) => ({
      line,
      headers: headers.filter((header) => !ofAgents.test(header)).map((header) => header.replace(url.slice(7), 'host')),
      body,
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Value of a header of a captured request, or undefined. */
export function header({ headers }, name) {
  const found = headers.find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return found?.slice(name.length + 1).trim();
}
