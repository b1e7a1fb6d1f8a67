import { createHash } from 'node:crypto';
import { type Diagnostic, diagnostic, type Result, type Span } from '../diagnostics/diagnostic.js';
import { decodeXml } from './decode.js';
import { type SourceDocument, type SourceElement, type SourceReference, type SourceSet, spanAt } from './document.js';
import {
  allowedFolders,
  displayName,
  isInside,
  isRemote,
  type Place,
  placeOfInput,
  placesOfLocation,
  type RemotePlace,
  withUserOf,
} from './locate.js';
import { xsdNamespace } from './names.js';
import { findNearby, nearbyPorts } from './nearby.js';
import { parseDocument } from './parse.js';
import { defaultLimits, type LoadLimits, type LoadOptions, type ReadOutcome } from './ports.js';
import {
  attributeValue,
  findReferences,
  innerDescriptor,
  isDescriptor,
  locationSpan,
  schemaElements,
  wsdl2Namespace,
} from './references.js';
import { RemoteReader } from './remote.js';
import { referencedNamespaces } from './scan.js';

/**
 * Loads descriptors and everything that they import, include or redefine. What cannot be loaded costs a diagnostic and
 * nothing else. Schemas of well-known namespaces that are used but declared nowhere are added from the bundled ones.
 *
 * @param inputs Paths (relative to `options.workingFolder`), `file:` or `http(s):` URLs of WSDL 1.1 or XML Schema documents.
 */
export async function loadSources(inputs: readonly string[], options: LoadOptions): Promise<Result<SourceSet>> {
  const loader = new Loader(inputs, options);
  await loader.run();
  return [{ documents: loader.documents, roots: loader.roots, complete: loader.complete }, loader.diagnostics];
}

interface Loaded extends SourceDocument {
  readonly references: SourceReference[];
}

/** A reference that reached nothing; whether that matters is known only when everything is loaded. */
interface Unreached {
  readonly from: Loaded;
  readonly reference: SourceReference;
  readonly diagnostic: Diagnostic;
}

class Loader {
  readonly documents = new Map<string, Loaded>();
  readonly roots: string[] = [];
  complete = true;
  readonly diagnostics: Diagnostic[] = [];
  readonly #options: LoadOptions;
  readonly #limits: LoadLimits;
  readonly #inputs: readonly { readonly text: string; readonly place: Place }[];
  readonly #allowed: readonly string[];
  readonly #remote: RemoteReader;
  /** Where documents came from over the network, by `uri`. */
  readonly #places = new Map<string, RemotePlace>();
  /** Display names that are in use, with the `uri`s of their documents. */
  readonly #names = new Map<string, string>();
  /** The result for each location that was requested; documents that failed are `undefined`. */
  readonly #visited = new Map<string, Loaded | undefined>();
  readonly #unreached: Unreached[] = [];
  #full = false;

  constructor(inputs: readonly string[], options: LoadOptions) {
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#inputs = inputs.map((text) => ({ text, place: placeOfInput(text, options.workingFolder) }));
    const files = this.#inputs.flatMap(({ place }) => (place.kind === 'file' ? [place.path] : []));
    this.#allowed = allowedFolders(files, options.workingFolder, options.allowPaths ?? []);
    const places = this.#inputs.map(({ place }) => place);
    this.#remote = new RemoteReader(options.fetch, places, options.allowHosts ?? []);
  }

  async run(): Promise<void> {
    for (const { text, place } of this.#inputs) {
      const document = await this.#visitInput(text, place);
      if (document === undefined) {
        this.complete = false;
      } else if (!this.roots.includes(document.uri)) {
        this.roots.push(document.uri);
      }
    }
    for (const uri of this.roots) {
      await this.#follow(this.documents.get(uri) as Loaded);
    }
    await this.#searchNearby();
    await this.#addWellKnown();
    this.#reportUnreached();
  }

