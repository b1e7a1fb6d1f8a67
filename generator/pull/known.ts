import { join } from 'node:path';
import { given } from '../config/given.js';
import type { Disk } from '../output/disk.js';
import { hashBytes } from '../output/hash.js';
import { decodeXml } from '../source/decode.js';
import { defaultLimits } from '../source/outside-access.js';
import { parseDocument } from '../source/parse.js';
import { innerDescriptor, isDescriptor } from '../source/references.js';
import { locationsIn, withLocations } from './locations.js';
import type { OriginDocument, OriginRecord } from './record.js';
import type { KnownDocument } from './walk.js';

/**
 * The documents of a folder as the service sent them, by address, so that it is asked only for those that have changed. A file that
 * somebody changed, or whose version the service did not say, is not among them.
 */
export async function knownDocuments(
  folder: string,
  { descriptors, documents }: OriginRecord,
  disk: Disk,
): Promise<ReadonlyMap<string, KnownDocument>> {
  const known = new Map<string, KnownDocument>();
  for (const [name, document] of Object.entries(documents)) {
    const { etag, lastModified, address } = document;
    const version = given({ etag, lastModified });
    const file = Object.keys(version).length > 0 ? disk.bytes(join(folder, name)) : undefined;
    const bytes = file && (await original(file, name, document));
    if (bytes) {
      known.set(address, { bytes, version });
    }
  }
  // The address that the user named may lead to another one.
  for (const [name, { address }] of Object.entries(descriptors)) {
    const document = known.get(documents[name]?.address ?? '');
    if (document) {
      known.set(address, document);
    }
  }
  return known;
}

/** A document with the locations that it had; undefined if that does not give the bytes that the service sent. */
async function original(
  file: Uint8Array,
  name: string,
  { sha256, locations }: OriginDocument,
): Promise<Uint8Array | undefined> {
  if (locations === undefined) {
    return hashBytes(file) === sha256 ? file : undefined;
  }
  const [text] = decodeXml(file, name);
  const [parsed] = await parseDocument(text, { uri: name, file: name, maxDepth: defaultLimits.maxDepth });
  const root = parsed && (isDescriptor(parsed) ? parsed : innerDescriptor(parsed));
  const bytes = root && withLocations(file, locationsIn(file, root), (_, index) => locations[index] ?? undefined);
  return bytes && hashBytes(bytes) === sha256 ? bytes : undefined;
}
