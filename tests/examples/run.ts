import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../support/repository.js';

const run = promisify(execFile);

/** Compiles the examples and what they import, as `npm run build` does. */
export async function compileExamples(): Promise<void> {
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const steps = [['-b'], ['-p', 'generated/wallet-api'], ['-p', 'generated/address-locator'], ['-p', 'examples']];
  for (const step of steps) {
    try {
      await run(process.execPath, [tsc, ...step], { cwd: repository });
    } catch (error) {
      throw new Error(`tsc ${step.join(' ')}:\n${(error as { stdout?: string }).stdout ?? error}`);
    }
  }
}

/** Runs an example to its end; its output by line. Fails when it fails. */
export async function output(name: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [programOf(name), ...args], { timeout: 20_000 });
  return stdout.trimEnd().split('\n');
}

/** An example that serves, and where. */
export interface RunningExample {
  readonly url: string;
  /** Ends it, and waits until it is gone. */
  stop(): Promise<void>;
}

/** Starts an example on a free port, and waits for `listening on …`. */
export function start(name: string): Promise<RunningExample> {
  const child = spawn(process.execPath, [programOf(name), '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer): void => {
      text += chunk.toString();
      const url = /listening on (\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve({ url, stop: () => stop(child) });
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${name} ended with ${code}:\n${text}`)));
  });
}

/** Output of the built command, in the repository's root. */
export async function codegen(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(repository, 'dist/generator/bin.js'), ...args], {
    cwd: repository,
  });
  return stdout;
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill();
  });
}

function programOf(name: string): string {
  return join(repository, 'examples/dist', name, 'main.js');
}