  async #visitInput(text: string, place: Place): Promise<Loaded | undefined> {
    switch (place.kind) {
      case 'bad':
        this.diagnostics.push(diagnostic('source/bad-location', { location: text }));
        return undefined;
      case 'remote':
        if (!this.#mayFetch()) {
          this.diagnostics.push(diagnostic('source/remote-input', { location: text }));
          return undefined;
        }
        break;
      case 'file':
        break;
    }
    const uri = uriOf(place);
    if (this.#visited.has(uri)) {
      return this.#visited.get(uri);
    }
    const outcome = await this.#read(place, undefined);
    if (outcome.kind === 'found') {
      return this.#add(uri, outcome.bytes);
    }
    this.diagnostics.push(failure(outcome, text, this.#limits, undefined));
    this.#visited.set(uri, undefined);
    return undefined;
  }

  #mayFetch(): boolean {
    return this.#options.allowRemote === true && this.#options.fetch !== undefined;
  }

  /** Reads a place; `within` is given for what a document asks for, not the user. */
  async #read(place: Exclude<Place, { kind: 'bad' }>, within: readonly string[] | undefined): Promise<ReadOutcome> {
    const limits = { maxBytes: this.#limits.maxBytes, ...(within && { within }) };
    if (place.kind === 'file') {
      return this.#options.read(place.path, limits);
    }
    this.#places.set(place.url, place);
    return this.#remote.fetch(place, limits, within === undefined);
  }

  /** Takes in a document that was read; nothing when it is not one that this stage knows. */
  async #add(uri: string, bytes: Uint8Array, name = this.#nameOf(uri)): Promise<Loaded | undefined> {
    const [text, decoding] = decodeXml(bytes, name);
    const [root, parsing] = await parseDocument(text, {
      uri,
      file: name,
      maxDepth: this.#limits.maxDepth,
      ...(this.#options.define && { define: this.#options.define }),
    });
    this.diagnostics.push(...decoding, ...parsing);
    const accepted = root && this.#accept(root);
    const document = accepted && {
      uri,
      displayName: name,
      text,
      hash: sha256(bytes),
      root: accepted,
      references: [],
    };
    this.#visited.set(uri, document);
    if (document) {
      this.documents.set(uri, document);
    }
    return document;
  }

  /** Display name of a document. Addresses that differ only in a secret have the same public form, so they are numbered. */
  #nameOf(uri: string): string {
    const name = displayName(uri, this.#options.namesFrom ?? this.#options.workingFolder);
    let free = name;
    for (let i = 2; (this.#names.get(free) ?? uri) !== uri; i++) {
      free = `${name}#${i}`;
    }
    this.#names.set(free, uri);
    return free;
  }

  /** The WSDL or schema that a document is, or that it contains, as in an answer of WS-MetadataExchange. */
  #accept(root: SourceElement): SourceElement | undefined {
    if (isDescriptor(root)) {
      return root;
    }
    const span = spanAt(root.position);
    if (wsdl2Namespace.test(root.namespace)) {
      this.diagnostics.push(diagnostic('source/wsdl-2', {}, span));
      return undefined;
    }
    const name = root.namespace === '' ? root.local : `{${root.namespace}}${root.local}`;
    const inner = innerDescriptor(root);
    this.diagnostics.push(diagnostic(inner ? 'source/wrapped-document' : 'source/unexpected-document', { name }, span));
    return inner;
  }

