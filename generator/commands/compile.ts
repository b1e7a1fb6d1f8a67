import { resolve } from 'node:path';
import { configHash } from '../config/config-hash.js';
import { withConfigPlaces, withTemplatesPlace } from '../config/config-places.js';
import { given } from '../config/given.js';
import { type Job, localInputs } from '../config/jobs.js';
import { pluginVersions } from '../config/plugins.js';
import { repositoryFolder, repositoryOf } from '../config/repository.js';
import { templateHashes, templatePaths, userTemplates } from '../config/user-templates.js';
import type { Contract } from '../contract/model.js';
import { type Diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { type HashedReading, readContract, renderContract } from '../disk-pipeline.js';
import { type ImportExtension, withImportExtension } from '../emit/import-extension.js';
import type { TemplateFile } from '../emit/template-file.js';
import type { Target } from '../output/comparison.js';
import { disk } from '../output/disk.js';
import { formatVersion } from '../output/manifest.js';
import type { Rendering } from '../pipeline.js';
import type { HttpAccess } from '../source/http-access.js';
import type { FetchDocument } from '../source/outside-access.js';
import { placeholdersIn } from '../source/placeholder-values.js';
import { isRemote } from '../source/places.js';
import type { BoundService } from '../typescript/services/bound-package.js';
import { generatorVersion } from '../version.js';
import { type DocumentAccess, diskTree } from './file-tree.js';
import { displayPath, relocate } from './report.js';
import type { VersionStep } from './version-step.js';
import type { Versioning } from './versioning.js';

/** A job that went through the pipeline. */
export interface CompiledPackage {
  readonly job: Job;
  readonly target: Target;
  /** The services whose classes the config wants. */
  readonly services: readonly BoundService[];
  /** The version, if it follows the contract. */
  readonly version?: VersionStep;
}

/** Options that are the same for all jobs. */
export interface CompileOptions {
  /** Absolute path that diagnostics name files relative to. */
  readonly workingFolder: string;
  readonly allowRemote?: boolean | undefined;
  /** The revision of git that was released, as `git:REVISION`. */
  readonly since?: string | undefined;
  /** What downloads need besides their addresses. */
  readonly access?: HttpAccess;
}

/** A job after the pipeline. */
export interface CompiledJob {
  /** Absent if there are errors. */
  readonly compiled?: CompiledPackage;
  /** Names of the placeholders in the documents, if the job has values for any. */
  readonly placeholders: readonly string[];
  /** Absolute paths of the inputs and of the user's templates: also of those that cannot be read. */
  readonly read: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs the pipeline for a job. Nothing is written. */
export async function compileJob(job: Job, options: CompileOptions): Promise<CompiledJob> {
  const [reading, found] = await readContractOfJob(job, options);
  const placeholders = hasPlaceholders(job) ? placeholdersOf(reading) : [];
  const templates = userTemplates(job, disk);
  const read = [...filesRead(job, reading, found, options), ...templatePaths(job, templates[0])];
  if (hasErrors(found)) {
    return { placeholders, read, diagnostics: found };
  }
  const [{ contract, ...compiled }, more] = await compileReading(job, reading, templates, options);
  const diagnostics = [...found, ...more];
  return {
    ...(!hasErrors(more) && { compiled: withWarnings(compiled, diagnostics) }),
    placeholders,
    read,
    diagnostics,
  };
}

/** The manifest says how many warnings there were: a package that is up to date is not read again. */
function withWarnings(compiled: CompiledPackage, diagnostics: readonly Diagnostic[]): CompiledPackage {
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  const { target } = compiled;
  const manifest = { ...target.manifest, ...(warnings > 0 && { warnings }) };
  return { ...compiled, target: { ...target, manifest } };
}

/** Of a document with a mistake nothing may be known but the message about it. */
function filesRead(
  job: Job,
  { hashes, sources }: HashedReading,
  diagnostics: readonly Diagnostic[],
  { workingFolder }: CompileOptions,
): readonly string[] {
  const inputs = job.settings.inputs.filter((input) => !isRemote(input)).map((input) => resolve(job.folder, input));
  const named = diagnostics.flatMap(({ span }) =>
    span && !isRemote(span.file) ? resolve(workingFolder, span.file) : [],
  );
  // What was not read may appear.
  const awaited = Object.fromEntries(sources.notRead.map((path) => [path, true]));
  return [...new Set([...inputs, ...localInputs(job, { ...hashes, ...awaited }), ...named])];
}

function hasPlaceholders({ settings: { placeholders = {} } }: Job): boolean {
  return Object.keys(placeholders).length > 0;
}

function placeholdersOf({ sources }: HashedReading): readonly string[] {
  return [...new Set([...sources.documents.values()].flatMap(({ text }) => placeholdersIn(text)))];
}

/** The first half of the pipeline for a job. */
export async function readContractOfJob(
  job: Job,
  options: CompileOptions,
  { read, list }: DocumentAccess = diskTree,
): Promise<Result<HashedReading>> {
  const { inputs, placeholders, include, exclude, roots } = job.settings;
  const selection = { only: job.only, ...given({ include, exclude, roots }) };
  const [reading, diagnostics] = await readContract(inputs, selection, {
    workingFolder: job.folder,
    namesFrom: job.namesFrom,
    userFolder: options.workingFolder,
    read,
    list,
    ...job.reading,
    ...given({ repository: repositoryFolder(job.folder) }),
    ...given({ define: placeholders, strict: job.settings.strict }),
    ...(options.allowRemote && { allowRemote: true, fetch: downloader(options.access) }),
  });
  const found = relocate(diagnostics, job.namesFrom, options.workingFolder);
  return [reading, await withConfigPlaces(job, found, options.workingFolder)];
}

/** Node's HTTP is loaded when something is fetched. */
function downloader(access: HttpAccess | undefined): FetchDocument {
  return async (url, limits) => {
    const { documentFetcher } = await import('../source/download.js');
    return documentFetcher(access)(url, limits);
  };
}

/** The second half, with the templates of the user as they were read, and the contract as plug-ins left it. */
export async function compileReading(
  job: Job,
  reading: HashedReading,
  [templates, problems]: Result<readonly TemplateFile[]>,
  options: CompileOptions,
): Promise<Result<CompiledPackage & { readonly contract: Contract }>> {
  const { name, package: fields, plugins = [], importExtension = 'js' } = job.settings;
  const { compiled = fields !== false } = job.settings;
  const [versioning, unknown] = await versioningOf(job, reading, options);
  const repository = repositoryOf(job.settings, job.out);
  const [rendering, diagnostics] = await renderContract(reading, {
    ...job.settings,
    packageName: name,
    templates,
    sourcesOnly: fields === false,
    compiled,
    ...given({
      repository,
      version: versioning?.versionOf ?? (fields ? fields.version : undefined),
      hasChangelog: versioning?.hasChangelog,
    }),
  });
  const { contract } = rendering;
  const found = [...(await withTemplatesPlace(job, problems)), ...unknown, ...diagnostics];
  const [files, broken] = hasErrors(found)
    ? [rendering.files, []]
    : await completeFiles(rendering, templates, compiled, importExtension);
  const target: Target = {
    folder: job.out,
    display: displayPath(job.out, options.workingFolder),
    base: job.folder,
    files: new Map([...files, ...(versioning?.filesFor(contract) ?? [])].map(({ path, text }) => [path, text])),
    manifest: {
      formatVersion,
      generator: generatorVersion,
      config: configHash(job, repository),
      inputs: reading.hashes,
      ...(reading.sources.notRead.length > 0 && { notRead: reading.sources.notRead }),
      templates: templateHashes(templates),
      ...(plugins.length > 0 && { plugins: pluginVersions(plugins) }),
      skeletons: [],
      services: contract.services.length,
    },
  };
  const services = job.settings.skeletons ? rendering.bound.services : [];
  const version = versioning?.stepTo(contract);
  const compiledPackage = { job, target, services, contract, ...(version && { version }) };
  return [compiledPackage, relocate([...found, ...broken], job.namesFrom, options.workingFolder)];
}

/** The comparison of contracts is loaded for packages whose versions follow them. */
async function versioningOf(
  job: Job,
  reading: HashedReading,
  options: CompileOptions,
): Promise<Result<Versioning | undefined>> {
  const { package: fields } = job.settings;
  if (fields === undefined || fields === false || !fields.versioning) {
    return [undefined, []];
  }
  const { versioningOfJob } = await import('./versioning.js');
  return versioningOfJob(job, fields, reading, options);
}

/**
 * The absolute path of a service's skeleton; `undefined` if the config does not want one. `stem` is that of its generated
 * files.
 */
export function skeletonPath(job: Job, stem: string): string | undefined {
  const { skeletons } = job.settings;
  return skeletons && resolve(job.folder, skeletons.dir, `${stem}.ts`);
}

/** The files that were rendered, and what is made of them. */
async function completeFiles(
  { files, namespaces }: Rendering,
  templates: readonly TemplateFile[],
  compiled: boolean,
  importExtension: ImportExtension,
): Promise<Result<Rendering['files']>> {
  const broken = await checkSyntax(files, templates);
  const sources = withImportExtension(files, importExtension);
  if (broken.length > 0 || !compiled) {
    return [sources, broken];
  }
  const { compiledFiles } = await import('../emit/javascript/compiled.js');
  const [made, problems] = await compiledFiles(files, templates.length === 0, namespaces);
  return [[...sources, ...made], problems];
}

/** Templates and plug-ins of a user may give anything; our own are tested. */
async function checkSyntax(
  files: Rendering['files'],
  templates: readonly TemplateFile[],
): Promise<readonly Diagnostic[]> {
  if (templates.length === 0 && files.every(({ plugin }) => plugin === undefined)) {
    return [];
  }
  const { parseCheck } = await import('../emit/parse-check.js');
  return parseCheck(files, templates);
}
