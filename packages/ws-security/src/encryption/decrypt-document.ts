/** Decrypts the parts of a document in their places, round by round: what is decrypted may have encrypted parts itself. */
import { XmlEvent, type XmlLimits, XmlReader } from '@wsdl-codegen/runtime/xml';
import { SignatureError } from '../signature-error.js';
import { attributeText } from '../xml/canonicalize.js';
import { type PlacedDocument, type PlacedElement, readDocument, scopeAround } from '../xml/document.js';
import { Ids, type XmlName } from '../xml/elements.js';
import { decryptOctets } from './ciphers.js';
import { ContentKeys, type DecryptionSettings, type KeyScope, type ReadyData } from './content-keys.js';
import { type CipherReference, type EncryptedElement, encryptedTypes } from './encrypted-elements.js';
import { decryptionFailed, EncryptionError } from './encryption-error.js';

/** What is decrypted of a document, and how. */
export interface DecryptionTask {
  readonly settings: DecryptionSettings;
  readonly idAttributes?: readonly XmlName[] | undefined;
  readonly limits?: XmlLimits | undefined;
  /** The most parts that are decrypted. Default 64. */
  readonly maxParts?: number | undefined;
  /** The parts of the next round, in the order of the document; `ranges` is what was decrypted before. */
  select(document: PlacedDocument, ids: Ids, ranges: readonly DecryptedRange[]): RoundSelection;
  /** True for something encrypted in the document as it came whose ciphertext a verified signature covers. */
  isSigned(encrypted: EncryptedElement): boolean;
  hintsOf: KeyScope['hintsOf'];
  /** Octets that stand beside the document. Throws for what is not there. */
  octetsAt(reference: CipherReference): Uint8Array;
  /** Takes what is neither an element nor content, and gives what stands in its place. Throws for what it does not know. */
  take(data: EncryptedElement, octets: Uint8Array): string;
}

/** What is decrypted in one round. */
export interface RoundSelection {
  readonly data: readonly EncryptedElement[];
  /** Encrypted keys that stand beside. */
  readonly keys: readonly EncryptedElement[];
}

/** What was decrypted, as a range of the text. */
export interface DecryptedRange {
  readonly start: number;
  readonly end: number;
  readonly isSigned: boolean;
}

/** A document with its encrypted parts decrypted. */
export interface DecryptedDocument {
  readonly document: PlacedDocument;
  readonly ranges: readonly DecryptedRange[];
}

const maxRounds = 4;

/** True for an element in a range. */
export const isIn = ({ start, end }: PlacedElement, range: DecryptedRange): boolean =>
  range.start <= start && end <= range.end;

/** Decrypts a document. Whatever fails from the use of a key on is one error. */
export async function decryptDocument(text: string, task: DecryptionTask): Promise<DecryptedDocument> {
  const keys = new ContentKeys(task.settings);
  let document = readDocument(text, task.limits);
  let ranges: readonly DecryptedRange[] = [];
  let parts = 0;
  for (let round = 0; ; round++) {
    try {
      const ids = new Ids(document.root, task.idAttributes);
      const selection = task.select(document, ids, ranges);
      if (selection.data.length === 0) {
        return { document, ranges };
      }
      parts += selection.data.length;
      requireLimits(parts, round, task);
      requireApart(selection.data);
      const scope = scopeOf(ids, selection, ranges, round, task);
      const ready = await readyAll(selection.data, scope, keys);
      [document, ranges] = await decryptRound(document, ready, ranges, scope, task);
    } catch (error) {
      throw round === 0 ? asEncryptionError(error) : decryptionFailed();
    }
  }
}

function requireLimits(parts: number, round: number, { maxParts = 64 }: DecryptionTask): void {
  if (parts > maxParts || round >= maxRounds) {
    throw new EncryptionError('limit', `More than ${maxParts} parts are encrypted.`);
  }
}

/** Nothing that is encrypted stands in something else that is. */
function requireApart(all: readonly EncryptedElement[]): void {
  if (all.some(({ place }, index) => index > 0 && place.start < all[index - 1]!.place.end)) {
    throw new EncryptionError('malformed', 'Something encrypted is in something else that is encrypted.');
  }
}

function scopeOf(
  ids: Ids,
  { keys }: RoundSelection,
  ranges: readonly DecryptedRange[],
  round: number,
  { isSigned, hintsOf }: DecryptionTask,
): KeyScope {
  return {
    ids,
    standing: keys,
    hintsOf,
    isSigned: (encrypted) =>
      round === 0 ? isSigned(encrypted) : ranges.some((range) => range.isSigned && isIn(encrypted.element, range)),
  };
}