  /** Loads what a document refers to, depth first. Iterative: chains of imports may be long. */
  async #follow(first: Loaded): Promise<void> {
    const stack = [{ document: first, pending: [...findReferences(first.root)].reverse() }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const reference = top.pending.pop();
      if (!reference) {
        stack.pop();
        continue;
      }
      const known = this.documents.size;
      const target = await this.#visitReference(reference, top.document);
      top.document.references.push(target ? { ...reference, target: target.uri } : reference);
      if (target && this.documents.size > known) {
        stack.push({ document: target, pending: [...findReferences(target.root)].reverse() });
      }
    }
  }

  async #visitReference(reference: SourceReference, from: Loaded): Promise<Loaded | undefined> {
    const { location } = reference;
    if (location === undefined) {
      return undefined;
    }
    let failed: Diagnostic | undefined;
    for (const named of placesOfLocation(location, from.uri)) {
      const asking = this.#places.get(from.uri);
      const place = named.kind === 'remote' && asking ? withUserOf(named, asking) : named;
      const uri = place.kind === 'bad' ? '' : uriOf(place);
      const seen = this.#visited.get(uri);
      if (seen) {
        return seen;
      }
      if (this.#visited.has(uri)) {
        return undefined;
      }
      const outcome = await this.#readReferenced(place, reference, from);
      if (!('kind' in outcome)) {
        failed = failed && outcome.code !== 'source/outside-root' ? failed : outcome;
      } else if (outcome.kind === 'found') {
        return this.#addWithinLimit(uri, outcome.bytes, reference);
      }
    }
    if (failed) {
      this.#unreached.push({ from, reference, diagnostic: failed });
    }
    return undefined;
  }

  async #addWithinLimit(uri: string, bytes: Uint8Array, reference: SourceReference): Promise<Loaded | undefined> {
    if (this.documents.size < this.#limits.maxDocuments) {
      return this.#add(uri, bytes);
    }
    if (!this.#full) {
      this.diagnostics.push(
        diagnostic('source/too-many', { limit: this.#limits.maxDocuments }, locationSpan(reference)),
      );
    }
    this.#full = true;
    return undefined;
  }

  /** The bytes, or the diagnostic that says why they could not be read. */
  async #readReferenced(
    place: Place,
    reference: SourceReference,
    from: Loaded,
  ): Promise<(ReadOutcome & { kind: 'found' }) | Diagnostic> {
    const location = reference.location as string;
    const span = locationSpan(reference);
    if (place.kind === 'bad') {
      return diagnostic('source/bad-location', { location }, span);
    }
    if (place.kind === 'remote') {
      const { namespace } = reference;
      const bundled = namespace !== undefined && (await isBundled(namespace));
      // The documents that a service publishes itself are those that a server in its place publishes.
      const own = namespace !== xsdNamespace && hostOf(place.url) === hostOf(from.uri);
      if ((bundled && !own) || !this.#mayFetch()) {
        return diagnostic('source/remote-import', { location }, span);
      }
    } else if (!this.#isAllowed(place.path)) {
      return diagnostic('source/outside-root', { location }, span);
    }
    const outcome = await this.#read(place, this.#allowed);
    if (outcome.kind === 'found') {
      return outcome;
    }
    if (place.kind === 'remote' && outcome.kind === 'outside') {
      return diagnostic('source/internal-host', { location }, span);
    }
    // A location is a hint (Part 1, 4.2.1 to 4.2.3): only what then does not resolve is an error.
    const isHint = reference.kind !== 'wsdl:import';
    if (outcome.kind === 'missing' && isHint) {
      return diagnostic('source/missing-import', { location }, span);
    }
    return failure(outcome, location, this.#limits, span);
  }

  /** Adds bundled schemas for namespaces that names are taken from and nobody declares. */
  async #addWellKnown(): Promise<void> {
    this.#declared = undefined;
    const wanted = new Set<string>();
    for (const document of this.documents.values()) {
      referencedNamespaces(document.root, wanted);
    }
    for (const namespace of wanted) {
      if (this.#isDeclared(namespace)) {
        wanted.delete(namespace);
      }
    }
    if (wanted.size === 0) {
      return;
    }
    const { wellKnownSchemas } = await import('./well-known/index.js');
    for (const schema of wellKnownSchemas) {
      if (!wanted.has(schema.namespace) || this.#isDeclared(schema.namespace)) {
        continue;
      }
      const document = await this.#add(schema.uri, new TextEncoder().encode(schema.text), schema.uri);
      // Documents from which it takes names come later in the list.
      if (document) {
        referencedNamespaces(document.root, wanted);
      }
    }
  }

  #declared: ReadonlySet<string> | undefined;

  #isDeclared(namespace: string): boolean {
    this.#declared ??= new Set(
      [...this.documents.values()].flatMap(({ root }) =>
        schemaElements(root).map((schema) => attributeValue(schema, 'targetNamespace') ?? ''),
      ),
    );
    return this.#declared.has(namespace);
  }

  /** An import that reached nothing does not matter when its namespace is declared by another document. */
  #reportUnreached(): void {
    this.#declared = undefined;
    for (const { reference, diagnostic } of this.#unreached) {
      if (!this.#isSatisfied(reference)) {
        this.diagnostics.push(diagnostic);
      }
    }
  }

  #isSatisfied({ kind, namespace }: SourceReference): boolean {
    return (
      kind === 'xs:import' && namespace !== undefined && (namespace === xsdNamespace || this.#isDeclared(namespace))
    );
  }

  /** Looks for copies of what was not reached. What a copy refers to may be missing, too: the list grows meanwhile. */
  async #searchNearby(): Promise<void> {
    const { list } = this.#options;
    if (!list) {
      return;
    }
    const ports = nearbyPorts(
      (folder) => (this.#isAllowed(folder) ? list(folder) : Promise.resolve([])),
      (file) => this.#peek(file),
    );
    for (let i = 0; i < this.#unreached.length; i++) {
      const { from, reference } = this.#unreached[i] as Unreached;
      this.#declared = undefined;
      if (this.#isSatisfied(reference)) {
        continue;
      }
      if (reference.namespace !== undefined && (await isBundled(reference.namespace))) {
        continue;
      }
      const file = await findNearby(reference, from.uri, ports);
      const target = file === undefined ? undefined : await this.#takeNearby(file, reference);
      if (!target) {
        continue;
      }
      from.references[from.references.indexOf(reference)] = { ...reference, target: target.uri };
      this.#unreached.splice(i--, 1);
      const parameters = { location: reference.location ?? '', name: target.displayName };
      this.diagnostics.push(diagnostic('source/found-nearby', parameters, locationSpan(reference)));
    }
  }

  async #takeNearby(file: string, reference: SourceReference): Promise<Loaded | undefined> {
    if (this.#visited.has(file)) {
      return this.#visited.get(file);
    }
    const outcome = await this.#read({ kind: 'file', path: file }, this.#allowed);
    if (outcome.kind !== 'found') {
      return undefined;
    }
    const document = await this.#addWithinLimit(file, outcome.bytes, reference);
    if (document) {
      await this.#follow(document);
    }
    return document;
  }

  #isAllowed(file: string): boolean {
    return this.#allowed.some((folder) => isInside(file, folder));
  }

  async #peek(file: string): Promise<string | undefined> {
    const loaded = this.documents.get(file);
    if (loaded) {
      return loaded.text;
    }
    if (!this.#isAllowed(file)) {
      return undefined;
    }
    const outcome = await this.#read({ kind: 'file', path: file }, this.#allowed);
    return outcome.kind === 'found' ? decodeXml(outcome.bytes, file)[0] : undefined;
  }
}

