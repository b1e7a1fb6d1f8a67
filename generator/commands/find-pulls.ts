import { basename, dirname, resolve } from 'node:path';
import { given } from '../config/given.js';
import { findJobs } from '../config/jobs.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { isAddress } from '../diagnostics/public-address.js';
import { disk } from '../output/disk.js';
import { originsOf } from '../pull/origins.js';
import { readOrigins } from '../pull/write.js';
import { isRemote } from '../source/places.js';
import type { HttpOptions } from './http-options.js';
import type { PullCommandOptions } from './options.js';
import { credentialsForSeveral, optionsOfOrigin } from './origin-access.js';
import { displayPath } from './report.js';

/** A descriptor to pull. */
export interface PullJob {
  readonly address: string;
  /** Folder, as the user knows it. */
  readonly out: string;
  /** Its file in the folder, if that is settled. */
  readonly file?: string;
  /** How requests are made. */
  readonly http: HttpOptions;
  /** Hosts besides that of the address. */
  readonly allowHosts: readonly string[];
}

/**
 * The descriptors that the arguments name: one by its address, all that were pulled into a folder, or without arguments those of
 * the config.
 */
export async function findPulls(
  options: PullCommandOptions,
  workingFolder: string,
): Promise<Result<readonly PullJob[]>> {
  const { source, dir, name, update } = options;
  const allowHosts = options.allowHost ?? [];
  if (source !== undefined && isRemote(source)) {
    return dir === undefined
      ? usage('An address was given, but no folder.', 'name the folder after the address: codegen pull URL DIR.')
      : [[{ address: source, out: dir, ...(name !== undefined && { file: name }), http: options, allowHosts }], []];
  }
  if (source !== undefined && isAddress(source)) {
    return [[], [diagnostic('source/bad-location', { location: source })]];
  }
  if (name !== undefined || dir !== undefined) {
    const problem = source === undefined ? 'There is no address.' : `"${source}" is not an http address.`;
    const isHost = source !== undefined && /^[\w-]+(?:\.[\w-]+)+(?::\d+)?\//.test(source);
    const advice = 'name an address and a folder: codegen pull URL DIR.';
    return usage(problem, isHost ? `did you mean "https://${source}"?` : advice);
  }
  if (source === undefined) {
    return pullsOfConfig(options, workingFolder);
  }
  return update
    ? recordedPulls(source, options, workingFolder)
    : usage(`"${source}" is not an http address.`, 'to refresh what was pulled into a folder, add --update.');
}

/** What the config names, and what was pulled before among its inputs. */
async function pullsOfConfig(options: PullCommandOptions, workingFolder: string): Promise<Result<readonly PullJob[]>> {
  const [jobs, problems] = await findJobs({ inputs: [], ...given({ config: options.config }) }, workingFolder);
  if (problems.some(({ code }) => code === 'config/not-found')) {
    const advice =
      'name an address and a folder, codegen pull URL DIR; or a folder to refresh, codegen pull --update DIR.';
    return usage('There is no address, and no config file that names one.', advice);
  }
  if (hasErrors(problems)) {
    return [[], problems];
  }
  const [origins, found] = originsOf(jobs, disk, workingFolder);
  const pulls = origins.map((origin) => ({
    address: origin.url,
    out: displayPath(dirname(origin.path), workingFolder),
    file: basename(origin.path),
    http: optionsOfOrigin(origin, options),
    allowHosts: [...(origin.allowHosts ?? []), ...(options.allowHost ?? [])],
  }));
  const none = pulls.length === 0 ? [diagnostic('pull/no-origin', { where: 'any input of the config' })] : [];
  const several = credentialsForSeveral(origins, options);
  return [pulls, [...problems, ...found, ...none, ...several]];
}

/** What was pulled into a folder. */
function recordedPulls(out: string, options: PullCommandOptions, workingFolder: string): Result<readonly PullJob[]> {
  if (disk.entry(resolve(workingFolder, out))?.kind !== 'folder') {
    return usage(`There is no folder "${out}".`, 'name the folder that documents were pulled into.');
  }
  const [{ descriptors }, problems] = readOrigins({ folder: resolve(workingFolder, out), display: out }, disk);
  const allowHosts = options.allowHost ?? [];
  const pulls = Object.entries(descriptors).map(([file, { address }]) => {
    return { address, out, file, http: options, allowHosts };
  });
  const none = pulls.length === 0 && !hasErrors(problems) ? [diagnostic('pull/no-origin', { where: `"${out}"` })] : [];
  const origins = pulls.map(({ address }) => ({ url: address }));
  return [pulls, [...problems, ...none, ...credentialsForSeveral(origins, options), ...secretAddresses(pulls)]];
}

/** Addresses in records are without their secrets, and give nothing then. */
function secretAddresses(pulls: readonly { readonly address: string }[]): readonly Diagnostic[] {
  return pulls
    .filter(({ address }) => address.includes('***'))
    .map(({ address }) => diagnostic('pull/secret-address', { location: address }));
}

function usage(problem: string, advice: string): Result<readonly PullJob[]> {
  return [[], [diagnostic('config/usage', { problem, advice })]];
}
