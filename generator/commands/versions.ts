import { resolve } from 'node:path';
import type { Job } from '../config/jobs.js';
import { withMemberPositions } from '../contract/member-positions.js';
import type { ContractPositions } from '../contract/positions.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { contractFile } from '../emit/print-contract.js';
import { manifestFile } from '../output/manifest.js';
import { isRemote } from '../source/places.js';
import { type CompileOptions, readContractOfJob } from './compile.js';
import { namesFor, parsedContract, type Version, versionName } from './contract-text.js';
import { descriptorsIn } from './descriptors-in.js';
import { type DocumentAccess, diskTree, type FileTree, fileTree, textIn } from './file-tree.js';
import { recordedInputs } from './recorded-inputs.js';
import { displayPath } from './report.js';

/** The contract that a job's inputs are now. */
export async function versionOfInputs(
  job: Job,
  options: CompileOptions,
  access?: DocumentAccess,
): Promise<Result<Version>> {
  const [{ contract, positions, sources }, found] = await readContractOfJob(job, options, access);
  const names = namesFor(job, { contract, sources });
  const placed = (): ContractPositions =>
    relocatePositions(withMemberPositions(positions, sources), job, options.workingFolder);
  return [{ label: job.settings.inputs.join(', '), contract, positions: placed, names }, found];
}

function relocatePositions(positions: ContractPositions, { namesFrom }: Job, workingFolder: string): ContractPositions {
  return new Map(
    [...positions].map(([key, span]) => {
      const file = isRemote(span.file) ? span.file : displayPath(resolve(namesFrom, span.file), workingFolder);
      return [key, { ...span, file }];
    }),
  );
}

/** The contract in the package that a job wrote: as it is on the disk, or in a revision of the repository. */
export async function versionOfPackage(
  job: Job,
  options: CompileOptions,
  revision?: string,
): Promise<Result<Version | undefined>> {
  const [tree, unknown] = await fileTree(revision, job.folder);
  return tree ? packageIn(tree, job, displayPath(job.out, options.workingFolder), options) : [undefined, unknown];
}

/** The contract in the package of a job, which knows where to look for the places in the documents that it was generated from. */
async function packageIn(
  tree: FileTree,
  job: Job,
  folder: string,
  options: CompileOptions,
): Promise<Result<Version | undefined>> {
  const where = tree.prefix + folder;
  const [version, found] = parsedContract(
    await tree.bytes(resolve(job.out, contractFile)),
    `${where}/${contractFile}`,
    where,
  );
  const manifest = await textIn(tree, resolve(job.out, manifestFile));
  const findPositions = async (): Promise<ContractPositions | undefined> => {
    const place = await recordedInputs(manifest, job, tree);
    if (!place) {
      return undefined;
    }
    const [{ positions }, problems] = await versionOfInputs(place.job, options, place.tree);
    return hasErrors(problems) ? undefined : positions?.();
  };
  return [version && { ...version, findPositions }, found];
}

/** The version that a user names on the command line: a descriptor, a folder of them, a package, a contract. */
export async function namedVersion(
  text: string,
  job: Job,
  options: CompileOptions,
): Promise<Result<Version | undefined>> {
  const { revision, path = '.' } = versionName(text);
  const [tree, unknown] = await fileTree(revision, options.workingFolder);
  const [version, found] = tree ? await versionIn(tree, path, job, options) : [undefined, unknown];
  return withFlaws([version && { ...version, label: text }, found], text);
}

/** What was read, with a note if its documents have mistakes: a comparison would not show where it knows less. */
export function withFlaws<T>([version, found]: Result<T>, name: string): Result<T> {
  const count = found.filter(({ severity }) => severity === 'warning').length;
  return [version, count === 0 ? found : [...found, diagnostic('diff/flawed-version', { version: name, count })]];
}

async function versionIn(
  tree: FileTree,
  path: string,
  job: Job,
  options: CompileOptions,
): Promise<Result<Version | undefined>> {
  if (tree === diskTree && isRemote(path)) {
    return versionOfInputs(withInput(job, path), options);
  }
  const absolute = resolve(options.workingFolder, path);
  const where = tree.prefix + path;
  if (await tree.has(resolve(absolute, contractFile))) {
    return packageIn(tree, { ...job, out: absolute }, path, options);
  }
  const text = path.endsWith('.json') ? await textIn(tree, absolute) : undefined;
  // A JSON file may be a service description, too.
  if (text !== undefined && /"formatVersion"/.test(text)) {
    return parsedContract(text, where, where);
  }
  if (tree !== diskTree && !(await tree.has(absolute))) {
    return [undefined, [diagnostic('diff/no-contract', { where })]];
  }
  return versionOfInputs(withInput(job, path, await tree.list(absolute)), options, tree);
}

/** Reads one input, or the descriptors of a folder, with the settings of a job, from the working folder. */
function withInput(job: Job, input: string, names: readonly string[] = []): Job {
  const inside = descriptorsIn(input, names);
  return { ...job, settings: { ...job.settings, inputs: inside.length > 0 ? inside : [input] } };
}

/** A job for a comparison without a config. */
export function plainJob(
  workingFolder: string,
  placeholders: Readonly<Record<string, string>>,
  allowPaths: readonly string[],
): Job {
  return {
    settings: { name: 'compared', inputs: [], out: '.', placeholders },
    folder: workingFolder,
    namesFrom: workingFolder,
    out: workingFolder,
    reading: { allowPaths },
    only: [],
  };
}
