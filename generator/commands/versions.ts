import { resolve } from 'node:path';
import type { Job } from '../config/jobs.js';
import { inputNamespaces } from '../contract/input-namespaces.js';
import { withMemberPositions } from '../contract/member-positions.js';
import type { ContractPositions } from '../contract/positions.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { NameOptions } from '../diff/names.js';
import { contractFile } from '../emit/print-contract.js';
import { disk } from '../output/disk.js';
import { manifestFile } from '../output/manifest.js';
import { listFolder } from '../source/files.js';
import { isRemote } from '../source/locate.js';
import { type CompileOptions, type DocumentAccess, readContractOfJob } from './compile.js';
import { parsedContract, type Version, type VersionName, versionName } from './contract-text.js';
import { descriptorsIn } from './descriptors-in.js';
import { type GitTree, gitTree } from './git-tree.js';
import { recordedInputs } from './recorded-inputs.js';
import { displayPath } from './report.js';

/** The contract that a job's inputs are now. */
export async function versionOfInputs(
  job: Job,
  options: CompileOptions,
  access?: DocumentAccess,
): Promise<Result<Version>> {
  const [{ contract, positions, sources }, found] = await readContractOfJob(job, options, access);
  const { wrappedArrays, enumerations, members } = job.settings;
  const names: NameOptions = {
    namespaceOrder: inputNamespaces(contract, sources),
    ...(wrappedArrays && { wrappedArrays }),
    ...(enumerations && { enumerations }),
    ...(members && { members }),
  };
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
  const path = resolve(job.out, contractFile);
  const shown = displayPath(path, options.workingFolder);
  const folder = displayPath(job.out, options.workingFolder);
  if (revision === undefined) {
    const [version, found] = parsedContract(disk.bytes(path), shown, folder);
    return [withPlaces(version, disk.read(resolve(job.out, manifestFile)), job, options), found];
  }
  const tree = await gitTree(revision, job.folder);
  if (typeof tree === 'string') {
    return [undefined, [diagnostic('diff/revision', { revision, reason: tree })]];
  }
  const text = await tree.text(path);
  const [version, found] = parsedContract(text, `git:${revision}:${shown}`, `git:${revision}:${folder}`);
  return [withPlaces(version, await tree.text(resolve(job.out, manifestFile)), job, options, tree), found];
}

/** The contract of a package, which knows where to look for the places in the documents that it was generated from. */
function withPlaces(
  version: Version | undefined,
  manifest: string | undefined,
  job: Job,
  options: CompileOptions,
  tree?: GitTree,
): Version | undefined {
  const findPositions = async (): Promise<ContractPositions | undefined> => {
    const place = await recordedInputs(manifest, job, tree);
    if (!place) {
      return undefined;
    }
    const access: DocumentAccess = { read: place.tree.read, list: place.tree.list };
    const [{ positions }, found] = await versionOfInputs(place.job, options, access);
    return hasErrors(found) ? undefined : positions?.();
  };
  return version && { ...version, findPositions };
}

/** The version that a user names on the command line: a descriptor, a folder of them, a package, a contract. */
export async function namedVersion(
  text: string,
  job: Job,
  options: CompileOptions,
): Promise<Result<Version | undefined>> {
  const name = versionName(text);
  const [version, found] = await (name.kind === 'git'
    ? gitVersion(name, job, options)
    : diskVersion(name.path, job, options));
  return withFlaws([version && { ...version, label: text }, found], text);
}

/** What was read, with a note if its documents have mistakes: a comparison would not show where it knows less. */
export function withFlaws<T>([version, found]: Result<T>, name: string): Result<T> {
  const count = found.filter(({ severity }) => severity === 'warning').length;
  return [version, count === 0 ? found : [...found, diagnostic('diff/flawed-version', { version: name, count })]];
}

async function diskVersion(path: string, job: Job, options: CompileOptions): Promise<Result<Version | undefined>> {
  if (isRemote(path)) {
    return versionOfInputs(withInput(job, path), options);
  }
  const absolute = resolve(options.workingFolder, path);
  if (disk.entry(resolve(absolute, contractFile)) !== undefined) {
    const bytes = disk.bytes(resolve(absolute, contractFile));
    const [version, found] = parsedContract(bytes, `${path}/${contractFile}`, path);
    const manifest = disk.read(resolve(absolute, manifestFile));
    return [withPlaces(version, manifest, { ...job, out: absolute }, options), found];
  }
  return path.endsWith('.json') && isContract(disk.bytes(absolute))
    ? parsedContract(disk.bytes(absolute), path, path)
    : versionOfInputs(withInput(job, path, await listFolder(absolute)), options);
}

/** A JSON file may be a service description, too. */
function isContract(content: Uint8Array | string | undefined): boolean {
  return (
    content !== undefined &&
    /"formatVersion"/.test(typeof content === 'string' ? content : new TextDecoder().decode(content))
  );
}

async function gitVersion(
  { revision, path = '.' }: Extract<VersionName, { kind: 'git' }>,
  job: Job,
  options: CompileOptions,
): Promise<Result<Version | undefined>> {
  const tree = await gitTree(revision, options.workingFolder);
  if (typeof tree === 'string') {
    return [undefined, [diagnostic('diff/revision', { revision, reason: tree })]];
  }
  const absolute = resolve(options.workingFolder, path);
  const kept = await tree.text(resolve(absolute, contractFile));
  const own = path.endsWith('.json') ? await tree.text(absolute) : undefined;
  const text = kept ?? (isContract(own) ? own : undefined);
  if (text !== undefined) {
    const [version, found] = parsedContract(text, `git:${revision}:${path}`, `git:${revision}:${path}`);
    const manifest = await tree.text(resolve(absolute, manifestFile));
    return [withPlaces(version, manifest, { ...job, out: absolute }, options, tree), found];
  }
  if ((await tree.kind(absolute)) === 'missing') {
    return [undefined, [diagnostic('diff/no-contract', { where: `git:${revision}:${path}` })]];
  }
  const inputs = withInput(job, path, await tree.list(absolute));
  return versionOfInputs(inputs, options, { read: tree.read, list: tree.list });
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
