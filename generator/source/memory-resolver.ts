import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { isBundled } from './bundled.js';
import type { SourceReference } from './document.js';
import type { LoadLimits, ReadOutcome } from './outside-access.js';
import { isRemote, placesOfLocation, remotePlace, type SourcePlace, uriOf } from './places.js';
import { readFailure } from './read-failure.js';
import { locationSpan } from './references.js';
import type { DocumentBytes, DocumentReader, Resolver } from './resolver.js';
import { slashPaths } from './slash-paths.js';

/** A document: its text, or its bytes, whose encoding a byte order mark or the XML declaration says. */
export type DocumentText = string | Uint8Array;

/**
 * Gives a document that another one refers to and that is not among the texts; `undefined` if there is none. `location` is an address, or a path with `/` that is
 * relative to what the names of the texts are relative to; `base` is the name of the document that refers to it.
 */
export type ResolveDocument = (
  location: string,
  base: string,
) => DocumentText | undefined | Promise<DocumentText | undefined>;

/** The folder that names of texts are relative to. */
const top = '/';

/**
 * Documents in memory, by their locations. Nothing is read from elsewhere but by `resolve`. Throws `TypeError` for two texts of one location, and for what is no
 * text.
 */
export function memoryResolver(texts: Readonly<Record<string, DocumentText>>, resolve?: ResolveDocument): Resolver {
  const given = new Map<string, { readonly name: string; readonly bytes: Uint8Array }>();
  for (const [name, text] of Object.entries(texts)) {
    const uri = uriOf(placeOfName(name));
    if (given.has(uri)) {
      throw new TypeError(`"${given.get(uri)?.name}" and "${name}" are the same location.`);
    }
    given.set(uri, { name, bytes: bytesOf(text, name) });
  }
  const nameOf = (uri: string): string =>
    isRemote(uri) ? publicAddress(uri) : (given.get(uri)?.name ?? withoutTop(uri));
  const read = (uri: string, { maxBytes }: Pick<LoadLimits, 'maxBytes'>): ReadOutcome => {
    const bytes = given.get(uri)?.bytes;
    return bytes === undefined ? { kind: 'missing' } : withinLimit(bytes, maxBytes);
  };
  /** Each document is asked for once, however often it is read. */
  const ask: ResolveDocument = async (location, base) => {
    const text = await resolve?.(location, base);
    if (text !== undefined) {
      given.set(uriOf(placeOfName(location)), { name: location, bytes: bytesOf(text, location) });
    }
    return text;
  };
  return {
    placeOfInput: placeOfName,
    placesOfLocation: (location, base) => placesOfLocation(location, base, slashPaths),
    displayName: nameOf,
    shownToUser: nameOf,
    pathOfInput: (input) => uriOf(placeOfName(input)),
    readFile: async (path, limits) => read(path, limits),
    readerOf: (_, limits) => new MemoryReader((uri) => read(uri, limits), nameOf, ask, limits),
  };
}

class MemoryReader implements DocumentReader {
  readonly nearby: undefined;
  readonly #read: (uri: string) => ReadOutcome;
  readonly #nameOf: (uri: string) => string;
  readonly #resolve: ResolveDocument | undefined;
  readonly #limits: LoadLimits;

  constructor(
    read: (uri: string) => ReadOutcome,
    nameOf: (uri: string) => string,
    resolve: ResolveDocument | undefined,
    limits: LoadLimits,
  ) {
    this.#read = read;
    this.#nameOf = nameOf;
    this.#resolve = resolve;
    this.#limits = limits;
  }

  async readInput(place: SourcePlace, text: string): Promise<DocumentBytes | Diagnostic> {
    const outcome = this.#read(uriOf(place));
    return outcome.kind === 'found' ? outcome : readFailure(outcome, text, this.#limits);
  }

  async readReferenced(
    place: SourcePlace,
    reference: SourceReference,
    from: string,
  ): Promise<DocumentBytes | Diagnostic | undefined> {
    const { location = '', namespace } = reference;
    const span = locationSpan(reference);
    if (place.kind === 'bad') {
      return diagnostic('source/bad-location', { location }, span);
    }
    const uri = uriOf(place);
    const known = this.#read(uri);
    if (known.kind === 'missing' && namespace !== undefined && (await isBundled(namespace))) {
      return undefined;
    }
    const outcome = known.kind === 'missing' ? await this.#ask(place, from) : known;
    switch (outcome.kind) {
      case 'found':
        return outcome;
      case 'missing':
        return diagnostic('source/not-given', { location, name: this.#nameOf(uri) }, span);
      default:
        return readFailure(outcome, location, this.#limits, span);
    }
  }

  refusal(): undefined {
    return undefined;
  }

  async #ask(place: Exclude<SourcePlace, { kind: 'bad' }>, from: string): Promise<ReadOutcome> {
    const location = place.kind === 'remote' ? place.url : withoutTop(place.path);
    try {
      const text = await this.#resolve?.(location, this.#nameOf(from));
      return text === undefined ? { kind: 'missing' } : withinLimit(bytesOf(text, location), this.#limits.maxBytes);
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }
}

function placeOfName(name: string): SourcePlace {
  if (isRemote(name)) {
    return remotePlace(name);
  }
  return /^file:/i.test(name)
    ? slashPaths.placeOfUrl(name)
    : { kind: 'file', path: slashPaths.resolve(top, name.replaceAll('\\', '/')) };
}

function withoutTop(path: string): string {
  return path.startsWith(top) ? path.slice(top.length) : path;
}

function withinLimit(bytes: Uint8Array, maxBytes: number): ReadOutcome {
  return bytes.length > maxBytes ? { kind: 'tooLarge' } : { kind: 'found', bytes };
}

/** A text is decoded already: its byte order mark says so, whatever its XML declaration says. */
function bytesOf(text: unknown, name: string): Uint8Array {
  if (typeof text === 'string') {
    return new TextEncoder().encode(text.startsWith('\ufeff') ? text : `\ufeff${text}`);
  }
  if (ArrayBuffer.isView(text)) {
    return new Uint8Array(text.buffer, text.byteOffset, text.byteLength);
  }
  throw new TypeError(`"${name}" is neither a string nor a Uint8Array.`);
}
