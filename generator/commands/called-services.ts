import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { listedOperations } from '../calls/operations.js';
import { readDefines } from '../config/jobs.js';
import type { Contract } from '../contract/model.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { visible } from '../diagnostics/format.js';
import { isRemote } from '../source/locate.js';
import { type HttpOptions, readHttpAccess } from './http-options.js';
import type { Terminal } from './terminal.js';
import { namedVersion, plainJob } from './versions.js';

/** Options of commands that work with the operations of one input. */
export interface InputOptions extends HttpOptions {
  readonly input: string;
  readonly define?: readonly string[];
  readonly allowRemote?: boolean;
  readonly allowPath?: readonly string[];
}

/** A contract, and the values for what it leaves open. */
export interface ReadServices {
  readonly contract: Contract;
  readonly placeholders: Readonly<Record<string, string>>;
}

/** The contract of an input: a descriptor, a folder of them, an address, a generated package, or a contract. */
export async function readServices(
  options: InputOptions,
  terminal: Terminal,
): Promise<Result<ReadServices | undefined>> {
  const { input, define = [], allowPath = [] } = options;
  const { workingFolder } = terminal;
  const [placeholders, wrong] = readDefines(define);
  const [access, refused] = isRemote(input) ? await readHttpAccess(options, [input], terminal) : [undefined, []];
  if (hasErrors(wrong) || hasErrors(refused)) {
    return [undefined, [...wrong, ...refused]];
  }
  const allowRemote = options.allowRemote === true;
  const compileOptions = { workingFolder, allowRemote, ...(access && { access }) };
  const job = plainJob(workingFolder, placeholders, allowPath);
  const [version, found] = await namedVersion(input, job, compileOptions);
  // Flaws of the documents are for `generate` and `inspect`.
  const errors = found.filter(({ severity }) => severity === 'error');
  return version === undefined || hasErrors(errors)
    ? [undefined, errors]
    : [{ contract: version.contract, placeholders }, []];
}

/** Shows on standard error what can be called, and says that an operation is missing. */
export function listOperations(
  services: ReadonlyMap<string, ServiceDescriptor>,
  input: string,
  command: string,
  terminal: Terminal,
): readonly Diagnostic[] {
  const operations = listedOperations(services);
  if (operations.length === 0) {
    return [diagnostic('call/no-operations', { input })];
  }
  const width = Math.max(...operations.map(({ name }) => name.length));
  for (const { name, bindings, parameters } of operations) {
    const names = parameters.map((each) => (each.required ? each.name : `[${each.name}]`)).join(' ');
    terminal.err(`${visible(`${name.padEnd(width)}  ${bindings.join(' ')}  ${names}`.trimEnd())}\n`);
  }
  return [diagnostic('call/which-operation', { input, command })];
}
