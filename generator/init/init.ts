import { join, resolve } from 'node:path';
import { type CompileOptions, readContractOfJob } from '../commands/compile.js';
import { plainJob } from '../commands/versions.js';
import { given } from '../config/given.js';
import { findConfig, loadConfig } from '../config/load.js';
import { beginningOf } from '../config/places.js';
import { validateConfig } from '../config/validate.js';
import { byCodeUnits } from '../contract/names.js';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { FileChange } from '../output/file-change.js';
import { writeTogether } from '../output/write.js';
import { displayName } from '../source/locate.js';
import { isRemote } from '../source/places.js';
import { configText } from './config-text.js';
import { findDescriptors } from './descriptors.js';
import { type Descriptor, type PackageChoices, type PlannedPackage, planPackages } from './plan.js';
import { projectChanges, readProject } from './project-files.js';

/** Name of a config that is written. */
const configName = 'codegen.config.ts';

/** What the user may choose about a new config. */
export interface InitChoices extends PackageChoices {
  /** Generate only this half of each package. */
  readonly only?: 'client' | 'server';
}

/** What to begin a config from. */
export interface InitOptions extends InitChoices {
  /** Files, and folders that are searched for descriptors; the working folder by default. */
  readonly inputs?: readonly string[];
  /** Folder that gets the config; the process's working folder by default. */
  readonly workingFolder?: string;
  /** Write the files. Default: only say what they would be. */
  readonly write?: boolean;
  /** Called with the packages as they would be; gives the choices to make them with, such as the answers of a user. */
  readonly choose?: (found: InitProposal) => Promise<InitChoices>;
}

/** The packages that a config would have. */
export interface InitProposal {
  readonly packages: readonly PlannedPackage[];
  /** Names of the services in each package. */
  readonly services: readonly (readonly string[])[];
}

