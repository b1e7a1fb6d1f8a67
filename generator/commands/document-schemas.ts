import { dirname, relative, resolve } from 'node:path';
import { given } from '../config/given.js';
import { findJobs, type JobOptions } from '../config/jobs.js';
import { findConfig } from '../config/load.js';
import { repositoryFolder } from '../config/repository.js';
import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { type Descriptors, descriptorsOf } from '../memory/descriptors.js';
import { isInside } from '../source/locate.js';
import { isRemote } from '../source/places.js';
import { readContractOfJob } from './compile.js';

/** What schemas declare, for documents. */
export interface DocumentSchemas extends Descriptors {
  /** The prefixes that they declare, by namespace. */
  readonly prefixes: Readonly<Record<string, string>>;
  readonly contracts: readonly Contract[];
}

/** Which schemas documents have. */
export interface SchemaOptions {
  /** Schemas, or WSDLs, that declare the roots of the documents. */
  readonly schema?: readonly string[];
  readonly config?: string;
  readonly define?: readonly string[];
  readonly allowPath?: readonly string[];
}

/** Gives the schemas of a document: `locations` are those that it names itself, relative to its path. */
export type SchemasOf = (
  path: string | undefined,
  locations: readonly string[],
) => Promise<Result<DocumentSchemas | undefined>>;

/**
 * The schemas that documents are checked against: those that options name, else those of the config, else those that each document names. All their elements may be roots. The
 * findings are those of reading the schemas; each set is read once.
 */
export async function documentSchemas(
  options: SchemaOptions,
  workingFolder: string,
): Promise<Result<SchemasOf | undefined>> {
  const { schema = [], config, define, allowPath } = options;
  if (schema.length > 0 || config !== undefined || findConfig(workingFolder) !== undefined) {
    const choice = schema.length > 0 ? { inputs: schema, out: '.', name: 'schemas' } : given({ config });
    const [known, found] = await read({ ...choice, ...given({ define, allowPath }) }, workingFolder);
    return [known && (() => Promise.resolve([known, []])), found];
  }
  const sets = new Map<string, Promise<Result<DocumentSchemas | undefined>>>();
  const ofDocument: SchemasOf = (path, locations) => {
    const folder = path === undefined ? workingFolder : dirname(path);
    const key = JSON.stringify([folder, locations]);
    const set = sets.get(key) ?? readNamed(folder, locations, workingFolder, allowPath ?? []);
    sets.set(key, set);
    return set;
  };
  return [ofDocument, []];
}

/** Schemas that a document names: it comes from anywhere, so they are read in its folder or repository alone. */
async function readNamed(
  folder: string,
  locations: readonly string[],
  workingFolder: string,
  allowPaths: readonly string[],
): Promise<Result<DocumentSchemas | undefined>> {
  if (locations.length === 0) {
    return [undefined, [diagnostic('document/no-schema', {})]];
  }
  const allowed = [repositoryFolder(folder) ?? folder, ...allowPaths.map((path) => resolve(workingFolder, path))];
  const refused = locations.filter(
    (location) => isRemote(location) || !allowed.some((root) => isInside(resolve(folder, location), root)),
  );
  if (refused.length > 0) {
    return [undefined, refused.map((location) => diagnostic('document/schema-not-allowed', { location }))];
  }
  const inputs = locations.map((location) => relative(workingFolder, resolve(folder, location)) || '.');
  return read({ inputs, out: '.', name: 'schemas', allowPath: allowPaths }, workingFolder);
}

/** Descriptors of everything that packages declare, as one. */
async function read(options: JobOptions, workingFolder: string): Promise<Result<DocumentSchemas | undefined>> {
  const [jobs, problems] = await findJobs(options, workingFolder);
  if (hasErrors(problems)) {
    return [undefined, problems];
  }
  const found = [...problems];
  const all: Descriptors[] = [];
  const contracts: Contract[] = [];
  let prefixes: DocumentSchemas['prefixes'] = {};
  for (const job of jobs) {
    const { scalars: _, ...settings } = job.settings;
    const whole = { ...job, settings: { ...settings, roots: ['*'] }, only: [] };
    const [{ contract }, diagnostics] = await readContractOfJob(whole, { workingFolder });
    append(found, diagnostics);
    contracts.push(contract);
    all.push(descriptorsOf(contract));
    prefixes = { ...contract.prefixes, ...prefixes };
  }
  const united = <T>(mapOf: (each: Descriptors) => ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map(all.flatMap((each) => [...mapOf(each)]));
  const descriptors: DocumentSchemas = {
    prefixes,
    contracts,
    elements: united(({ elements }) => elements),
    types: united(({ types }) => types),
    attributes: united(({ attributes }) => attributes),
    services: new Map(),
  };
  return [hasErrors(found) ? undefined : descriptors, found];
}
