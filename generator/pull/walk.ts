import { type Diagnostic, diagnostic, hasErrors, type Result } from '../diagnostics/diagnostic.js';
import { publicAddress } from '../diagnostics/public-address.js';
import { isBundled } from '../source/bundled.js';
import { decodeXml } from '../source/decode.js';
import type { SourceElement } from '../source/document.js';
import { xsdNamespace } from '../source/names.js';
import type { DocumentVersion, FetchDocument, LoadLimits, ReadOutcome } from '../source/outside-access.js';
import { parseDocument } from '../source/parse.js';
import { type RemotePlace, remotePlace } from '../source/places.js';
import { innerDescriptor, isDescriptor, locationSpan } from '../source/references.js';
import { RemoteReader } from '../source/remote.js';
import { otherAnswer, refusedAnswer } from './answers.js';
import { type DocumentLocation, locationsIn } from './locations.js';

/** A document as the service sent it. */
export interface FetchedDocument {
  /** The address that answered, after all redirects; without user and password. */
  readonly address: string;
  readonly bytes: Uint8Array;
  readonly version?: DocumentVersion;
  readonly root: SourceElement;
  /** The imports and includes of the document. */
  readonly locations: readonly FetchedLocation[];
}

/** An import or include with the document that it means. */
export interface FetchedLocation extends DocumentLocation {
  /** Address of the document, among those that were fetched; absent if it was not fetched, and the location stays as it is. */
  readonly target?: string;
}

/** A descriptor with all that it imports or includes. */
export interface FetchedDescriptor {
  /** The address to ask for it: that of the user, or the one that was found by it. */
  readonly asked: string;
  /** Address of the descriptor itself. */
  readonly root: string;
  /** By address, in the order in which documents name them. */
  readonly documents: ReadonlyMap<string, FetchedDocument>;
}

/** A version that is on the disk. It is asked for only if it has changed. */
export interface KnownDocument {
  readonly bytes: Uint8Array;
  readonly version: DocumentVersion;
}

/** How documents are fetched. */
export interface DocumentSettings {
  readonly fetch: FetchDocument;
  /** Hosts that documents may name besides that of the address, `name` or `name:port`. */
  readonly allowHosts?: readonly string[];
  readonly limits: LoadLimits;
  /** Known versions by address. */
  readonly known?: ReadonlyMap<string, KnownDocument>;
}

/** Fetches a descriptor and all that it imports or includes. Nothing is given if anything is an error. */
export async function fetchDescriptor(
  address: string,
  options: DocumentSettings,
): Promise<Result<FetchedDescriptor | undefined>> {
  const place = remotePlace(address);
  if (place.kind === 'bad') {
    return [undefined, [diagnostic('source/bad-location', { location: address })]];
  }
  const walk = new Walk(place, options);
  const found = await walk.run();
  return [hasErrors(walk.diagnostics) ? undefined : found, walk.diagnostics];
}

/** How many documents are fetched at once. */
const concurrency = 6;

/** A document that was asked for, or why there is none. */
type Answer = FetchedDocument | Diagnostic | undefined;

class Walk {
  readonly diagnostics: Diagnostic[] = [];
  readonly #first: RemotePlace;
  readonly #options: DocumentSettings;
  readonly #reader: RemoteReader;
  /** Answers by the address that was asked. */
  readonly #answers = new Map<string, Answer>();
  readonly #documents = new Map<string, FetchedDocument>();
  /** Hosts that may be asked, of addresses that answered. */
  readonly #hosts: Set<string>;
  #bytes = 0;
  #asked: string;

  constructor(first: RemotePlace, options: DocumentSettings) {
    this.#first = first;
    this.#options = options;
    this.#asked = first.url;
    this.#reader = new RemoteReader(options.fetch, [first], options.allowHosts ?? []);
    this.#hosts = new Set([hostOf(first.url)]);
  }

