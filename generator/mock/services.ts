import { resolve } from 'node:path';
import {
  fillPlaceholders,
  type OperationDescriptor,
  type ServiceDescriptor,
  type ServiceDocument,
} from '@wsdl-codegen/runtime';
import type { Declarations } from '@wsdl-codegen/runtime/schema';
import { readContractOfJob } from '../commands/compile.js';
import { findJobs, type Job } from '../config/jobs.js';
import { diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import type { HashedReading } from '../disk-pipeline.js';
import { type Descriptors, descriptorsOf } from '../memory/descriptors.js';
import { assumedNamespaces } from '../source/placeholder-values.js';
import { isRemote } from '../source/places.js';
import { documentClosures } from '../source/served.js';
import { withoutTwins } from './shared-addresses.js';

/** The services of some inputs, ready to be served. */
export interface ServedContract {
  readonly services: readonly ServiceDescriptor[];
  /** Global elements, types and attributes, for open content. */
  readonly declarations: Declarations;
  /** Values of placeholders in namespaces that the user has left open. */
  readonly assumed: Readonly<Record<string, string>>;
  /** Absolute paths of the files that were read. */
  readonly files: readonly string[];
}

/** Which inputs are read, and how. */
export interface ContractInputs {
  readonly inputs: readonly string[];
  /** Values of placeholders, as `name=value`. */
  readonly define?: readonly string[];
  readonly allowRemote?: boolean;
  /** Absolute path that relative inputs start from. */
  readonly workingFolder: string;
}

/** An operation, and where it belongs. */
export interface ServedOperation {
  readonly service: ServiceDescriptor;
  /** Name of its method. */
  readonly method: string;
  readonly operation: OperationDescriptor;
}

const noServices: ServedContract = { services: [], declarations: {}, assumed: {}, files: [] };

/** Reads the services of inputs. A placeholder in a namespace that has no value gets `urn:` and its name. */
export async function readServedContract(options: ContractInputs): Promise<Result<ServedContract>> {
  const { workingFolder, allowRemote = false } = options;
  const [[job], problems] = await findJobs({ ...options, out: '.', name: 'mocked' }, workingFolder);
  if (job === undefined || hasErrors(problems)) {
    return [noServices, problems];
  }
  const read = (of: Job): Promise<Result<HashedReading>> => readContractOfJob(of, { workingFolder, allowRemote });
  let [reading, found] = await read(job);
  const assumed = assumedNamespaces(openNamespaces(reading));
  if (Object.keys(assumed).length > 0) {
    const placeholders = { ...job.settings.placeholders, ...assumed };
    [reading, found] = await read({ ...job, settings: { ...job.settings, placeholders } });
  }
  const descriptors = descriptorsOf(reading.contract);
  const values = { ...job.settings.placeholders, ...assumed };
  const all = hasErrors(found) ? [] : servicesOf(reading, descriptors, values);
  const [services, twins] = withoutTwins(all, reading.contract, portPaths);
  const missing = services.length === 0 && !hasErrors(found) ? [diagnostic('mock/no-service', {})] : [];
  return [
    { services, declarations: descriptors, assumed, files: filesOf(job, reading, options) },
    [...problems, ...found, ...twins, ...missing],
  ];
}

function openNamespaces({ contract }: HashedReading): readonly string[] {
  const names = [...descriptorsOf(contract).services.values()].flatMap(({ placeholders }) => placeholders);
  return [...new Set(names)].sort();
}

function servicesOf(
  { contract, sources }: HashedReading,
  descriptors: Descriptors,
  values: Readonly<Record<string, string>>,
): readonly ServiceDescriptor[] {
  const documents = documentClosures(sources);
  const filled = ({ name, text }: ServiceDocument): ServiceDocument => ({ name, text: fillPlaceholders(text, values) });
  return [...descriptors.services.values()].map((descriptor, at) => {
    const source = contract.services[at]?.source ?? '';
    return { ...descriptor, documents: () => (documents.get(source) ?? []).map(filled) };
  });
}

/** Files that were read, and those that the user named, which may appear. */
function filesOf(
  { namesFrom }: Job,
  { hashes }: HashedReading,
  { inputs, workingFolder }: ContractInputs,
): readonly string[] {
  const read = Object.keys(hashes).filter((name) => !isRemote(name));
  const named = inputs.filter((name) => !isRemote(name));
  return [
    ...new Set([...read.map((name) => resolve(namesFrom, name)), ...named.map((name) => resolve(workingFolder, name))]),
  ];
}

/** All operations, in the order of the contract. */
export function operationsOf(services: readonly ServiceDescriptor[]): readonly ServedOperation[] {
  return services.flatMap((service) =>
    Object.entries(service.operations).map(([method, operation]) => ({ service, method, operation })),
  );
}

/** A path as requests write it, in lower case. */
export function foldedPath(path: string): string {
  return path === '' ? '' : new URL(`http://localhost${path}`).pathname.toLowerCase();
}

/** Paths of the ports of a service, without placeholder or authority, as a server has them. */
export function portPaths({ name, ports }: ServiceDescriptor): readonly string[] {
  const paths = ports.map(({ address }) => {
    const path = (address ?? '').replace(/^(?:\{[^{}]*\}|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)/i, '').replace(/[?#].*$/s, '');
    return address === undefined ? `/${name}` : path === '' || path.startsWith('/') ? path || '/' : `/${path}`;
  });
  return [...new Set(paths)];
}

/** Mocks answer whoever calls: they check no token and no signature, and protect no message. */
export const unprotected = { security: 'unprotected' } as const;
