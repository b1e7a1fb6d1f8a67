import { given } from '../config/given.js';
import type { Job } from '../config/jobs.js';
import { inputNamespaces } from '../contract/input-namespaces.js';
import { expandContract } from '../contract/json/compact.js';
import { type Contract, contractFormatVersion } from '../contract/model.js';
import type { ContractPositions } from '../contract/positions.js';
import { diagnostic, type Result } from '../diagnostics/diagnostic.js';
import type { NameOptions } from '../diff/names.js';
import type { HashedReading } from '../disk-pipeline.js';
import { isRecord, parsedJson } from '../output/json-text.js';

/** One of the two contracts that are compared. */
export interface Version {
  /** How a report names it. */
  readonly label: string;
  readonly contract: Contract;
  /** The places in its documents; absent where these were not read: for a contract in a generated package. */
  readonly positions?: () => ContractPositions;
  /** Looks for the places in the documents of such a package, where a repository has them. */
  readonly findPositions?: () => Promise<ContractPositions | undefined>;
  /** Absent where only the contract is known. */
  readonly names?: NameOptions;
}

/** How the types of a job's package are named, as far as comparisons know. */
export function namesFor(
  { settings }: Job,
  { contract, sources }: Pick<HashedReading, 'contract' | 'sources'>,
): NameOptions {
  const { wrappedArrays, enumerations, members } = settings;
  return { namespaceOrder: inputNamespaces(contract, sources), ...given({ wrappedArrays, enumerations, members }) };
}

/** A version as the user names it: a path, an address, or `git:REVISION[:PATH]`. */
export interface VersionName {
  /** Absent for what is not in a repository. */
  readonly revision?: string | undefined;
  /** Absent for a whole revision. */
  readonly path?: string | undefined;
}

/** Reads the name of a version. */
export function versionName(text: string): VersionName {
  const [, revision, path] = /^git:([^:]*)(?::(.+))?$/s.exec(text) ?? [];
  return revision === undefined ? { path: text } : { revision, path };
}

/** The version that the text of a contract file has. */
export function parsedContract(
  content: Uint8Array | string | undefined,
  file: string,
  where: string,
): Result<Version | undefined> {
  if (content === undefined) {
    return [undefined, [diagnostic('diff/no-contract', { where })]];
  }
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const contract = contractOf(text);
  return typeof contract === 'string'
    ? [undefined, [diagnostic('diff/unreadable-contract', { file, reason: contract })]]
    : [{ label: where, contract }, []];
}

/** A contract in its compact or its whole form; a text that says what is wrong with it. */
function contractOf(text: string): Contract | string {
  const data = parsedJson(text);
  if (data === undefined) {
    return 'it is not JSON';
  }
  if (!isRecord(data) || !('formatVersion' in data)) {
    return 'it is not a contract';
  }
  if (data.formatVersion !== contractFormatVersion) {
    return `it has the format ${String(data.formatVersion)}, and this version of codegen reads ${contractFormatVersion}`;
  }
  try {
    const contract =
      'namespaces' in data
        ? expandContract(data as unknown as Parameters<typeof expandContract>[0])
        : (data as unknown as Contract);
    return isContractShaped(contract) ? contract : 'it is damaged';
  } catch {
    return 'it is damaged';
  }
}

function isContractShaped({ placeholders, types, elements, attributes, services }: Contract): boolean {
  return [placeholders, types, elements, attributes, services].every(Array.isArray);
}
