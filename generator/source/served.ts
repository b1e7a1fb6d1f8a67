import { publicAddress, withoutUser } from '../diagnostics/public-address.js';
import type { SourceDocument, SourceSet } from './document.js';

/** A document of an input with the name under which the others refer to it. */
export interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Each document together with everything that it imports, by its display name. The document itself comes first, under its
 * file name; the others under the locations by which they are imported, without a leading `./`.
 */
export function documentClosures(sources: SourceSet): ReadonlyMap<string, readonly NamedDocument[]> {
  return new Closures(sources);
}

/**
 * Each closure is made only when it is needed: those of many documents that import each other are many times larger than the
 * input.
 */
class Closures extends Map<string, readonly NamedDocument[]> {
  readonly #sources: SourceSet;
  readonly #texts = new Map<SourceDocument, string>();
  /** The documents whose closures have not been needed yet. */
  readonly #pending: Map<string, SourceDocument>;

  constructor(sources: SourceSet) {
    const documents = [...sources.documents.values()];
    super(documents.map(({ displayName }) => [displayName, []]));
    this.#sources = sources;
    this.#pending = new Map(documents.map((document) => [document.displayName, document]));
  }

  override get(name: string): readonly NamedDocument[] | undefined {
    this.#make(name);
    return super.get(name);
  }

  override values() {
    this.#makeAll();
    return super.values();
  }

  override entries() {
    this.#makeAll();
    return super.entries();
  }

  override [Symbol.iterator]() {
    return this.entries();
  }

  override forEach(...visit: Parameters<Map<string, readonly NamedDocument[]>['forEach']>): void {
    this.#makeAll();
    super.forEach(...visit);
  }

  #makeAll(): void {
    for (const name of this.#pending.keys()) {
      this.#make(name);
    }
  }

  #make(name: string): void {
    const document = this.#pending.get(name);
    if (document !== undefined) {
      this.#pending.delete(name);
      this.set(name, this.#closure(document));
    }
  }

  #closure(root: SourceDocument): readonly NamedDocument[] {
    const found = new Map<string, NamedDocument>();
    const queue: { readonly name: string; readonly document: SourceDocument }[] = [
      { name: root.displayName.slice(root.displayName.lastIndexOf('/') + 1), document: root },
    ];
    for (const { name, document } of queue) {
      if (found.has(name)) {
        continue;
      }
      found.set(name, { name, text: this.#textOf(document) });
      for (const { location, target } of document.references) {
        const next = target === undefined ? undefined : this.#sources.documents.get(target);
        if (next && next !== root && location !== undefined) {
          queue.push({ name: publicAddress(location).replace(/^\.\//, ''), document: next });
        }
      }
    }
    return [...found.values()];
  }

  #textOf(document: SourceDocument): string {
    const text = this.#texts.get(document) ?? publishable(document);
    this.#texts.set(document, text);
    return text;
  }
}

/** Attributes whose values are addresses. */
const locationPattern = /\b(schemaLocation|location)(\s*=\s*)("[^"]*"|'[^']*')/g;

/**
 * The text of a document, as it may be published: no address in it has a user, and those of imports have no secrets in
 * parameters. A parameter of a service's own address stays, because callers need it.
 */
function publishable({ text, references }: SourceDocument): string {
  const imports = new Set(references.flatMap(({ location }) => location ?? []));
  if (!text.includes('@') && [...imports].every((location) => publicAddress(location) === location)) {
    return text;
  }
  return text.replace(locationPattern, (_, name: string, equals: string, quoted: string) => {
    const show =
      name === 'schemaLocation' || imports.has(withAmpersands(quoted.slice(1, -1))) ? publicAddress : withoutUser;
    // `xsi:schemaLocation` is a list.
    return name + equals + quoted.replace(/[^\s"']+/g, show);
  });
}

function withAmpersands(value: string): string {
  return value.trim().replaceAll('&amp;', '&');
}
