import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { packageFolders } from '../architecture/imports.js';
import { type FencedProgram, programsOf } from '../docs/fences.js';
import { repository, textOf } from '../support/repository.js';
import { thorough } from '../support/thorough.js';

const execute = promisify(execFile);

/** How a program of a recipe runs. */
export interface RunOptions {
  /** What stands in the place of `https://wallet.example`, the address of the service in all recipes. */
  readonly baseUrl?: string;
  /** Other texts of the program that are replaced. */
  readonly replace?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node, such as `--import=…`. */
  readonly nodeOptions?: readonly string[];
}

/** A program of a recipe that serves. */
export interface RunningProgram {
  readonly url: string;
  /** What it has printed so far. */
  output(): string;
  /** Ends it, and waits until it is gone. */
  stop(): Promise<void>;
}

/**
 * A page of `docs/recipes`. A program is named by the heading above it. The page is checked in `tests/docs`, where its programs compile; here they run, each in
 * a process of its own, with the sources of this repository in the place of its packages.
 */
export class Recipe {
  readonly #page: string;
  readonly #programs: ReadonlyMap<string, FencedProgram>;
  readonly #run = new Set<string>();
  readonly #folder: string;
  readonly #started: RunningProgram[] = [];
  /** The modules of programs by their text. */
  readonly #compiled = new Map<string, string>();

  constructor(name: string) {
    this.#page = `docs/recipes/${name}.md`;
    this.#programs = programsByHeading(textOf(this.#page));
    const cache = join(repository, thorough ? 'tests' : '.', 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    this.#folder = mkdtempSync(join(cache, `recipe-${name}-`));
  }

  /** A folder for files that programs read. */
  get folder(): string {
    return this.#folder;
  }

  /** Headings of programs that no test has run. */
  notRun(): readonly string[] {
    return [...this.#programs.keys()].filter((heading) => !this.#run.has(heading));
  }

  /** Compiles the program under a heading; the path of its module. */
  async compile(heading: string, { baseUrl, replace = {} }: RunOptions = {}): Promise<string> {
    const program = this.#programs.get(heading);
    if (program === undefined) {
      throw new Error(`${this.#page} has no program under "${heading}", but: ${[...this.#programs.keys()].join(', ')}`);
    }
    this.#run.add(heading);
    const texts = Object.entries({ ...(baseUrl !== undefined && { 'https://wallet.example': baseUrl }), ...replace });
    const text = texts.reduce(replaceText, program.text);
    const file = this.#compiled.get(text) ?? join(this.#folder, `program-${this.#compiled.size + 1}.mjs`);
    if (!this.#compiled.has(text)) {
      await bundle(text, file);
      this.#compiled.set(text, file);
    }
    return file;
  }

  /** Runs the program under a heading to its end; what it prints, by line. Fails when it fails. */
  async run(heading: string, options: RunOptions = {}): Promise<readonly string[]> {
    const file = await this.compile(heading, options);
    const { stdout } = await execute(process.execPath, [...(options.nodeOptions ?? []), file], {
      cwd: this.#folder,
      env: environment(options),
      timeout: 60_000,
    });
    return stdout.trimEnd().split('\n');
  }

  /** Starts the program under a heading, and waits until it prints an address after `listening on`. */
  async start(heading: string, options: RunOptions = {}): Promise<RunningProgram> {
    const file = await this.compile(heading, options);
    const args = [...(options.nodeOptions ?? []), file];
    const program = await started(args, this.#folder, environment(options));
    this.#started.push(program);
    return program;
  }

  /** Ends every program, and removes everything that was made. */
  remove(): void {
    for (const program of this.#started) {
      program.stop();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Compiles a program into a file of a folder and starts it there, as `Recipe.start` does. */
export async function startProgram(text: string, folder: string, options: RunOptions = {}): Promise<RunningProgram> {
  const file = join(folder, `program-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`);
  await bundle(text, file);
  return started([file], folder, environment(options));
}

/** Starts a program; fails if it ends before it says where it listens. */
function started(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<RunningProgram> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = (): Promise<void> => {
    child.kill();
    return ended;
  };
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer): void => {
      text += chunk.toString();
      const url = /listening on (\S+)/.exec(text)?.[1];
      if (url !== undefined) {
        resolve({ url, output: () => text, stop });
      }
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}:\n${text}`)));
  });
}

function environment({ env = {} }: RunOptions): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  return { ...inherited, ...env };
}

function replaceText(text: string, [from, to]: readonly [string, string]): string {
  if (!text.includes(from)) {
    throw new Error(`the program does not contain "${from}"`);
  }
  return text.replaceAll(from, to);
}

/** Packages of other people stay packages, so that agents and mocks find the ones that the program uses. */
async function bundle(contents: string, outfile: string): Promise<void> {
  await build({
    stdin: { contents, loader: 'ts', resolveDir: repository },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    packages: 'external',
    conditions: ['wsdl-codegen-source'],
    alias: {
      '@wsdl-codegen/runtime': './runtime/src/index.ts',
      ...Object.fromEntries(entries().map((entry) => [`@wsdl-codegen/runtime/${entry}`, sourceOf(entry)])),
      ...Object.fromEntries(
        packageFolders.map((folder) => [`@wsdl-codegen/${basename(folder)}`, `./${folder}/src/index.ts`]),
      ),
      'wallet-api': './generated/wallet-api/src/index.ts',
      'address-locator': './generated/address-locator/src/index.ts',
      '#transport': './runtime/src/node/later-transport.ts',
      '#fast': './runtime/src/schema/fast/fast-layer.ts',
    },
    absWorkingDir: repository,
    logLevel: 'error',
  });
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly 'wsdl-codegen-source': string }>>;
}

const { exports: targets } = JSON.parse(textOf('runtime/package.json')) as Manifest;

/** The entries of the runtime besides its main one. */
function entries(): readonly string[] {
  return Object.keys(targets).flatMap((key) => (key.startsWith('./') && !key.endsWith('.json') ? [key.slice(2)] : []));
}

function sourceOf(entry: string): string {
  const target = targets[`./${entry}`];
  return typeof target === 'object' ? `./runtime/${target['wsdl-codegen-source'].slice(2)}` : '';
}

/** The programs of a page by the heading that is nearest above them. Two programs under one heading are an error. */
function programsByHeading(markdown: string): ReadonlyMap<string, FencedProgram> {
  const lines = markdown.split('\n');
  const result = new Map<string, FencedProgram>();
  for (const program of programsOf(markdown)) {
    const above = lines.slice(0, program.line).filter((line, at) => isHeading(line) && !isInFence(lines, at));
    const heading = (above.at(-1) ?? '').replace(/^#+ /, '');
    if (result.has(heading)) {
      throw new Error(`two programs under the heading "${heading}"`);
    }
    result.set(heading, program);
  }
  return result;
}

function isHeading(line: string): boolean {
  return /^#+ /.test(line);
}

function isInFence(lines: readonly string[], at: number): boolean {
  return lines.slice(0, at).filter((line) => line.startsWith('```')).length % 2 === 1;
}

/** Names of all recipes. */
export function recipeNames(): readonly string[] {
  return readdirSync(join(repository, 'docs/recipes'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -3))
    .sort();
}
