import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { isRemote } from '../source/places.js';
import { packageNameAfter } from '../typescript/names/identifiers.js';
import { commandNames } from './command-names.js';
import { given } from './given.js';
import { findConfig, loadConfig } from './load.js';
import { isPackageName } from './package-name.js';
import type { CodegenConfig, LimitsConfig, PackageConfig } from './types.js';

/** One package to generate, with everything from the config and the command line combined. */
export interface Job {
  /** Settings; `placeholders` has those of the whole config and of the command line in it. */
  readonly settings: PackageConfig;
  /** Absolute path that the paths in the settings are relative to. */
  readonly folder: string;
  /**
   * Absolute path that names of inputs in the output are relative to: the config's folder or, without a config, the
   * output folder, so that the output is the same wherever the command is run.
   */
  readonly namesFrom: string;
  /** Absolute path of the config file, when there is one. */
  readonly configFile?: string;
  /** Path of the package in the config: `packages[0]`. */
  readonly configPath?: string;
  /** Absolute path of the output folder. */
  readonly out: string;
  /** The files and addresses that may be read, as options of the loader. */
  readonly reading: ReadingSettings;
  /** Where inputs come from, by their paths in the config. */
  readonly origins?: CodegenConfig['origins'];
  /** What the config says of services as JSON and as tools. */
  readonly doors?: Pick<CodegenConfig, 'openapi' | 'mcp'>;
  /** Operations to which this run is limited, as `SERVICE.OPERATION`; empty for all. */
  readonly only: readonly string[];
}

/** How far reading may go. */
export interface ReadingSettings {
  readonly allowPaths?: readonly string[];
  readonly allowHosts?: readonly string[];
  readonly limits?: LimitsConfig;
}

/** Absolute paths of the inputs that are files; `inputs` has their names as keys. */
export function localInputs(job: Job, inputs: Readonly<Record<string, unknown>>): readonly string[] {
  const names = Object.keys(inputs).filter((name) => !isRemote(name));
  return names.map((name) => resolve(job.namesFrom, name));
}

/** The options of the command line that select the packages to generate. */
export interface JobOptions {
  readonly inputs?: readonly string[];
  readonly config?: string;
  readonly out?: string;
  /** Name of the package when inputs are named; that of the output folder by default. */
  readonly name?: string;
  /** `name=value` pairs. */
  readonly define?: readonly string[];
  /** Operations as `SERVICE.OPERATION`; `client` or `server` for that half of the package. */
  readonly only?: readonly string[];
  /** Roots of documents, in the place of those in the config. */
  readonly root?: readonly string[];
  /** Files or folders outside the inputs' own that imports may reach. */
  readonly allowPath?: readonly string[];
  /** An error in an input stops the generation. */
  readonly strict?: boolean;
}

/** The packages to generate: those of the config, or one for the inputs that the command line names. */
export async function findJobs(options: JobOptions, workingFolder: string): Promise<Result<readonly Job[]>> {
  const [define, problems] = readDefines(options.define ?? []);
  const [jobs, more] = await (options.inputs && options.inputs.length > 0
    ? jobOfInputs(options, options.inputs, define, workingFolder)
    : jobsOfConfig(options, define, workingFolder));
  return [jobs, [...problems, ...more]];
}

/** The values of placeholders that `name=value` pairs of the command line give. */
export function readDefines(texts: readonly string[]): Result<Readonly<Record<string, string>>> {
  const pairs = texts.map((text) => [text, /^([^=]+)=(.*)$/s.exec(text)] as const);
  const wrong = pairs.flatMap(([text, match]) => (match ? [] : [diagnostic('config/invalid-define', { text })]));
  return [Object.fromEntries(pairs.flatMap(([, match]) => (match ? [[match[1], match[2]]] : []))), wrong];
}

