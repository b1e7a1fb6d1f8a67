import { resolve } from 'node:path';
import type { OperationDescriptor } from '@wsdl-codegen/runtime';
import { requestFromJson } from '@wsdl-codegen/runtime/json';
import { JsonError } from '@wsdl-codegen/runtime/schema';
import { masker } from '../calls/masker.js';
import { readPairs } from '../calls/pairs.js';
import { type OperationParameter, simpleParameterAt } from '../calls/parameters.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { CallCommandOptions } from './options.js';
import { standardInput, type Terminal } from './terminal.js';

/** The arguments of a call as JSON. */
export interface CallInput {
  readonly json: unknown;
  /** Environment variables that values came from, by these values. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Reads the input of a call: JSON of a file or of standard input, and pairs, which win. */
export async function readCallInput(options: CallCommandOptions, terminal: Terminal): Promise<Result<CallInput>> {
  const variables = new Map<string, string>();
  const pairs = options.values.filter((text) => text !== '-');
  const source = pairs.length < options.values.length ? '-' : options.json;
  const [base, unreadable] = source === undefined ? [{}, []] : await readJsonInput(source, terminal);
  if (unreadable.length > 0) {
    return [{ json: undefined, variables }, unreadable];
  }
  if (pairs.length === 0) {
    return [{ json: source === undefined ? undefined : base, variables }, []];
  }
  const [json, problems] = await readPairs(pairs, pairSources(terminal, variables), base);
  return [{ json, variables }, problems];
}

/** The header blocks of a call as JSON by property. */
export async function readHeaderBlocks(
  { headerBlock = [] }: Pick<CallCommandOptions, 'headerBlock'>,
  variables: Map<string, string>,
  terminal: Terminal,
): Promise<Result<Readonly<Record<string, unknown>>>> {
  const [json, problems] = await readPairs(headerBlock, pairSources(terminal, variables));
  return [(json ?? {}) as Readonly<Record<string, unknown>>, problems];
}

function pairSources(terminal: Terminal, variables: Map<string, string>): Parameters<typeof readPairs>[1] {
  return {
    file: (path) => disk.bytes(resolve(terminal.workingFolder, path)),
    variable: (name) => {
      const value = terminal.environment[name];
      if (value !== undefined) {
        variables.set(value, name);
      }
      return value;
    },
    ...(terminal.askSecret && { ask: terminal.askSecret }),
  };
}

async function readJsonInput(source: string, terminal: Terminal): Promise<Result<unknown>> {
  const isStandardInput = source === '-';
  const shown = isStandardInput ? 'standard input' : `"${source}"`;
  const bytes = isStandardInput ? await standardInput(terminal) : disk.bytes(resolve(terminal.workingFolder, source));
  if (bytes === undefined) {
    const problem = isStandardInput ? 'there is none' : 'there is no such file';
    return [undefined, [diagnostic('call/input', { source: shown, problem })]];
  }
  try {
    return [JSON.parse(new TextDecoder().decode(bytes)) as unknown, []];
  } catch (error) {
    // The message of the engine quotes the text, which may contain credentials.
    const place = /position \d+|line \d+ column \d+/.exec(error instanceof Error ? error.message : '')?.[0];
    const problem = `it is not JSON${place === undefined ? '' : ` (${place})`}`;
    return [undefined, [diagnostic('call/input', { source: shown, problem })]];
  }
}

const maxQuestions = 200;

/** Asks on a terminal for the values that the input lacks; credentials are not shown while they are typed. */
export async function askForMissing(
  operation: OperationDescriptor,
  json: unknown,
  terminal: Terminal,
): Promise<unknown> {
  const { ask, askSecret } = terminal;
  if (!ask || !askSecret) {
    return json;
  }
  const input: unknown = json === undefined ? {} : structuredClone(json);
  for (let count = 0; count < maxQuestions; count++) {
    const path = missingPath(operation, input);
    if (path === undefined) {
      break;
    }
    const parameter = simpleParameterAt(operation.input, path);
    const name = path.join('.');
    const answer =
      parameter === undefined
        ? {}
        : await (masker.isSecret(String(path.at(-1))) ? askSecret : ask)(question(name, parameter));
    if (!put(input, path, answer)) {
      break;
    }
  }
  return input;
}

function question(name: string, { type, values }: OperationParameter): string {
  const choice = values === undefined || values.length > 10 ? type : values.join(' | ');
  return `${name} (${choice}): `;
}

function put(root: unknown, path: readonly (string | number)[], value: unknown): boolean {
  let holder = root;
  for (const step of path.slice(0, -1)) {
    holder = isObject(holder) ? holder[step] : undefined;
  }
  const last = path.at(-1);
  if (!isObject(holder) || last === undefined) {
    return false;
  }
  Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true });
  return true;
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

const missingCodes: ReadonlySet<string> = new Set(['missing-element', 'missing-attribute']);

/** The place of the first required value that the JSON of a parameter lacks. */
function missingPath(operation: OperationDescriptor, json: unknown): readonly (string | number)[] | undefined {
  try {
    requestFromJson(operation, json, { coerce: true });
    return undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return error.issues.find(({ code }) => missingCodes.has(code))?.path;
    }
    throw error;
  }
}
