import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { addBundled, isBundled } from './bundled.js';
import { decodeXml, hashInput } from './decode.js';
import { type SourceDocument, type SourceElement, type SourceReference, type SourceSet, spanAt } from './document.js';
import { displayName, enclosingFolder, placeOfInput, placesOfLocation, type SourcePlace } from './locate.js';
import { xsdNamespace } from './names.js';
import { cachedLookups, type FolderLookups, findNearby } from './nearby-copies.js';
import { otherFormat, textOnly } from './other-format.js';
import { defaultLimits, type LoadLimits, type LoadOptions } from './outside-access.js';
import { parseDocument } from './parse.js';
import {
  attributeValue,
  findReferences,
  innerDescriptor,
  isDescriptor,
  locationSpan,
  schemaElements,
  wsdl2Namespace,
} from './references.js';
import { TrustedReader } from './trusted-reader.js';

/**
 * Loads inputs and everything that they import, include or redefine. If a document cannot be loaded, there is a
 * diagnostic, and everything else is loaded. Schemas of well-known namespaces that are used but declared nowhere are added
 * from the bundled ones.
 *
 * @param inputs Paths (relative to `options.workingFolder`), `file:` or `http(s):` URLs of WSDL 1.1 or XML Schema documents.
 */
export async function loadSources(inputs: readonly string[], options: LoadOptions): Promise<Result<SourceSet>> {
  const loader = new Loader(inputs, options);
  await loader.run();
  const { documents, roots, complete, diagnostics } = loader;
  return [{ documents, roots, complete, notRead: [...loader.notRead].sort() }, diagnostics];
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

/** Loads the inputs, what they refer to, copies nearby of what was not reached, and bundled schemas, in this order. */
class Loader {
  readonly documents = new Map<string, Loaded>();
  readonly roots: string[] = [];
  complete = true;
  readonly notRead = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly #options: LoadOptions;
  readonly #limits: LoadLimits;
  readonly #inputs: readonly { readonly text: string; readonly place: SourcePlace }[];
  readonly #reader: TrustedReader;
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
    const places = this.#inputs.map(({ place }) => place);
    this.#reader = new TrustedReader(places, options, this.#limits);
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
    await this.#addBundledSchemas();
    this.#reportUnreached();
  }

  async #visitInput(text: string, place: SourcePlace): Promise<Loaded | undefined> {
    const uri = uriOf(place);
    if (this.#visited.has(uri)) {
      return this.#visited.get(uri);
    }
    const outcome = await this.#reader.readInput(place, text);
    if ('kind' in outcome) {
      return this.#add(uri, outcome.bytes);
    }
    this.diagnostics.push(outcome);
    if (place.kind !== 'bad') {
      this.#visited.set(uri, undefined);
    }
    return undefined;
  }

  /** Adds a document that was read; nothing if it is not of a kind that this stage knows. */
  async #add(uri: string, bytes: Uint8Array, name = this.#nameOf(uri)): Promise<Loaded | undefined> {
    const [text, decoding] = decodeXml(bytes, name);
    const other = otherFormat(bytes, text) ?? textOnly(text);
    if (other !== undefined) {
      const span = { file: name, line: 1, column: 1, length: 0 };
      this.diagnostics.push(diagnostic('source/not-xml', { format: other }, span));
      this.#visited.set(uri, undefined);
      return undefined;
    }
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
      hash: hashInput(text),
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

  /** Loads the documents that a document refers to, depth first. Iterative: chains of imports may be long. */
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
      const place = this.#reader.withCredentials(named, from.uri);
      const uri = uriOf(place);
      const seen = this.#visited.get(uri);
      if (seen) {
        return seen;
      }
      if (this.#visited.has(uri)) {
        return undefined;
      }
      const outcome = await this.#reader.readReferenced(place, reference, from.uri);
      if (!('kind' in outcome)) {
        await this.#noteNotRead(place, reference);
        failed = failed && outcome.code !== 'source/outside-root' ? failed : outcome;
      } else {
        return this.#addWithinLimit(uri, outcome.bytes, reference);
      }
    }
    if (failed) {
      this.#unreached.push({ from, reference, diagnostic: failed });
    }
    return undefined;
  }

  /** Bundled schemas are there, whatever their locations say. */
  async #noteNotRead(place: SourcePlace, { namespace }: SourceReference): Promise<void> {
    const isThere = namespace !== undefined && (namespace === xsdNamespace || (await isBundled(namespace)));
    if (place.kind !== 'bad' && !isThere) {
      this.notRead.add(displayName(uriOf(place), this.#options.namesFrom ?? this.#options.workingFolder));
    }
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

  #addBundledSchemas(): Promise<void> {
    this.#declared = undefined;
    return addBundled({
      roots: [...this.documents.values()].map(({ root }) => root),
      isDeclared: (namespace) => this.#isDeclared(namespace),
      add: async (uri, text) => (await this.#add(uri, new TextEncoder().encode(text), uri))?.root,
    });
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
    const refused = this.#reader.refused.filter(({ reference }) => !this.#isSatisfied(reference));
    const isRefused = new Set(refused.map(({ reference }) => reference));
    for (const { reference, diagnostic } of this.#unreached) {
      if (!this.#isSatisfied(reference) && !isRefused.has(reference)) {
        this.diagnostics.push(diagnostic);
      }
    }
    this.#reportRefused(refused);
  }

  /** One error for all, with the folder to allow as the user would write it on the command line, and in the config. */
  #reportRefused(refused: TrustedReader['refused']): void {
    const [first] = refused;
    if (first === undefined) {
      return;
    }
    const files = [...new Set(refused.map(({ path }) => path))];
    const folder = enclosingFolder(files);
    const path = this.#shownToUser(folder);
    const inConfig = displayName(folder, this.#options.workingFolder);
    const { location = '' } = first.reference;
    const parameters = { location, others: files.length - 1, path, inConfig };
    this.diagnostics.push(diagnostic('source/not-allowed', parameters, locationSpan(first.reference)));
  }

  #isSatisfied({ kind, namespace }: SourceReference): boolean {
    return (
      kind === 'xs:import' && namespace !== undefined && (namespace === xsdNamespace || this.#isDeclared(namespace))
    );
  }

  /** Looks for copies of what was not reached. A copy may refer to more that is not reached: that waits for its turn. */
  async #searchNearby(): Promise<void> {
    const { list } = this.#options;
    if (!list) {
      return;
    }
    const ports = cachedLookups(
      (folder) => (this.#reader.mayRead(folder) ? list(folder) : Promise.resolve([])),
      (file) => this.#peek(file),
    );
    const left: Unreached[] = [];
    for (let next = this.#unreached.shift(); next; next = this.#unreached.shift()) {
      if (!(await this.#foundNearby(next, ports))) {
        left.push(next);
      }
    }
    this.#unreached.push(...left);
  }

  async #foundNearby({ from, reference }: Unreached, ports: FolderLookups): Promise<boolean> {
    this.#declared = undefined;
    if (this.#isSatisfied(reference) || (reference.namespace !== undefined && (await isBundled(reference.namespace)))) {
      return false;
    }
    const file = await findNearby(reference, from.uri, ports);
    const target = file === undefined ? undefined : await this.#takeNearby(file, reference);
    if (!target) {
      return false;
    }
    from.references[from.references.indexOf(reference)] = { ...reference, target: target.uri };
    const parameters = { location: reference.location ?? '', name: this.#shownToUser(target.uri) };
    this.diagnostics.push(diagnostic('source/found-nearby', parameters, locationSpan(reference)));
    return true;
  }

  /** A file as the words of a message name it. */
  #shownToUser(uri: string): string {
    return displayName(uri, this.#options.userFolder ?? this.#options.workingFolder);
  }

  async #takeNearby(file: string, reference: SourceReference): Promise<Loaded | undefined> {
    if (this.#visited.has(file)) {
      return this.#visited.get(file);
    }
    const found = await this.#reader.readNearby(file);
    const document = found && (await this.#addWithinLimit(file, found.bytes, reference));
    if (document) {
      await this.#follow(document);
    }
    return document;
  }

  async #peek(file: string): Promise<string | undefined> {
    const loaded = this.documents.get(file);
    if (loaded) {
      return loaded.text;
    }
    const found = await this.#reader.readNearby(file);
    return found && decodeXml(found.bytes, file)[0];
  }
}

/** Identity of a place; `''` for one that is none. */
function uriOf(place: SourcePlace): string {
  switch (place.kind) {
    case 'file':
      return place.path;
    case 'remote':
      return place.url;
    case 'bad':
      return '';
  }
}
