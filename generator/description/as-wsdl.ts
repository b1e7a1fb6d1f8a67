import { resolve } from 'node:path';
import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { hashInput, withLineFeeds } from '../source/decode.js';
import { displayName } from '../source/locate.js';
import type { LoadOptions, ReadDocument } from '../source/outside-access.js';
import { movedToDescriptions, type WrittenDescription } from './places.js';
import { unreachedComponents } from './reachable.js';
import { type CompiledDescription, compileDescription } from './read.js';
import { writeTypesWsdl, writeWsdl } from './write-wsdl.js';

/** Inputs without any description left. */
export interface ExpandedInputs {
  readonly inputs: readonly string[];
  /** Reads the WSDL that descriptions stand for, and everything else as before. */
  readonly read: ReadDocument;
  /** Hash of each description by its display name. */
  readonly hashes: Readonly<Record<string, string>>;
  /** False if a description could not be read. */
  readonly complete: boolean;
  /** Moves diagnostics about the WSDL of a description to their position in the description. */
  readonly relocate: (diagnostics: readonly Diagnostic[]) => Promise<readonly Diagnostic[]>;
}

/** True for an input that is a service description by its name. */
function isDescription(input: string): boolean {
  return /\.(ya?ml|json)$/i.test(input);
}

/**
 * Descriptions take part in a run as the WSDL that is made from them: `wallet.yaml` as `wallet.yaml/AccountApi.wsdl` and so
 * on. A description with errors does not take part.
 */
export async function expandDescriptions(
  inputs: readonly string[],
  options: LoadOptions,
): Promise<Result<ExpandedInputs>> {
  const written = new Map<string, Uint8Array>();
  const hashes: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  const expanded: string[] = [];
  const descriptions: WrittenDescription[] = [];
  let complete = true;
  for (const input of inputs) {
    if (!isDescription(input)) {
      expanded.push(input);
      continue;
    }
    const path = resolve(options.workingFolder, input);
    const [bytes, problems] = await readBytes(path, input, options.read);
    diagnostics.push(...problems);
    complete &&= bytes !== undefined;
    if (!bytes) {
      continue;
    }
    const file = displayName(path, options.namesFrom ?? options.workingFolder);
    const text = withLineFeeds(new TextDecoder().decode(bytes));
    hashes[file] = hashInput(text);
    const [{ root, ...compiled }, found] = await compileDescription(text, file);
    diagnostics.push(...found);
    if (root === undefined || hasErrors(found)) {
      continue;
    }
    const documents = documentsOf(compiled);
    for (const [name, text] of documents) {
      written.set(resolve(path, name), new TextEncoder().encode(text));
      expanded.push(resolve(path, name));
    }
    descriptions.push({ root, documents: new Map([...documents].map(([name, text]) => [`${file}/${name}`, text])) });
  }
  const read: ReadDocument = async (path, limits) => {
    const bytes = written.get(path);
    return bytes ? { kind: 'found', bytes } : options.read(path, limits);
  };
  const relocate: ExpandedInputs['relocate'] = (found) => movedToDescriptions(found, descriptions);
  return [{ inputs: expanded, read, hashes, complete, relocate }, diagnostics];
}

/** The WSDL of each service, and one for the types that no service uses; no service can have its name. */
function documentsOf({ contract, typesNamespace }: CompiledDescription): ReadonlyMap<string, string> {
  const documents = new Map<string, string>();
  for (const service of contract.services) {
    documents.set(`${service.name}.wsdl`, writeWsdl(contract, service));
  }
  const types = writeTypesWsdl(contract, unreachedComponents(contract), typesNamespace);
  if (types !== undefined) {
    documents.set('$types.wsdl', types);
  }
  return documents;
}

/** Most bytes of a description. */
const maxBytes = 16 * 1024 * 1024;

async function readBytes(path: string, input: string, read: ReadDocument): Promise<Result<Uint8Array | undefined>> {
  const outcome = await read(path, { maxBytes: maxBytes });
  switch (outcome.kind) {
    case 'found':
      return [outcome.bytes, []];
    case 'notModified':
    case 'missing':
      return [undefined, [diagnostic('source/missing-file', { location: input })]];
    case 'tooLarge':
      return [undefined, [diagnostic('source/too-large', { location: input, limit: maxBytes })]];
    case 'outside':
    case 'redirect':
      return [undefined, [diagnostic('source/outside-root', { location: input })]];
    case 'failed':
      return [undefined, [diagnostic('source/unreadable-file', { location: input, reason: outcome.reason })]];
  }
}
