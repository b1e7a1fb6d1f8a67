import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../support/repository.js';

const run = promisify(execFile);

/**
 * Compiles the examples and what they import, as `npm run build` does, when a source is younger than what was built last. After
 * `npm ci` nothing is, and no file is written that another test may be reading.
 */
export async function compileExamples(): Promise<void> {
  const sources = ['runtime/src', 'generated/wallet-api/src', 'generated/address-locator/src', 'examples'];
  const built = builtAt();
  if (sources.every((folder) => youngest(join(repository, folder)) <= built)) {
    return;
  }
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const steps = [
    ['-b'],
    ['-p', 'generated/wallet-api'],
    ['-p', 'generated/address-locator'],
    ['-p', 'examples', '--noCheck'],
  ];
  for (const step of steps) {
    try {
      await run(process.execPath, [tsc, ...step], { cwd: repository });
    } catch (error) {
      throw new Error(`tsc ${step.join(' ')}:\n${(error as { stdout?: string }).stdout ?? error}`);
    }
  }
}

/** Examples find the packages that `npm run test:all` installs. */
export function linkPackages(): void {
  const link = join(repository, 'examples/dist/node_modules');
  if (!existsSync(link)) {
    symlinkSync(join(repository, 'tests/node_modules'), link, 'junction');
  }
}

/** When the examples, the last step of the build, were compiled; 0 for never. */
function builtAt(): number {
  return statSync(programOf('client'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** When the newest TypeScript source below a folder was changed. */
function youngest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|[\\/])(dist|node_modules)[\\/]/.test(name),
  );
  return Math.max(...files.map((name) => statSync(join(folder, name)).mtimeMs));
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
      if (url !== undefined) {
        resolve({ url, stop: () => stop(child) });
      }
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
