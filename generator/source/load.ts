import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { addBundled, isBundled } from './bundled.js';
import { decodeXml } from './decode.js';
import { type SourceDocument, type SourceElement, type SourceReference, type SourceSet, spanAt } from './document.js';
import { xsdNamespace } from './names.js';
import { otherFormat, textOnly } from './other-format.js';
import { defaultLimits, type LoadLimits } from './outside-access.js';
import { parseDocument } from './parse.js';
import { type SourcePlace, uriOf } from './places.js';
import {
  attributeValue,
  findReferences,
  innerDescriptor,
  isDescriptor,
  locationSpan,
  schemaElements,
  wsdl2Namespace,
} from './references.js';
import type { DocumentReader, NearbyDocuments, Resolver } from './resolver.js';

/** How documents are read, whatever holds them. */
export interface LoadSettings {
  /** Values of placeholders in namespaces and addresses. */
  readonly define?: Readonly<Record<string, string>>;
  readonly limits?: Partial<LoadLimits>;
  /** Inputs that are read from nowhere, because they were written during this run: by identity. */
  readonly written?: ReadonlyMap<string, Uint8Array>;
}

/**
 * Loads inputs and everything that they import, include or redefine. If a document cannot be loaded, there is a
 * diagnostic, and everything else is loaded. Schemas of well-known namespaces that are used but declared nowhere are added
 * from the bundled ones.
 *
 * @param inputs Paths, `file:` or `http(s):` URLs of WSDL 1.1 or XML Schema documents.
 */
export async function loadDocuments(
  inputs: readonly string[],
  resolver: Resolver,
  options: LoadSettings = {},
): Promise<Result<SourceSet>> {
  const loader = new Loader(inputs, resolver, options);
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
  readonly #resolver: Resolver;
  readonly #options: LoadSettings;
  readonly #limits: LoadLimits;
  readonly #inputs: readonly { readonly text: string; readonly place: SourcePlace }[];
  readonly #reader: DocumentReader;
  /** Display names that are in use, with the `uri`s of their documents. */
  readonly #names = new Map<string, string>();
  /** The result for each location that was requested; documents that failed are `undefined`. */
  readonly #visited = new Map<string, Loaded | undefined>();
  readonly #unreached: Unreached[] = [];
  #full = false;

  constructor(inputs: readonly string[], resolver: Resolver, options: LoadSettings) {
    this.#resolver = resolver;
    this.#options = options;
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#inputs = inputs.map((text) => ({ text, place: resolver.placeOfInput(text) }));
    const places = this.#inputs.map(({ place }) => place);
    this.#reader = resolver.readerOf(places, this.#limits);
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
    const bytes = this.#options.written?.get(uri);
    if (bytes) {
      return this.#add(uri, bytes);
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
    append(this.diagnostics, decoding);
    append(this.diagnostics, parsing);
    const accepted = root && this.#accept(root);
    const document = accepted && {
      uri,
      displayName: name,
      text,
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
    const name = this.#resolver.displayName(uri);
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
    for (const place of this.#resolver.placesOfLocation(location, from.uri)) {
      const uri = uriOf(place);
      const seen = this.#visited.get(uri);
      if (seen) {
        return seen;
      }
      if (this.#visited.has(uri)) {
        return undefined;
      }
      const outcome = await this.#reader.readReferenced(place, reference, from.uri);
      if (outcome === undefined) {
        return undefined;
      }
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
      this.notRead.add(this.#resolver.displayName(uriOf(place)));
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
    const refusal = this.#reader.refusal((reference) => !this.#isSatisfied(reference));
    for (const { reference, diagnostic } of this.#unreached) {
      if (!this.#isSatisfied(reference) && !refusal?.references.has(reference)) {
        this.diagnostics.push(diagnostic);
      }
    }
    if (refusal) {
      this.diagnostics.push(refusal.diagnostic);
    }
  }

  #isSatisfied({ kind, namespace }: SourceReference): boolean {
    return (
      kind === 'xs:import' && namespace !== undefined && (namespace === xsdNamespace || this.#isDeclared(namespace))
    );
  }

  /** Looks for copies of what was not reached. A copy may refer to more that is not reached: that waits for its turn. */
  async #searchNearby(): Promise<void> {
    const { nearby } = this.#reader;
    if (!nearby) {
      return;
    }
    const find = nearby.finder((file) => this.#peek(file, nearby));
    const left: Unreached[] = [];
    for (let next = this.#unreached.shift(); next; next = this.#unreached.shift()) {
      if (!(await this.#foundNearby(next, nearby, find))) {
        left.push(next);
      }
    }
    append(this.#unreached, left);
  }

  async #foundNearby(
    { from, reference }: Unreached,
    nearby: NearbyDocuments,
    find: ReturnType<NearbyDocuments['finder']>,
  ): Promise<boolean> {
    this.#declared = undefined;
    if (this.#isSatisfied(reference) || (reference.namespace !== undefined && (await isBundled(reference.namespace)))) {
      return false;
    }
    const file = await find(reference, from.uri);
    const target = file === undefined ? undefined : await this.#takeNearby(file, reference, nearby);
    if (!target) {
      return false;
    }
    from.references[from.references.indexOf(reference)] = { ...reference, target: target.uri };
    const parameters = { location: reference.location ?? '', name: this.#resolver.shownToUser(target.uri) };
    this.diagnostics.push(diagnostic('source/found-nearby', parameters, locationSpan(reference)));
    return true;
  }

  async #takeNearby(file: string, reference: SourceReference, nearby: NearbyDocuments): Promise<Loaded | undefined> {
    if (this.#visited.has(file)) {
      return this.#visited.get(file);
    }
    const found = await nearby.read(file);
    const document = found && (await this.#addWithinLimit(file, found.bytes, reference));
    if (document) {
      await this.#follow(document);
    }
    return document;
  }

  async #peek(file: string, nearby: NearbyDocuments): Promise<string | undefined> {
    const loaded = this.documents.get(file);
    if (loaded) {
      return loaded.text;
    }
    const found = await nearby.read(file);
    return found && decodeXml(found.bytes, file)[0];
  }
}
