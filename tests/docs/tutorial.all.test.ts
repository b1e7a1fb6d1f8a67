import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repository, textOf } from '../support/repository.js';

/** A person follows the tutorial from its first line to its last: files are written, commands run, and they print what the page shows. */

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tutorial-'));
/** What listens in the second terminal. */
let second: ChildProcess | undefined;

afterAll(async () => {
  await stopSecond();
  rmSync(folder, { recursive: true, force: true });
});

/** A fence of the page, with the file that the line above it names. */
interface Step {
  readonly line: number;
  readonly language: string;
  readonly body: string;
  readonly file: string | undefined;
}

it('the tutorial does what it says', async () => {
  const port = await freePort();
  const page = textOf('docs/tutorial.md').replaceAll('8080', String(port));
  let printed = '';
  let undo = (): void => {};
  for (const { line, language, body, file } of stepsOf(page)) {
    const place = `docs/tutorial.md:${line}`;
    if (language === 'undo') {
      undo();
    } else if (language === 'sh') {
      printed = await runAll(body);
    } else if (language === 'text') {
      expect(`${place}\n${withoutTimes(printed)}`).toMatch(patternOf(`${place}\n${withoutTimes(body)}`));
    } else if (language === 'diff') {
      undo = change(file ?? place, body);
    } else {
      write(file ?? place, body);
    }
  }
}, 120_000);

/** Fences, and `undo` for a paragraph that tells the reader to undo the last change. */
function stepsOf(page: string): readonly Step[] {
  const steps: Step[] = [];
  const lines = page.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const language = /^```(\w+)$/.exec(lines[at] ?? '')?.[1];
    if (language !== undefined) {
      const end = lines.indexOf('```', at);
      const file = /`([^`]+)`:$/.exec(lines[at - 2] ?? '')?.[1];
      steps.push({ line: at + 1, language, body: lines.slice(at + 1, end).join('\n'), file });
      at = end;
    } else if (lines[at]?.startsWith('Undo the change.')) {
      steps.push({ line: at + 1, language: 'undo', body: '', file: undefined });
    }
  }
  return steps;
}

function write(file: string, body: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${body}\n`);
}

/** Replaces the lines with `-` by those with `+`; what it gives puts them back. */
function change(file: string, body: string): () => void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const linesWith = (sign: string): string =>
    body
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  expect(before).toContain(linesWith('-'));
  writeFileSync(path, before.replace(linesWith('-'), linesWith('+')));
  return () => writeFileSync(path, before);
}

/** Runs lines of a shell one after the other; what they print. */
async function runAll(body: string): Promise<string> {
  let printed = '';
  for (const line of body.split('\n')) {
    if (line === 'mkdir till && cd till') {
      continue;
    }
    printed += await run(line.split(' '));
  }
  return printed;
}

async function run(words: readonly string[]): Promise<string> {
  const [command = '', ...args] = words;
  if (command === 'npm' && args[0] === 'install') {
    const names = args.slice(1).filter((word) => !word.startsWith('--'));
    const key = args.includes('--save-dev') ? 'devDependencies' : 'dependencies';
    writeDependencies(key, names);
    names.forEach(install);
    return '';
  }
  if (command === 'npm') {
    await execute(command, args, { cwd: folder, shell: process.platform === 'win32' });
    return '';
  }
  const program = command === 'npx' ? [commands[args[0] ?? ''] ?? '', ...args.slice(1)] : args;
  const serves = program.includes('mock') || program.includes('out/server.js');
  return serves
    ? startSecond(program)
    : printedBy(program[0] === '--test' ? ['--test-reporter=spec', ...program] : program);
}

/** Programs that `npx` runs. */
const commands: Readonly<Record<string, string>> = {
  codegen: join(repository, 'dist/generator/bin.js'),
  tsc: join(repository, 'node_modules/typescript/bin/tsc'),
};

/** The manifest lists what is installed. */
function writeDependencies(key: string, names: readonly string[]): void {
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, object>>;
  const versions = Object.fromEntries(names.map((name) => [name, '*']));
  writeFileSync(path, JSON.stringify({ ...manifest, [key]: { ...manifest[key], ...versions } }));
}

/** A link stands for what npm would fetch or link: packages of this repository, and those that it has installed. */
function install(name: string): void {
  const generated = /^\.\/generated\/(.+)$/.exec(name)?.[1];
  const target = name === 'wsdl-codegen' ? repository : join(repository, 'node_modules', name);
  const link = join(folder, 'node_modules', generated ?? name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(generated === undefined ? target : join(folder, name), link, 'junction');
}

/** What a program prints to its end. A compiler that finds mistakes ends with 2. */
async function printedBy(args: readonly string[]): Promise<string> {
  try {
    const { stdout, stderr } = await execute(process.execPath, args, {
      cwd: folder,
      env: environment,
      timeout: 60_000,
    });
    return stdout + stderr;
  } catch (error) {
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    expect({ args, code, stderr }).toEqual({ args, code: args[0] === commands.tsc ? 2 : 0, stderr: '' });
    return stdout;
  }
}

const environment = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };

/** Starts what listens, in the place of what listened before; what it prints until then. */
async function startSecond(args: readonly string[]): Promise<string> {
  await stopSecond();
  const child = spawn(process.execPath, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  second = child;
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/listening on .*\n/.test(printed)) {
        resolve(printed);
      }
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
}

async function stopSecond(): Promise<void> {
  const child = second;
  second = undefined;
  if (child !== undefined) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  }
}

/** Lines with `…` stand for any number of lines. */
function patternOf(shown: string): RegExp {
  const parts = `${shown}\n`.split('…\n').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`);
}

function withoutTimes(text: string): string {
  return text.replace(/\(\d+(\.\d+)?ms\)/g, '(1ms)');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
