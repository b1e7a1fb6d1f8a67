import { relative, resolve } from 'node:path';
import type { Result } from '../diagnostics/diagnostic.js';
import { isRemote } from '../source/places.js';
import { given } from './given.js';
import { findJobs, type Job } from './jobs.js';

/** Inputs as a command line names them. */
export interface NamedInputs {
  /** Relative to the working folder, or addresses; empty for those of the config. */
  readonly inputs: readonly string[];
  readonly config?: string;
  /** Values of placeholders, as `name=value`. */
  readonly define?: readonly string[];
  /** What the config says of services as JSON and as tools, where it names the inputs. */
  readonly doors?: Job['doors'];
}

/**
 * The inputs of a command that reads contracts: those that were named, or else those of all packages of the config, with the values that
 * the config has for placeholders. A value of the command line takes precedence.
 */
export async function inputsOrConfig<T extends NamedInputs>(
  options: T,
  workingFolder: string,
): Promise<Result<T & Pick<NamedInputs, 'doors'>>> {
  if (options.inputs.length > 0) {
    return [options, []];
  }
  const [jobs, problems] = await findJobs({ inputs: [], ...given({ config: options.config }) }, workingFolder);
  const inputs = jobs.flatMap(({ settings, folder }) =>
    settings.inputs.map((input) => (isRemote(input) ? input : relative(workingFolder, resolve(folder, input)))),
  );
  const values = Object.assign({}, ...jobs.map(({ settings }) => settings.placeholders ?? {})) as Record<
    string,
    string
  >;
  const define = [...Object.entries(values).map(([name, value]) => `${name}=${value}`), ...(options.define ?? [])];
  return [{ ...options, inputs: [...new Set(inputs)], define, ...given({ doors: jobs[0]?.doors }) }, problems];
}