/** The result of `initProject`. */
export interface InitResult {
  /** Texts of the files that were written or changed, or would be, by path relative to the working folder. */
  readonly files: ReadonlyMap<string, string>;
  /** The packages of the new config; empty if there is a config already. */
  readonly packages: readonly PlannedPackage[];
  /** Path of the config that exists already, relative to the working folder. */
  readonly existing?: string;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Begins a config for the descriptors of a project, and adds scripts and ignore patterns that go with it. A config that exists is
 * left as it is; then the result says which descriptors it does not name. Nothing is written if anything is an error.
 */
export async function initProject(options: InitOptions = {}): Promise<InitResult> {
  const workingFolder = resolve(options.workingFolder ?? '.');
  const file = findConfig(workingFolder);
  const { name, isBroken } = readProject(workingFolder, disk);
  const paths = findDescriptors(options.inputs?.length ? options.inputs : ['.'], disk, workingFolder);
  const [descriptors, unreadable] = await readDescriptors(paths, workingFolder);
  const found = [...unreadable, ...(isBroken ? [diagnostic('init/broken-package', {})] : [])];
  if (file !== undefined) {
    return complete(file, descriptors, options, workingFolder, found);
  }
  if (descriptors.length === 0) {
    const where = (options.inputs?.length ? options.inputs : [workingFolder]).join('", "');
    return { files: new Map(), packages: [], diagnostics: [...found, diagnostic('init/no-descriptor', { where })] };
  }
  const project = { project: name, workingFolder };
  const plan = (choices: InitChoices): Promise<readonly PlannedPackage[]> =>
    readablePackages(descriptors, choices, project);
  const proposed = await plan(options);
  const choices = options.choose
    ? { ...options, ...(await options.choose(proposalOf(proposed, descriptors, workingFolder))) }
    : options;
  const packages = options.choose ? await plan(choices) : proposed;
  const { only } = choices;
  const settings = packages.map(({ skeletons, ...each }) => {
    return { ...each, ...given({ only, skeletons: skeletons === undefined ? undefined : { dir: skeletons } }) };
  });
  const [, wrong] = validateConfig({ packages: settings }, beginningOf(configName));
  const problems = [...wrong, ...unusedName(choices.name, packages.length)];
  if (hasErrors(problems)) {
    return { files: new Map(), packages, diagnostics: [...found, ...problems] };
  }
  const placeholders = [...new Set(descriptors.flatMap((each) => each.placeholders))].sort(byCodeUnits);
  const text = configText({ packages, placeholders, ...given({ only }) });
  const config = { path: join(workingFolder, configName), display: configName, before: undefined, bytes: encode(text) };
  const outs = packages.map(({ out }) => out);
  const changes = [config, ...projectChanges(workingFolder, outs, disk)];
  return { packages, ...writeChanges(changes, options, found) };
}

/** A name that would be given to none of several packages. */
function unusedName(name: string | undefined, count: number): readonly Diagnostic[] {
  const problem = `"${name}" is the name of one package, and there would be ${count}.`;
  const advice = 'leave out --name, and change names in the config; or name the descriptors of one package.';
  return name === undefined || count < 2 ? [] : [diagnostic('config/usage', { problem, advice })];
}

/** A project that has a config: only what goes with it is added. */
async function complete(
  file: string,
  descriptors: readonly Descriptor[],
  options: InitOptions,
  workingFolder: string,
  found: readonly Diagnostic[],
): Promise<InitResult> {
  const existing = displayName(file, workingFolder);
  const [loaded, problems] = await loadConfig(file, workingFolder);
  if (!loaded) {
    return { files: new Map(), packages: [], existing, diagnostics: [...found, ...problems] };
  }
  const named = new Set(
    loaded.config.packages.flatMap(({ inputs }) =>
      inputs.filter((input) => !isRemote(input)).map((input) => resolve(loaded.folder, input)),
    ),
  );
  const unnamed = descriptors
    .filter(({ path }) => !named.has(path))
    .map(({ path }) => diagnostic('init/not-in-config', { path: displayName(path, workingFolder), config: existing }));
  const outs = loaded.config.packages.map(({ out }) => displayName(resolve(loaded.folder, out), workingFolder));
  const changes = projectChanges(workingFolder, outs, disk);
  return { packages: [], existing, ...writeChanges(changes, options, [...found, ...problems, ...unnamed]) };
}

function proposalOf(
  packages: readonly PlannedPackage[],
  descriptors: readonly Descriptor[],
  workingFolder: string,
): InitProposal {
  const services = new Map(descriptors.map((each) => [displayName(each.path, workingFolder), each.services]));
  return { packages, services: packages.map(({ inputs }) => inputs.flatMap((input) => services.get(input) ?? [])) };
}

/** The descriptors that can be read, without those that are parts of others; what cannot be read is said in warnings. */
async function readDescriptors(
  paths: readonly string[],
  workingFolder: string,
): Promise<Result<readonly Descriptor[]>> {
  const parts = new Set<string>();
  const descriptors: Descriptor[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const path of paths) {
    const [reading, found] = await readInputs([displayName(path, workingFolder)], workingFolder);
    const [error] = found.filter(({ severity }) => severity === 'error');
    if (error) {
      const reason = error.message.replace(/\.$/, '');
      diagnostics.push(diagnostic('init/unreadable', { path: displayName(path, workingFolder), reason }));
      continue;
    }
    const others = Object.keys(reading.hashes)
      .filter((name) => !isRemote(name))
      .map((name) => resolve(workingFolder, name));
    for (const other of others.filter((each) => each !== path)) {
      parts.add(other);
    }
    const { services, placeholders } = reading.contract;
    descriptors.push({ path, services: services.map(({ name }) => name), placeholders });
  }
  return [descriptors.filter(({ path }) => !parts.has(path)), diagnostics];
}

function readInputs(inputs: readonly string[], workingFolder: string) {
  const options: CompileOptions = { workingFolder };
  const job = plainJob(workingFolder, {}, []);
  return readContractOfJob({ ...job, settings: { ...job.settings, inputs } }, options);
}

/** The packages; where the descriptors of one cannot be read together, one for each of them. */
async function readablePackages(
  descriptors: readonly Descriptor[],
  choices: InitChoices,
  project: Parameters<typeof planPackages>[2],
): Promise<readonly PlannedPackage[]> {
  const packages = planPackages(descriptors, choices, project);
  for (const { inputs } of packages) {
    const [, found] = inputs.length > 1 ? await readInputs(inputs, project.workingFolder) : [undefined, []];
    if (hasErrors(found)) {
      return planPackages(descriptors, { ...choices, separate: true }, project);
    }
  }
  return packages;
}

/** Writes the files of a project, all or none, and says which they are. */
export function writeChanges(
  changes: readonly FileChange[],
  options: Pick<InitOptions, 'write'>,
  found: readonly Diagnostic[],
): Pick<InitResult, 'files' | 'diagnostics'> {
  const { diagnostics } = writeTogether([], { changes, known: changes }, disk, { dryRun: options.write !== true });
  const all = [...found, ...diagnostics];
  const decoder = new TextDecoder();
  const files = new Map(changes.map(({ display, bytes }) => [display, decoder.decode(bytes)]));
  return { files: hasErrors(all) ? new Map() : files, diagnostics: all };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
