import type { Contract } from '../contract/model.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';

/** Name of the manifest within a generated package. */
export const MANIFEST_FILE = 'codegen.lock.json';

/** What a generated package was made from, and what was written. Hashes are SHA-256 in hex. */
export interface Manifest {
  readonly formatVersion: 1;
  /** Version of the generator. */
  readonly generator: string;
  /** Hash of the package's part of the config. */
  readonly config: string;
  /** Hash of every document that was read, by its path relative to the config file, or its address. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Hash of each template of the user. */
  readonly templates: Readonly<Record<string, string>>;
  /** Hash of every file that was written, by its path within the package. */
  readonly files: Readonly<Record<string, string>>;
  /** Service skeletons that go with the package, by their path relative to the config file; they are a person's. */
  readonly skeletons: readonly string[];
  readonly contract: Contract;
}

/** The text of a manifest. Keys of dictionaries are sorted. */
export function formatManifest(manifest: Manifest): string {
  const { formatVersion, generator, config, skeletons, contract } = manifest;
  const inputs = sorted(manifest.inputs);
  const templates = sorted(manifest.templates);
  const files = sorted(manifest.files);
  return `${JSON.stringify({ formatVersion, generator, config, inputs, templates, files, skeletons, contract }, null, 1)}\n`;
}

/** Reads a manifest. One that cannot be understood is reported and counts as absent. */
export function parseManifest(text: string | undefined, path: string): Result<Manifest | undefined> {
  if (text === undefined) return [undefined, []];
  const reason = (why: string): Result<undefined> => [
    undefined,
    [diagnostic('output/manifest-unreadable', { path, reason: why })],
  ];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return reason(/^<{7} /m.test(text) ? 'it holds a merge conflict' : 'it is not JSON');
  }
  if (!isRecord(value)) return reason('it is not an object');
  if (value.formatVersion !== 1) return reason(`its format version is ${JSON.stringify(value.formatVersion)}`);
  for (const key of ['inputs', 'templates', 'files']) {
    const record = value[key];
    if (!isRecord(record)) return reason(`"${key}" is not an object`);
    if (!Object.values(record).every(isText)) return reason(`"${key}" has a value that is not a text`);
  }
  if (!Array.isArray(value.skeletons)) return reason('"skeletons" is not an array');
  if (!value.skeletons.every(isText)) return reason('"skeletons" has an item that is not a text');
  if (!isRecord(value.contract)) return reason('"contract" is not an object');
  return [value as unknown as Manifest, []];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