type Ready = ReadyData & { readonly data: EncryptedElement };

async function readyAll(
  all: readonly EncryptedElement[],
  scope: KeyScope,
  keys: ContentKeys,
): Promise<readonly Ready[]> {
  const ready: Ready[] = [];
  for (const data of all) {
    ready.push({ ...(await keys.ready(data, scope)), data });
  }
  return ready;
}

async function decryptRound(
  { text }: PlacedDocument,
  ready: readonly Ready[],
  ranges: readonly DecryptedRange[],
  scope: KeyScope,
  task: DecryptionTask,
): Promise<readonly [PlacedDocument, readonly DecryptedRange[]]> {
  const encrypted = ready.map(({ data: { cipher } }) =>
    cipher instanceof Uint8Array ? cipher : task.octetsAt(cipher),
  );
  try {
    const pieces: string[] = [];
    const moved: Moved[] = [];
    let at = 0;
    let length = 0;
    for (const [index, part] of ready.entries()) {
      const { start, end } = part.data.place;
      const octets = await decryptPart(part, encrypted[index]!, task);
      const written = placed(part.data, octets, task);
      pieces.push(text.slice(at, start), written);
      length += start - at + written.length;
      at = end;
      moved.push({
        start,
        end,
        newEnd: length,
        newStart: length - written.length,
        isSigned: scope.isSigned(part.data),
      });
    }
    const document = readDocument([...pieces, text.slice(at)].join(''), task.limits);
    const own = moved.map(({ newStart, newEnd, isSigned }) => ({ start: newStart, end: newEnd, isSigned }));
    return [document, [...ranges.map((range) => movedRange(range, moved)), ...own]];
  } catch {
    throw decryptionFailed();
  }
}

async function decryptPart(
  { algorithm, offers }: Ready,
  octets: Uint8Array,
  task: DecryptionTask,
): Promise<Uint8Array> {
  for (const offer of offers) {
    try {
      return await decryptOctets(algorithm, await offer(), octets, task.settings.provider);
    } catch {
      // It may be for the owner of another key.
    }
  }
  throw decryptionFailed();
}

/** A part of a text that was replaced, and where it is now. */
interface Moved extends DecryptedRange {
  readonly newStart: number;
  readonly newEnd: number;
}

/** Where a range is after parts in it and around it were replaced. */
function movedRange(range: DecryptedRange, moved: readonly Moved[]): DecryptedRange {
  let [before, within] = [0, 0];
  for (const { start, end, newStart, newEnd } of moved) {
    const growth = newEnd - newStart - (end - start);
    if (end <= range.start) {
      before += growth;
    } else if (end <= range.end) {
      within += growth;
    }
  }
  return { ...range, start: range.start + before, end: range.end + before + within };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function placed(data: EncryptedElement, octets: Uint8Array, task: DecryptionTask): string {
  if (data.type !== encryptedTypes.element && data.type !== encryptedTypes.content) {
    return task.take(data, octets);
  }
  const text = utf8.decode(octets);
  requireFragment(text, data, task.limits);
  return text;
}

/**
 * Throws for a text that is not whole in the place of what was encrypted: it closes nothing around it, leaves nothing open, and has no DOCTYPE. It is read as the content of
 * an element of its own, which ends where the text ends, and nowhere else: two roots are no document.
 */
function requireFragment(text: string, { place, type }: EncryptedElement, limits: XmlLimits | undefined): void {
  const declared = [...scopeAround(place)].map(
    ([prefix, namespace]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${attributeText(namespace)}"`,
  );
  const reader = new XmlReader(
    `<fragment${declared.join('')}>${text}</fragment>`,
    limits === undefined ? {} : { limits },
  );
  let depth = 0;
  let elements = 0;
  let hasText = false;
  for (let event = reader.next(); event !== XmlEvent.EndDocument; event = reader.next()) {
    if (event === XmlEvent.StartElement) {
      depth++;
      elements += depth === 2 ? 1 : 0;
    } else if (event === XmlEvent.EndElement) {
      depth--;
    } else if (depth === 1 && /[^ \t\r\n]/.test(reader.text)) {
      hasText = true;
    }
  }
  if (type === encryptedTypes.element && (elements !== 1 || hasText)) {
    throw decryptionFailed();
  }
}

/** What the shared readers of signatures say, as an error of encryption. */
export function asEncryptionError(error: unknown): unknown {
  if (!(error instanceof SignatureError)) {
    return error;
  }
  const code = error.code === 'key' || error.code === 'limit' ? error.code : 'malformed';
  return new EncryptionError(code, error.message, { cause: error });
}
