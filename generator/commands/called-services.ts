import { resolve } from 'node:path';
import { nearest } from '@wsdl-codegen/runtime/schema';
import { foundOperations, listedOperations, namesOf } from '../calls/operations.js';
import { given } from '../config/given.js';
import { findJobs, readDefines } from '../config/jobs.js';
import { findConfig } from '../config/load.js';
import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { descriptorsOf } from '../memory/descriptors.js';
import { disk } from '../output/disk.js';
import { isRemote } from '../source/places.js';
import type { CompileOptions } from './compile.js';
import { type HttpOptions, readHttpAccess } from './http-options.js';
import type { Terminal } from './terminal.js';
import { namedVersion, plainJob, versionOfInputs } from './versions.js';

/** Options of commands that work with the operations of one input, or of those of the config. */
export interface InputOptions extends HttpOptions {
  /** Absent for the inputs of the config. */
  readonly input?: string;
  /** All operations are meant if it is absent. */
  readonly operation?: string;
  readonly config?: string;
  readonly define?: readonly string[];
  readonly allowRemote?: boolean;
  readonly allowPath?: readonly string[];
}

/** A contract, and the values for what it leaves open. */
export interface ReadServices {
  readonly contract: Contract;
  readonly placeholders: Readonly<Record<string, string>>;
  /** The descriptors as they were named. */
  readonly inputs: readonly string[];
}

/**
 * The contract of an input (a descriptor, a folder of them, an address, a generated package, or a contract), or those of the
 * config's packages that have the wanted operation: one, unless no operation was named.
 */
export async function readServices(
  options: InputOptions,
  terminal: Terminal,
): Promise<Result<readonly ReadServices[]>> {
  const { input } = options;
  const addresses = input !== undefined && isRemote(input) ? [input] : [];
  const [access, refused] = addresses.length > 0 ? await readHttpAccess(options, addresses, terminal) : [undefined, []];
  if (hasErrors(refused)) {
    return [[], refused];
  }
  const { workingFolder } = terminal;
  const compileOptions = { workingFolder, allowRemote: options.allowRemote === true, ...(access && { access }) };
  const [read, found] = await (input === undefined
    ? servicesOfConfig(options, compileOptions)
    : servicesOfInput(input, options, compileOptions));
  // Flaws of the documents are for `generate` and `inspect`.
  const errors = found.filter(({ severity }) => severity === 'error');
  return hasErrors(errors) ? [[], errors] : withOperation(read, options);
}

/** As `readServices`, for each of several inputs; those of the config if none is named. */
export async function readAllServices(
  { inputs, ...options }: Omit<InputOptions, 'input' | 'operation'> & { readonly inputs: readonly string[] },
  terminal: Terminal,
): Promise<Result<readonly ReadServices[]>> {
  if (inputs.length === 0) {
    return readServices(options, terminal);
  }
  const readings = [];
  for (const input of inputs) {
    readings.push(await readServices({ ...options, input }, terminal));
  }
  return [readings.flatMap(([read]) => read), readings.flatMap(([, problems]) => problems)];
}

async function servicesOfInput(
  input: string,
  { define = [], allowPath = [] }: InputOptions,
  options: CompileOptions,
): Promise<Result<readonly ReadServices[]>> {
  const [placeholders, wrong] = readDefines(define);
  if (hasErrors(wrong)) {
    return [[], wrong];
  }
  const [version, found] = await namedVersion(input, plainJob(options.workingFolder, placeholders, allowPath), options);
  return [version ? [{ contract: version.contract, placeholders, inputs: [input] }] : [], found];
}

async function servicesOfConfig(
  { config, define, allowPath }: InputOptions,
  options: CompileOptions,
): Promise<Result<readonly ReadServices[]>> {
  const [jobs, problems] = await findJobs(
    { inputs: [], ...given({ config, define, allowPath }) },
    options.workingFolder,
  );
  const read: ReadServices[] = [];
  const found: Diagnostic[] = [...problems];
  for (const job of jobs) {
    const [{ contract }, more] = await versionOfInputs(job, options);
    const { placeholders = {}, inputs } = job.settings;
    read.push({ contract, placeholders, inputs });
    append(found, more);
  }
  return [read, found];
}

/** Those that have the wanted operation. If none has, the one whose names the caller looks through. */
export function withOperation(
  read: readonly ReadServices[],
  { operation, input }: InputOptions,
): Result<readonly ReadServices[]> {
  if (operation !== undefined && read.every(({ contract }) => contract.services.length === 0)) {
    return [[], [noOperations(read, input)]];
  }
  if (operation === undefined || read.length < 2) {
    return [read, []];
  }
  const named = read.map((each) => ({
    each,
    names: foundOperations(descriptorsOf(each.contract).services).flatMap(namesOf),
  }));
  const having = named.filter(({ names }) => names.includes(operation)).map(({ each }) => each);
  if (having.length === 0) {
    const known = [...new Set(named.flatMap(({ names }) => names))];
    return [[], [diagnostic('call/unknown-operation', { name: operation, nearest: nearest(operation, known) })]];
  }
  return having.length === 1
    ? [having, []]
    : [
        [],
        [
          diagnostic('call/several-packages', {
            name: operation,
            inputs: having.map(({ inputs }) => inputs.join(' ')),
          }),
        ],
      ];
}

/**
 * Options whose first words may be those of an operation: where a config names the inputs, `Exchange amount=5` calls that operation. A
 * word that is a file, a folder, an address or a revision is an input.
 */
export function withoutInput<T extends InputOptions & { readonly values?: readonly string[] }>(
  options: T,
  workingFolder: string,
): T {
  const { input, operation, ...rest } = options;
  if (input === undefined || isInput(input, options, workingFolder)) {
    return options;
  }
  const words = [input, ...(operation === undefined ? [] : [operation]), ...(rest.values ?? [])];
  const [first = ''] = words;
  const isValue = first === '-' || first.includes('=');
  const values = isValue ? words : words.slice(1);
  const named = { ...rest, ...(!isValue && { operation: first }), ...(rest.values !== undefined && { values }) };
  return named as unknown as T;
}

function isInput(text: string, { config }: InputOptions, workingFolder: string): boolean {
  return (
    isRemote(text) ||
    /^git:|[/\\]|\.(?:wsdl|xsd|xml|ya?ml|json|asmx|svc)$/i.test(text) ||
    disk.entry(resolve(workingFolder, text)) !== undefined ||
    (config === undefined && findConfig(workingFolder) === undefined)
  );
}

/** Says that what was read has no operation. */
export function noOperations(read: readonly ReadServices[], input: string | undefined): Diagnostic {
  return diagnostic('call/no-operations', { input: input ?? read.flatMap(({ inputs }) => inputs).join(', ') });
}

/** Shows on standard error what can be called, and says that an operation is missing. */
export function listOperations(
  read: readonly ReadServices[],
  input: string | undefined,
  command: string,
  terminal: Terminal,
): readonly Diagnostic[] {
  const operations = read.flatMap(({ contract }) => listedOperations(descriptorsOf(contract).services));
  if (operations.length === 0) {
    return [noOperations(read, input)];
  }
  const width = Math.max(...operations.map(({ name }) => name.length));
  for (const { name, bindings, parameters } of operations) {
    const names = parameters.map((each) => (each.required ? each.name : `[${each.name}]`)).join(' ');
    terminal.err(`${visible(`${name.padEnd(width)}  ${bindings.join(' ')}  ${names}`.trimEnd())}\n`);
  }
  return [diagnostic('call/which-operation', { input, command })];
}
