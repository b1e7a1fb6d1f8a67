import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Root of the repository. */
export const root: string = resolve(__dirname, '../..');

/** The command as users get it, bundled from the sources as they are now; once for each test worker. */
export function buildCommand(): string {
  const out = `dist/e2e-${process.env.JEST_WORKER_ID ?? '1'}`;
  execFileSync(process.execPath, ['scripts/build-generator.mjs', out], { cwd: root });
  return join(root, out, 'bin.js');
}

/** An empty folder for a test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'codegen-e2e-'));
}

/** Writes files by their path in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Every file below a folder with its text, sorted; empty if there is no folder. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) {
    return {};
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** The environment without what would change how the command behaves. */
export function plainEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { FORCE_COLOR, NO_COLOR, DEBUG, NODE_OPTIONS, ...rest } = process.env;
  return { ...rest, ...extra };
}

/** Runs the command and waits for its end. */
export function runCommand(
  bin: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [bin, ...args], { cwd, env: plainEnvironment(env), encoding: 'utf8' });
}

/** Starts the command; resolves with its exit code or the signal that ended it. */
export function startCommand(bin: string, args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: plainEnvironment(), stdio: 'pipe' });
  const ended = new Promise<number | NodeJS.Signals | null>((done) => {
    child.on('close', (code, signal) => done(signal ?? code));
  });
  return { child, ended };
}

/** Removes a folder of a test. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