function jobOfInputs(
  options: JobOptions,
  inputs: readonly string[],
  placeholders: Readonly<Record<string, string>>,
  workingFolder: string,
): Result<readonly Job[]> {
  const [first = ''] = inputs;
  // A mistyped command looks like an input.
  const isPath = /[./\\]/.test(first) || existsSync(resolve(workingFolder, first));
  const command = isPath ? undefined : nearest(first, [...commandNames, 'help']);
  if (command !== undefined) {
    return usage(`There is no command "${first}".`, `did you mean "${command}"?`);
  }
  if (/^[a-z-]+$/.test(first) && !isPath) {
    return usage(`There is no command "${first}", and no such file.`, `the commands are ${commandNames.join(', ')}.`);
  }
  if (options.config !== undefined) {
    return usage(
      'Inputs and --config cannot be used together.',
      'give either the inputs, or a config that names them.',
    );
  }
  if (options.out === undefined) {
    return usage('Inputs were given, but no output folder.', 'add --out DIR, or put the inputs into a config file.');
  }
  if (options.name !== undefined && !isPackageName(options.name)) {
    return usage(`"${options.name}" is not an npm package name.`, namingAdvice(options.name));
  }
  const out = resolve(workingFolder, options.out);
  const name = options.name ?? (packageNameAfter(basename(out)) || 'generated');
  const settings: PackageConfig = { name, inputs, out: options.out, placeholders, ...overrides(options) };
  const reading = { allowPaths: options.allowPath ?? [] };
  return [[{ settings, folder: workingFolder, namesFrom: out, out, reading, only: onlyOperations(options) }], []];
}

async function jobsOfConfig(
  options: JobOptions,
  define: Readonly<Record<string, string>>,
  workingFolder: string,
): Promise<Result<readonly Job[]>> {
  const path = options.config ?? findConfig(workingFolder);
  if (path === undefined) {
    return [[], [diagnostic('config/not-found', { folder: workingFolder })]];
  }
  if (options.out !== undefined) {
    return usage(
      '--out was given, but no inputs.',
      'name the inputs before --out; with a config, "out" in the config is the output folder.',
    );
  }
  if (options.name !== undefined) {
    return usage(
      '--name was given, but no inputs.',
      'name the inputs, too; with a config, "name" in the config is the name of the package.',
    );
  }
  const [loaded, problems] = await loadConfig(path, workingFolder);
  if (!loaded) {
    return [[], problems];
  }
  const { config, folder, file: configFile } = loaded;
  const { placeholders, allowPaths = [], allowHosts, limits, plugins = [], origins, openapi, mcp } = config;
  const named = (options.allowPath ?? []).map((path) => resolve(workingFolder, path));
  const reading = { allowPaths: [...allowPaths, ...named], ...given({ allowHosts, limits }) };
  const jobs = config.packages.map((settings, index) => ({
    settings: {
      ...settings,
      placeholders: { ...placeholders, ...settings.placeholders, ...define },
      ...overrides(options),
      ...(plugins.length > 0 && { plugins: [...plugins, ...(settings.plugins ?? [])] }),
    },
    folder,
    configFile,
    configPath: `packages[${index}]`,
    namesFrom: folder,
    out: resolve(folder, settings.out),
    reading,
    ...given({ origins }),
    doors: given({ openapi, mcp }),
    only: onlyOperations(options),
  }));
  const classes = jobs.find(({ settings: { only, skeletons } }) => only === 'client' && skeletons);
  if (classes) {
    const problem = `The package "${classes.settings.name}" has service classes ("skeletons"), which need its server.`;
    return usage(problem, 'leave out --only client, or "skeletons" in the config.');
  }
  return [jobs, problems];
}

/** What to do about a name that npm does not take. */
export function namingAdvice(name: string): string {
  const close = packageNameAfter(name);
  return close === ''
    ? 'npm takes lower-case letters, digits, hyphens, dots and underscores.'
    : `did you mean "${close}"?`;
}

/** Settings that the command line takes precedence for. */
function overrides({ strict, root, only = [] }: JobOptions): Pick<PackageConfig, 'strict' | 'only' | 'roots'> {
  const [half, ...others] = new Set(only.filter(isHalf));
  return {
    ...(strict && { strict }),
    ...(root && { roots: root }),
    ...(half && others.length === 0 && { only: half }),
  };
}

function onlyOperations({ only = [] }: JobOptions): readonly string[] {
  return only.filter((value) => !isHalf(value));
}

function isHalf(value: string): value is 'client' | 'server' {
  return value === 'client' || value === 'server';
}

function usage(problem: string, advice: string): readonly [[], readonly Diagnostic[]] {
  return [[], [diagnostic('config/usage', { problem, advice })]];
}
