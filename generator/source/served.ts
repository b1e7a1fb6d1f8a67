import { publicAddress, withoutUser } from '../diagnostics/public-address.js';
import type { SourceDocument, SourceSet } from './document.js';

/** A document of a descriptor with the name under which the others refer to it. */
export interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Each document together with everything that it imports, by its display name. The document itself comes first, under its
 * file name; the others under the locations by which they are imported, without a leading `./`.
 */
export function documentClosures(sources: SourceSet): ReadonlyMap<string, readonly NamedDocument[]> {
  return new Map([...sources.documents.values()].map((document) => [document.displayName, closure(document, sources)]));
}

function closure(root: SourceDocument, sources: SourceSet): readonly NamedDocument[] {
  const found = new Map<string, NamedDocument>();
  const queue: { readonly name: string; readonly document: SourceDocument }[] = [
    { name: root.displayName.slice(root.displayName.lastIndexOf('/') + 1), document: root },
  ];
  for (const { name, document } of queue) {
    if (found.has(name)) {
      continue;
    }
    found.set(name, { name, text: publishable(document) });
    for (const { location, target } of document.references) {
      const next = target === undefined ? undefined : sources.documents.get(target);
      if (next && next !== root && location !== undefined) {
        queue.push({ name: publicAddress(location).replace(/^\.\//, ''), document: next });
      }
    }
  }
  return [...found.values()];
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