/** True for a namespace whose bundled schema is the whole of it: no other copy is looked for. */
async function isBundled(namespace: string): Promise<boolean> {
  const { wellKnownSchemas } = await import('./well-known/index.js');
  return wellKnownSchemas.some((schema) => schema.namespace === namespace && schema.open === undefined);
}

/** The host of an address; undefined for a file. */
function hostOf(uri: string): string | undefined {
  return isRemote(uri) ? new URL(uri).host : undefined;
}

function uriOf(place: Exclude<Place, { kind: 'bad' }>): string {
  return place.kind === 'file' ? place.path : place.url;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The diagnostic for a document that could not be read. */
function failure(
  outcome: Exclude<ReadOutcome, { kind: 'found' }>,
  location: string,
  limits: LoadLimits,
  span: Span | undefined,
): Diagnostic {
  switch (outcome.kind) {
    case 'missing':
      return diagnostic('source/missing-file', { location }, span);
    case 'tooLarge':
      return diagnostic('source/too-large', { location, limit: limits.maxBytes }, span);
    case 'outside':
      return isRemote(location)
        ? diagnostic('source/internal-host', { location }, span)
        : diagnostic('source/outside-root', { location }, span);
    case 'redirect':
      return diagnostic('source/fetch-failed', { location, reason: `it redirects to ${outcome.location}` }, span);
    case 'failed':
      return isRemote(location)
        ? diagnostic('source/fetch-failed', { location, reason: outcome.reason }, span)
        : diagnostic('source/unreadable-file', { location, reason: outcome.reason }, span);
  }
}
