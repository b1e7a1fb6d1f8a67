import { basename, dirname, relative } from 'node:path';
import { nearest } from '@wsdl-codegen/runtime/schema';
import { type Diagnostic, diagnostic, type Span } from '../diagnostics/diagnostic.js';
import { isBundled } from './bundled.js';
import type { SourceReference } from './document.js';
import { allowedFolders, displayName, enclosingFolder, folderAround, isInside, isRelative } from './locate.js';
import { xsdNamespace } from './names.js';
import { cachedLookups, findNearby } from './nearby-copies.js';
import type { LoadLimits, LoadOptions, ReadOutcome } from './outside-access.js';
import { isRemote, type RemotePlace, type SourcePlace, withUserOf } from './places.js';
import { readFailure } from './read-failure.js';
import { locationSpan } from './references.js';
import { RemoteReader } from './remote.js';
import type { DocumentBytes, DocumentReader, NearbyDocuments, RefusedDocuments } from './resolver.js';

/** A place that can be read. */
type ReadablePlace = Exclude<SourcePlace, { kind: 'bad' }>;

/** A file that a document refers to. */
interface RefusedFile {
  readonly path: string;
  readonly reference: SourceReference;
}

/**
 * Reads the places that a run may read. Inputs come from the user and are trusted: any file, and with `allowRemote` any address. What a
 * document refers to is not: files are read below the folders of the inputs and `allowPaths` only, and addresses in private networks
 * only where the user named their host (`RemoteReader`).
 */
export class TrustedReader implements DocumentReader {
  /** Files that are there, and may not be read. */
  readonly #refused: RefusedFile[] = [];
  readonly #options: LoadOptions;
  readonly #limits: LoadLimits;
  /** Folders that documents may reach. */
  readonly #folders: readonly string[];
  readonly #remote: RemoteReader;
  /** Where documents came from over the network, by `uri`. */
  readonly #origins = new Map<string, RemotePlace>();

  constructor(inputs: readonly SourcePlace[], options: LoadOptions, limits: LoadLimits) {
    this.#options = options;
    this.#limits = limits;
    const files = inputs.flatMap((place) => (place.kind === 'file' ? [place.path] : []));
    this.#folders = allowedFolders(files, options.workingFolder, options.allowPaths ?? [], options.repository);
    this.#remote = new RemoteReader(options.fetch, inputs, options.allowHosts ?? []);
  }