  async run(): Promise<FetchedDescriptor | undefined> {
    const root = await this.#fetchRoot();
    if (root === undefined) {
      return undefined;
    }
    this.#hosts.add(hostOf(root.address));
    this.#documents.set(root.address, root);
    for (let level = [root]; level.length > 0 && !hasErrors(this.diagnostics); ) {
      level = await this.#fetchLevel(level);
    }
    const documents = new Map([...this.#documents].map(([address, document]) => [address, this.#resolved(document)]));
    return { asked: this.#asked, root: root.address, documents };
  }

  /** The descriptor at the address, or at the address that a page of the service stands for. */
  async #fetchRoot(): Promise<FetchedDocument | undefined> {
    const first = await this.#rootAt(this.#first);
    if ('address' in first) {
      return first;
    }
    const { url } = this.#first;
    const better = descriptorAddress(url);
    if (better === undefined || !first.mayBeService) {
      this.diagnostics.push(first.diagnostic);
      return undefined;
    }
    const second = await this.#rootAt({ ...this.#first, url: better });
    if (!('address' in second)) {
      // Credentials that the second address asks for are the way on.
      this.diagnostics.push(second.diagnostic.code === 'pull/refused' ? second.diagnostic : first.diagnostic);
      return undefined;
    }
    this.#asked = better;
    this.diagnostics.push(
      diagnostic('pull/found-at', { location: url, what: first.what, found: publicAddress(better) }),
    );
    return second;
  }

  async #rootAt(place: RemotePlace): Promise<FetchedDocument | NoDescriptor> {
    const location = place.url;
    const { outcome, place: final } = await this.#ask(place, true);
    if (outcome.kind !== 'found') {
      return noDocument(outcome, location, this.#options.limits);
    }
    const document = await this.#read(final.url, outcome);
    if ('address' in document) {
      return document;
    }
    const { what, advice, mayBeService } = otherAnswer(outcome.bytes, document.text, document.other, final.url);
    const moved = final.url === place.url ? '' : `, at ${publicAddress(final.url)}`;
    return { diagnostic: diagnostic('pull/answer', { location, what: `${what}${moved}`, advice }), what, mayBeService };
  }

  /** Fetches what documents name, and gives those that were not known. */
  async #fetchLevel(level: readonly FetchedDocument[]): Promise<FetchedDocument[]> {
    const wanted = new Map<string, Reference>();
    for (const document of level) {
      for (const location of document.locations) {
        const reference = await this.#placeOf(location, document);
        if (reference && !this.#answers.has(reference.place.url) && !this.#documents.has(reference.place.url)) {
          wanted.set(reference.place.url, wanted.get(reference.place.url) ?? reference);
        }
      }
    }
    const references = [...wanted.values()];
    if (this.#documents.size + references.length > this.#options.limits.maxDocuments) {
      this.diagnostics.push(diagnostic('source/too-many', { limit: this.#options.limits.maxDocuments }));
      return [];
    }
    const answers = await inTurns(references, concurrency, (reference) => this.#fetchReferenced(reference));
    const found: FetchedDocument[] = [];
    references.forEach(({ place }, index) => {
      const answer = answers[index];
      this.#answers.set(place.url, answer);
      if (answer && !('address' in answer)) {
        this.diagnostics.push(answer);
      } else if (answer && !this.#documents.has(answer.address)) {
        this.#documents.set(answer.address, answer);
        found.push(answer);
      }
    });
    return found;
  }

  /** The place that a location means; undefined if it is not to be fetched. */
  async #placeOf(location: FetchedLocation, from: FetchedDocument): Promise<Reference | undefined> {
    const { value, reference } = location;
    const place = remotePlace(value, from.address);
    const span = locationSpan(reference);
    if (place.kind === 'bad') {
      this.diagnostics.push(diagnostic('source/bad-location', { location: value }, span));
      return undefined;
    }
    const own = this.#withOwnUser(place);
    const { namespace } = reference;
    // Nothing is taken from a schema of XML Schema itself: some frameworks name a page there.
    if (namespace === xsdNamespace) {
      return undefined;
    }
    if (this.#mayAsk(place.url)) {
      return { place: own, location };
    }
    if (namespace !== undefined && (await isBundled(namespace))) {
      return undefined;
    }
    const near = this.#atOwnHost(place.url);
    if (near === undefined) {
      const { host } = new URL(place.url);
      this.diagnostics.push(diagnostic('pull/other-host', { location: value, host, single: this.#single() }, span));
      return undefined;
    }
    return { place: this.#withOwnUser({ kind: 'remote', url: near }), location };
  }

  /**
   * The same path at the host of the user's address: services behind a gateway name themselves by a host that is not known
   * outside.
   */
  #atOwnHost(url: string): string | undefined {
    const named = new URL(url);
    const own = new URL(this.#first.url);
    if (named.pathname.toLowerCase() !== own.pathname.toLowerCase() || named.search === '') {
      return undefined;
    }
    const near = new URL(named.pathname + named.search, own).href;
    if (!this.#moved.has(named.host)) {
      this.#moved.add(named.host);
      this.diagnostics.push(diagnostic('pull/own-host', { location: url, host: own.host }));
    }
    return near;
  }

  readonly #moved = new Set<string>();

  /** Where WCF gives all documents as one; undefined for other services. */
  #single(): string | undefined {
    const url = new URL(this.#first.url);
    if (!/\.svc$/i.test(url.pathname) || /^\?singleWsdl$/i.test(url.search)) {
      return undefined;
    }
    url.search = '?singleWsdl';
    return url.href;
  }

  #withOwnUser(place: RemotePlace): RemotePlace {
    const { user, url } = this.#first;
    return user && !place.user && new URL(url).origin === new URL(place.url).origin ? { ...place, user } : place;
  }

  #mayAsk(url: string): boolean {
    const { hostname, host } = new URL(url);
    const allowed = this.#options.allowHosts ?? [];
    return this.#hosts.has(hostOf(url)) || allowed.includes(host) || allowed.includes(hostname);
  }

  async #fetchReferenced({ place, location }: Reference): Promise<Answer> {
    const { value, reference } = location;
    const span = locationSpan(reference);
    const { outcome, place: final } = await this.#ask(place, false);
    if (outcome.kind === 'found') {
      const document = await this.#read(final.url, outcome);
      if ('address' in document) {
        return document;
      }
      const { what, advice } = otherAnswer(outcome.bytes, document.text, document.other, final.url);
      return diagnostic('pull/answer', { location: publicAddress(place.url), what, advice }, span);
    }
    // A location is a hint (XML Schema Part 1, 4.2.3), so a document that does not exist is no error by itself.
    if (outcome.kind === 'missing' && reference.kind !== 'wsdl:import') {
      this.diagnostics.push(diagnostic('source/missing-import', { location: value, status: outcome.status }, span));
      return undefined;
    }
    return { ...noDocument(outcome, place.url, this.#options.limits).diagnostic, span };
  }

  /** Asks for a document. One that has not changed is found on the disk. */
  async #ask(
    place: RemotePlace,
    isRoot: boolean,
  ): Promise<{ readonly outcome: ReadOutcome; readonly place: RemotePlace }> {
    const known = this.#options.known?.get(publicAddress(place.url));
    const limits = { maxBytes: this.#options.limits.maxBytes, ...(known && { known: known.version }) };
    const mayAsk = (url: string): boolean => isRoot || this.#mayAsk(url);
    const followed = await this.#reader.follow(place, limits, isRoot, mayAsk);
    if (followed.outcome.kind !== 'notModified' || known === undefined) {
      return followed;
    }
    return { ...followed, outcome: { kind: 'found', bytes: known.bytes, version: known.version } };
  }

  /** Reads an answer: the document, or its text and document element if it is something else. */
  async #read(address: string, outcome: ReadOutcome & { readonly kind: 'found' }): Promise<ReadAnswer> {
    const { bytes, version } = outcome;
    this.#bytes += bytes.length;
    if (this.#bytes > this.#options.limits.maxBytes) {
      const { maxBytes: limit } = this.#options.limits;
      this.diagnostics.push(diagnostic('source/too-large', { location: this.#first.url, limit }));
    }
    const file = publicAddress(address);
    const [text] = decodeXml(bytes, file);
    const { maxDepth } = this.#options.limits;
    const [parsed] = /^\s*</.test(text) ? await parseDocument(text, { uri: address, file, maxDepth }) : [undefined];
    const root = parsed && (isDescriptor(parsed) ? parsed : innerDescriptor(parsed));
    if (root === undefined) {
      return { text, other: parsed };
    }
    return { address, bytes, root, locations: locationsIn(bytes, root), ...(version && { version }) };
  }

  /** The document with the targets of its locations. */
  #resolved(document: FetchedDocument): FetchedDocument {
    const locations = document.locations.map((location) => {
      const target = this.#targetOf(location, document);
      return target === undefined ? location : { ...location, target };
    });
    return { ...document, locations };
  }

  #targetOf({ value }: DocumentLocation, from: FetchedDocument): string | undefined {
    const place = remotePlace(value, from.address);
    if (place.kind === 'bad') {
      return undefined;
    }
    const near = this.#mayAsk(place.url) ? place.url : this.#atOwnHost(place.url);
    const answer = near === undefined ? undefined : (this.#documents.get(near) ?? this.#answers.get(near));
    return answer && 'address' in answer ? answer.address : undefined;
  }
}

interface Reference {
  readonly place: RemotePlace;
  readonly location: DocumentLocation;
}

/** A document, or an answer that is none. */
type ReadAnswer = FetchedDocument | { readonly text: string; readonly other: SourceElement | undefined };

/** Why an address gave no descriptor. */
interface NoDescriptor {
  readonly diagnostic: Diagnostic;
  readonly what: string;
  readonly mayBeService: boolean;
}

function noDocument(
  outcome: Exclude<ReadOutcome, { kind: 'found' }>,
  location: string,
  limits: LoadLimits,
): NoDescriptor {
  switch (outcome.kind) {
    case 'missing':
    // A server that says so of a version that nobody asked for is wrong.
    case 'notModified':
      return {
        diagnostic: diagnostic('source/fetch-failed', {
          location,
          reason: `the server answered ${outcome.kind === 'missing' ? (outcome.status ?? 404) : 304}`,
        }),
        what: 'an address where there is nothing',
        mayBeService: true,
      };
    case 'tooLarge': {
      const found = diagnostic('source/too-large', { location, limit: limits.maxBytes });
      return { diagnostic: found, what: 'a large document', mayBeService: false };
    }
    case 'outside':
      return { diagnostic: diagnostic('pull/private-host', { location }), what: '', mayBeService: false };
    case 'redirect':
      return noDocument({ kind: 'failed', reason: 'it redirects' }, location, limits);
    case 'failed': {
      const { status, reason } = outcome;
      const isRefusal = status === 401 || status === 403 || status === 407;
      const found = isRefusal
        ? refusedAnswer(location, status, reason)
        : diagnostic('source/fetch-failed', { location, reason });
      // An endpoint that takes messages alone refuses GET.
      return {
        diagnostic: found,
        what: `an address that answers ${status}`,
        mayBeService: status !== undefined && !isRefusal,
      };
    }
  }
}

/** Name of a host, with its port unless it is that of http or https. */
function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return port === '' ? hostname : `${hostname}:${port}`;
}

/** The usual address of the descriptor of a service; undefined if the address names something in particular. */
function descriptorAddress(address: string): string | undefined {
  const url = new URL(address);
  if (url.search !== '' && !/^\?(?:op=|page=)/i.test(url.search)) {
    return undefined;
  }
  url.search = '?wsdl';
  return url.href;
}

/** Results of an action for each item, in order, while no more than so many run at once. */
async function inTurns<T, R>(
  items: readonly T[],
  most: number,
  action: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await action(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}
