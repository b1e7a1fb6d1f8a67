import type { SourceDocument, SourceSet } from './document.js';

/** A document of a descriptor with the name under which the others refer to it. */
export interface NamedDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Each document together with everything that it imports, by its name for people. The document itself comes first, under its
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
    if (found.has(name)) continue;
    found.set(name, { name, text: document.text });
    for (const { location, target } of document.references) {
      const next = target === undefined ? undefined : sources.documents.get(target);
      if (next && next !== root && location !== undefined)
        queue.push({ name: location.replace(/^\.\//, ''), document: next });
    }
  }
  return [...found.values()];
}