  /** Reads an input; the diagnostic when that is refused or fails. `text` is what the user wrote. */
  async readInput(place: SourcePlace, text: string): Promise<DocumentBytes | Diagnostic> {
    switch (place.kind) {
      case 'bad':
        return diagnostic('source/bad-location', { location: text });
      case 'remote':
        if (!this.#mayFetch) {
          return diagnostic('source/remote-input', { location: text });
        }
        break;
      case 'file':
        break;
    }
    const outcome = await this.#read(place, undefined);
    if (outcome.kind === 'missing' && place.kind === 'file') {
      return diagnostic('source/missing-file', {
        location: text,
        folder: this.#options.workingFolder,
        nearest: await this.#nearestTo(place.path, text),
      });
    }
    return outcome.kind === 'found' ? outcome : readFailure(outcome, text, this.#limits);
  }

  /** The path of a file in the same folder that was probably meant, as the user wrote the other one. */
  async #nearestTo(path: string, text: string): Promise<string | undefined> {
    const name = basename(path);
    const near = nearest(name, (await this.#options.list?.(dirname(path))) ?? []);
    return near !== undefined && text.endsWith(name) ? text.slice(0, -name.length) + near : undefined;
  }

  /** Reads what the document `from` refers to; the diagnostic when that is refused or fails. */
  async readReferenced(
    named: SourcePlace,
    reference: SourceReference,
    from: string,
  ): Promise<DocumentBytes | Diagnostic> {
    const place = this.withCredentials(named, from);
    const location = reference.location ?? '';
    const span = locationSpan(reference);
    switch (place.kind) {
      case 'bad':
        return diagnostic('source/bad-location', { location }, span);
      case 'remote':
        if (!(this.#mayFetch && (await isWorthFetching(place, reference, from)))) {
          return diagnostic('source/remote-import', { location }, span);
        }
        break;
      case 'file':
        if (!this.mayRead(place.path)) {
          if (isRelative(location) && (await this.#isBeside(place.path, from))) {
            this.#refused.push({ path: place.path, reference });
          }
          return this.#outside(place.path, location, span);
        }
        break;
    }
    const outcome = await this.#read(place, this.#folders, from);
    if (outcome.kind === 'found') {
      return outcome;
    }
    if (outcome.kind === 'outside') {
      return place.kind === 'remote'
        ? diagnostic('source/internal-host', { location }, span)
        : this.#outside(place.path, location, span);
    }
    // A location is a hint (Part 1, 4.2.1 to 4.2.3): it is an error only if the reference resolves to nothing.
    const isHint = reference.kind !== 'wsdl:import';
    return outcome.kind === 'missing' && isHint
      ? diagnostic('source/missing-import', { location, status: outcome.status }, span)
      : readFailure(outcome, location, this.#limits, span);
  }

  /** Files in folders that may be listed. */
  get nearby(): NearbyDocuments | undefined {
    const { list } = this.#options;
    return (
      list && {
        finder: (peek) => {
          const ports = cachedLookups(async (folder) => (this.mayRead(folder) ? list(folder) : []), peek);
          return (reference, base) => findNearby(reference, base, ports);
        },
        read: (path) => this.#readNearby(path),
      }
    );
  }

  async #readNearby(path: string): Promise<DocumentBytes | undefined> {
    const outcome = this.mayRead(path) ? await this.#read({ kind: 'file', path }, this.#folders) : undefined;
    return outcome?.kind === 'found' ? outcome : undefined;
  }

  /** True for a file or folder that documents may reach. */
  mayRead(path: string): boolean {
    return this.#folders.some((folder) => isInside(path, folder));
  }

  /** The place with the credentials of the document that names it, where both are of one origin. */
  withCredentials(place: SourcePlace, from: string): SourcePlace {
    const origin = this.#origins.get(from);
    return place.kind === 'remote' && origin ? withUserOf(place, origin) : place;
  }

  /** The error has the folder to allow as the user would write it on the command line, and in the config. */
  refusal(isNeeded: (reference: SourceReference) => boolean): RefusedDocuments | undefined {
    const refused = this.#refused.filter(({ reference }) => isNeeded(reference));
    const [first] = refused;
    if (first === undefined) {
      return undefined;
    }
    const { workingFolder, userFolder = workingFolder } = this.#options;
    const files = [...new Set(refused.map(({ path }) => path))];
    const folder = enclosingFolder(files);
    const { location = '' } = first.reference;
    const [path, inConfig] = [displayName(folder, userFolder), displayName(folder, workingFolder)];
    const parameters = { location, others: files.length - 1, path, inConfig };
    return {
      references: new Set(refused.map(({ reference }) => reference)),
      diagnostic: diagnostic('source/not-allowed', parameters, locationSpan(first.reference)),
    };
  }

  /** The advice names the path as the user would on the command line, not as the document does. */
  #outside(path: string, location: string, span: Span | undefined): Diagnostic {
    const { workingFolder, userFolder = workingFolder } = this.#options;
    const allow = relative(userFolder, path).replaceAll('\\', '/');
    return diagnostic('source/outside-root', { location, path: allow }, span);
  }

  /** True for a file that exists, and that has more in common with the document that refers to it than the top of a disk. */
  async #isBeside(path: string, from: string): Promise<boolean> {
    const around = enclosingFolder([path, from]);
    if (isRemote(from) || folderAround(around) === around) {
      return false;
    }
    const { kind } = await this.#options.read(path, { maxBytes: 0 });
    return kind === 'found' || kind === 'tooLarge';
  }

  get #mayFetch(): boolean {
    return this.#options.allowRemote === true && this.#options.fetch !== undefined;
  }

  /** `within` and `from` are given for places that a document names. */
  async #read(place: ReadablePlace, within: readonly string[] | undefined, from = ''): Promise<ReadOutcome> {
    const limits = { maxBytes: this.#limits.maxBytes, ...(within && { within }) };
    if (place.kind === 'file') {
      const named = from === '' || isRemote(from) ? limits : { ...limits, from };
      return this.#options.read(place.path, named);
    }
    this.#origins.set(place.url, place);
    return this.#remote.fetch(place, limits, within === undefined);
  }
}

/** Bundled schemas are not fetched, unless the service publishes them itself: a server in its place publishes them too. */
async function isWorthFetching(place: RemotePlace, { namespace }: SourceReference, from: string): Promise<boolean> {
  const isOwn = namespace !== xsdNamespace && hostOf(place.url) === hostOf(from);
  return isOwn || namespace === undefined || !(await isBundled(namespace));
}

/** The host of an address; undefined for a file. */
function hostOf(uri: string): string | undefined {
  return isRemote(uri) ? new URL(uri).host : undefined;
}
