import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyBuiltRuntime } from '../support/built-runtime.js';
import { someOf } from '../support/thorough.js';

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'codegen-streams-'));
const side = join(root, 'bench/lib/stream-side.mjs');
const build = `${pathToFileURL(folder).href}/`;
/** Megabytes of JavaScript's heap; each transfer is several times as large. */
const heap = 40;
/** KiB of a process above its idle state. */
const maxAboveIdle = 100 * 1024;

const processes: ChildProcess[] = [];

interface Report {
  readonly port: number;
  readonly passed: number;
  readonly aboveIdle: number;
}

beforeAll(() => {
  copyBuiltRuntime(join(folder, 'runtime'));
  writeFileSync(join(folder, 'runtime/package.json'), readFileSync(join(root, 'runtime/package.json')));
});
afterEach(() => {
  for (const child of processes.splice(0)) {
    child.kill();
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(...parameters: readonly string[]): ChildProcess {
  const child = fork(side, parameters, { execArgv: [`--max-old-space-size=${heap}`], stdio: 'inherit' });
  processes.push(child);
  return child;
}

/** The next message of a process. Rejects if it ends before. */
async function report(child: ChildProcess): Promise<Report> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The process has ended.')));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Report];
  ended.catch(() => undefined);
  return message;
}

describe('in processes with little memory', () => {
  const transfers = [
    ['a list of an answer passes', 'serve', 'read-list', 250_000],
    ['a file in an answer passes as a part of a package', 'serve', 'read-part', 150_000_000],
    ['a list of a request passes', 'serve', 'write-list', 250_000],
    ['a file in a request passes', 'sink', 'write-base64', 150_000_000],
    ['a file in a request passes as a part of a package', 'serve', 'write-part', 150_000_000],
    ['a file in an answer passes', 'serve', 'read-bytes', 150_000_000],
  ] as const;

  it.each(someOf(transfers, 3))('%s', async (_, receiver, call, amount) => {
    expect(await transfer(receiver, call, amount)).toBeLessThan(maxAboveIdle);
  });
});

/** The memory of the two processes above their idle state while something passes. */
async function transfer(receiver: string, call: string, amount: number): Promise<number> {
  const server = start(receiver, build);
  const { port } = await report(server);
  const ofClient = await report(start(call, build, String(port), String(amount)));
  expect(ofClient.passed).toBeGreaterThanOrEqual(amount);
  server.send('report');
  const ofServer = await report(server);
  return Math.max(ofServer.aboveIdle, ofClient.aboveIdle);
}
