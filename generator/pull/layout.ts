import { publicAddress } from '../diagnostics/public-address.js';
import { hashBytes, hashLines } from '../output/hash.js';
import { withLocations } from './locations.js';
import { type DocumentKind, FileNames } from './names.js';
import { formatOrigins, type OriginDocument, type OriginRecord, originFile } from './record.js';
import type { FetchedDescriptor, FetchedDocument } from './walk.js';

/** The files of a folder after a pull. */
export interface Layout {
  /** Name of the descriptor's own file. */
  readonly root: string;
  /** The documents of the descriptor by file name, sorted. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Files that belonged to the descriptor and to no other, and do so no longer. */
  readonly gone: readonly string[];
  readonly record: OriginRecord;
}

/**
 * Lays the documents of a descriptor out as files of one folder. Documents that are equal, with all that they import, are one file,
 * under however many addresses they were fetched. Locations become names of files; every other byte stays.
 *
 * @param before The record of the folder: a document keeps the name that it has there.
 * @param rootName Name of the descriptor's own file; by default the one that it has already, or one made from its address.
 */
export function layOut(fetched: FetchedDescriptor, before: OriginRecord, rootName: string | undefined): Layout {
  const classOf = equalDocuments(fetched);
  const representatives = [...new Set(classOf.values())].map((address) => documentAt(fetched, address));
  const root = rootName ?? recordedRoot(fetched.asked, before);
  const names = namesOf(representatives, fetched, before, root);
  const nameOf = (address: string): string => names.get(classOf.get(address) ?? address) ?? '';
  const files: (readonly [string, Uint8Array])[] = [];
  const documents: Record<string, OriginDocument> = {};
  for (const document of representatives) {
    const name = nameOf(document.address);
    const bytes = withLocations(document.bytes, document.locations, (_, index) => {
      const target = document.locations[index]?.target;
      return target === undefined ? undefined : nameOf(target);
    });
    files.push([name, bytes]);
    documents[name] = recordOf(document, bytes);
  }
  const sortedFiles = new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
  const own = nameOf(fetched.root);
  return { root: own, files: sortedFiles, ...withRecord(own, fetched.asked, documents, before) };
}

/** The text of the record, as a file of the folder. */
export function recordEntry({ record }: Layout): readonly [string, Uint8Array] {
  return [originFile, Buffer.from(formatOrigins(record))];
}

function documentAt({ documents }: FetchedDescriptor, address: string): FetchedDocument {
  return documents.get(address) as FetchedDocument;
}

/**
 * For each address the first one whose document is equal: the same bytes, and locations that mean equal documents. Documents with
 * equal bytes are taken for equal until what they import differs, so copies that import each other are found, too.
 */
function equalDocuments({ documents }: FetchedDescriptor): ReadonlyMap<string, string> {
  let classes = firstOfEach([...documents].map(([address, { bytes }]) => [address, hashBytes(bytes)]));
  for (let count = 0; count !== new Set(classes.values()).size; ) {
    count = new Set(classes.values()).size;
    const known = classes;
    classes = firstOfEach(
      [...documents].map(([address, { locations }]) => {
        const targets = locations.map(({ target }) => (target === undefined ? '' : known.get(target)));
        return [address, JSON.stringify([known.get(address), ...targets])];
      }),
    );
  }
  return classes;
}

function firstOfEach(keyed: readonly (readonly [address: string, key: string])[]): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  return new Map(
    keyed.map(([address, key]) => {
      const first = firsts.get(key) ?? address;
      firsts.set(key, first);
      return [address, first];
    }),
  );
}

/** The file of a descriptor that was pulled from this address before. */
function recordedRoot(asked: string, { descriptors }: OriginRecord): string | undefined {
  const address = publicAddress(asked);
  return Object.entries(descriptors).find(([, descriptor]) => descriptor.address === address)?.[0];
}

/** Names by address: that of the root, then those that documents have already, then new ones. */
function namesOf(
  representatives: readonly FetchedDocument[],
  { root }: FetchedDescriptor,
  before: OriginRecord,
  rootName: string | undefined,
): ReadonlyMap<string, string> {
  const recorded = new Map(Object.entries(before.documents).map(([name, { address }]) => [address, name]));
  const names = new Map<string, string>();
  const free = new FileNames();
  const give = (address: string, name: string | undefined): void => {
    if (name !== undefined && !names.has(address) && free.take(name)) {
      names.set(address, name);
    }
  };
  const [first] = representatives;
  if (first?.address === root) {
    give(root, rootName);
  }
  for (const { address } of representatives) {
    give(address, recorded.get(publicAddress(address)));
  }
  // The documents of other descriptors keep their names.
  for (const name of recorded.values()) {
    free.take(name);
  }
  for (const document of representatives) {
    if (!names.has(document.address)) {
      names.set(document.address, free.nameOf(document.address, kindOf(document)));
    }
  }
  return names;
}

function kindOf({ root }: FetchedDocument): DocumentKind {
  return root.local === 'definitions' ? 'wsdl' : 'xsd';
}

function recordOf(document: FetchedDocument, file: Uint8Array): OriginDocument {
  const { address, bytes, version = {}, locations } = document;
  const was = locations.map(({ target, raw }) => (target === undefined ? null : publicAddress(raw)));
  return {
    address: publicAddress(address),
    sha256: hashBytes(bytes),
    file: hashLines(file),
    ...version,
    ...(was.some((each) => each !== null) && { locations: was }),
  };
}

/** The record with this descriptor in it, and the files that nothing needs any longer. */
function withRecord(
  root: string,
  asked: string,
  documents: Readonly<Record<string, OriginDocument>>,
  before: OriginRecord,
): Pick<Layout, 'record' | 'gone'> {
  const others = Object.entries(before.descriptors).filter(([name]) => name !== root);
  const needed = new Set([...others.flatMap(([, each]) => each.documents), ...Object.keys(documents)]);
  const gone = Object.keys(before.documents).filter((name) => !needed.has(name));
  const kept = Object.entries(before.documents).filter(([name]) => needed.has(name));
  const own = { address: publicAddress(asked), documents: Object.keys(documents).sort() };
  return {
    gone,
    record: {
      descriptors: { ...Object.fromEntries(others), [root]: own },
      documents: { ...Object.fromEntries(kept), ...documents },
    },
  };
}
