import type { Contract } from '../contract/model.js';
import { reachableFrom } from '../contract/reachable.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { openDocument, rootElement } from '../documents/check-document.js';
import { firstMistake, partsOf } from '../documents/check-parts.js';
import type { SchemasOf } from './document-schemas.js';
import { type LargeDocument, withBeginning } from './read-document.js';

/** What was found in a document; `open` if something kept it from being checked. */
export interface Outcome {
  readonly verdict: 'valid' | 'invalid' | 'open';
  readonly diagnostics: readonly Diagnostic[];
}

/** How a document is called, and what shows how much of it has been read. */
export interface ShownDocument {
  readonly file: string;
  readonly shown: (megabytes: number) => void;
}

/** How much of a document is read to find its root and the list of its records. */
const beginningLength = 1024 * 1024;

/**
 * Checks a document that does not fit into the memory record by record, up to its first mistake. `open` if it has no list of records, or rules that span them, which cannot
 * be checked so.
 */
export async function checkLarge(
  { pieces: source, problem }: LargeDocument,
  path: string | undefined,
  { file, shown }: ShownDocument,
  schemasOf: SchemasOf,
): Promise<Outcome> {
  const { beginning, pieces } = await withBeginning(source, beginningLength);
  const opened = openDocument(beginning, file, false);
  if ('code' in opened) {
    return { verdict: 'invalid', diagnostics: [opened] };
  }
  const [schemas, found] = await schemasOf(path, opened.locations);
  if (schemas === undefined) {
    return { verdict: 'open', diagnostics: found };
  }
  const element = rootElement(opened, file, schemas);
  if ('code' in element) {
    return { verdict: 'invalid', diagnostics: [...found, element] };
  }
  const parts = partsOf(element, opened.text);
  const mistake = parts && (await firstMistake(parts, counted(pieces, shown), file, schemas));
  if (parts === undefined || mistake === 'too-large') {
    return { verdict: 'open', diagnostics: [...found, problem] };
  }
  if (mistake !== undefined) {
    return { verdict: 'invalid', diagnostics: [...found, mistake] };
  }
  const spans = schemas.contracts.some((contract) => spansRecords(contract, opened.root));
  return spans
    ? { verdict: 'open', diagnostics: [...found, diagnostic('document/checked-in-parts', { name: file })] }
    : { verdict: 'valid', diagnostics: found };
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  shown: (megabytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    const before = Math.floor(size / 10_000_000);
    size += piece.length;
    if (Math.floor(size / 10_000_000) > before) {
      shown(Math.floor(size / 1_000_000));
    }
    yield piece;
  }
}

/** Names of types whose values refer to others in the document, and rules that do. */
const spanning =
  /"\{http:\/\/www\.w3\.org\/2001\/XMLSchema\}(?:ID|IDREFS?|ENTITY|ENTITIES)"|"identityConstraints":\[\{/;

/** True if documents with a root may have IDs or keys. */
function spansRecords(contract: Contract, root: string): boolean {
  const { types, elements } = reachableFrom(contract, [], { elements: [root], types: [] });
  return [
    ...contract.types.filter(({ key }) => types.has(key)),
    ...contract.elements.filter(({ name }) => elements.has(name)),
  ].some((each) => spanning.test(JSON.stringify(each)));
}
