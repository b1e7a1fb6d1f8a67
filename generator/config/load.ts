import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { generatorModule } from '../generator-module.js';
import { findJsonMistake } from './json.js';
import { isTypeScript, linkModule } from './link.js';
import { beginningOf, type ConfigPlace } from './places.js';
import { mentionsPlugins } from './plugins.js';
import { placesIn } from './source-places.js';
import { syntaxError } from './transpile.js';
import type { CodegenConfig } from './types.js';
import { validateConfig } from './validate.js';

/** Names of a config file, in the order of the search. */
export const configFileNames: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'json'].map((e) => `codegen.config.${e}`);

/** A config that was found and is valid. */
export interface LoadedConfig {
  readonly config: CodegenConfig;
  /** Absolute path of the folder that its paths are relative to. */
  readonly folder: string;
  /** Absolute path of the file. */
  readonly file: string;
}

/** Absolute path of the config file of a folder, if there is one. */
export function findConfig(folder: string): string | undefined {
  return configFileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Loads and checks a config file.
 *
 * @param path Relative to the working folder, or absolute.
 */
export async function loadConfig(path: string, workingFolder: string): Promise<Result<LoadedConfig | undefined>> {
  const file = resolve(workingFolder, path);
  const display = displayOf(file, workingFolder);
  if (!existsSync(file)) {
    return [undefined, [diagnostic('config/unreadable', { file: display, reason: 'it does not exist' })]];
  }
  if (!/\.(?:[cm]?[jt]s|json)$/.test(file) || statSync(file).isDirectory()) {
    const reason = 'a config is a file in TypeScript (.ts, .mts), JavaScript (.js, .mjs) or JSON (.json)';
    return [undefined, [diagnostic('config/unreadable', { file: display, reason })]];
  }
  const [value, problems] = await evaluate(file, display);
  if (problems.length > 0) {
    return [undefined, problems];
  }
  if (file.endsWith('.json') && mentionsPlugins(value)) {
    return [undefined, [diagnostic('config/plugins-in-json', { file: display })]];
  }
  if (value === undefined) {
    return [undefined, [diagnostic('config/no-default-export', { file: display })]];
  }
  const settings = file.endsWith('.json') ? withoutSchema(value) : value;
  const [config, invalid] = validateConfig(settings, beginningOf(display));
  const found = invalid.length === 0 ? invalid : validateConfig(settings, await placesOf(file, display))[1];
  return [config && { config, folder: dirname(file), file }, found];
}

async function evaluate(file: string, display: string): Promise<Result<unknown>> {
  try {
    if (file.endsWith('.json')) {
      return parseJson(readFileSync(file, 'utf8'), display);
    }
    // Bun runs TypeScript, and takes a `data:` URL for a file.
    const [url, problems] =
      isTypeScript(file) && process.versions.bun === undefined
        ? await linkModule(file, generatorModule, display)
        : [pathToFileURL(file).href, []];
    if (problems.length > 0) {
      return [undefined, problems];
    }
    const module = (await import(url)) as { readonly default?: unknown };
    return [await unwrap(module.default), []];
  } catch (error) {
    if (process.env.DEBUG) {
      throw error;
    }
    return [undefined, [diagnostic('config/failed', { file: display, reason: reasonOf(error) })]];
  }
}

/** The first line of an error's message, without the `data:` URLs that modules have here. */
function reasonOf(error: unknown): string {
  const [line = ''] = String((error as Partial<Error> | undefined)?.message ?? error).split('\n', 1);
  return line
    .replace(/ imported from data:\S*$/, '')
    .replace(/data:text\/javascript\S*/g, 'the config')
    .replace(/\.$/, '');
}

/** The default export may be a promise, or a function that makes the config. */
async function unwrap(value: unknown): Promise<unknown> {
  return typeof value === 'function' ? value() : value;
}

/** A config in JSON without the name of its schema, which is for editors. */
function withoutSchema(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '$schema'));
}

/** The name of a config file in messages. */
export function displayOf(file: string, workingFolder: string): string {
  return relative(workingFolder, file).replaceAll('\\', '/') || file;
}

/** Where the values of a config are, whose file may have changed since it was read. */
export async function placesOf(file: string, display: string): Promise<ConfigPlace> {
  try {
    return await placesIn(withoutMark(readFileSync(file, 'utf8')), display);
  } catch {
    return beginningOf(display);
  }
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function parseJson(source: string, display: string): Result<unknown> {
  const text = withoutMark(source);
  try {
    return [JSON.parse(text), []];
  } catch (error) {
    const { reason, offset } = findJsonMistake(text) ?? { reason: (error as Error).message, offset: 0 };
    return [undefined, [syntaxError(reason, text, display, offset)]];
  }
}
