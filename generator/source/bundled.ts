import type { SourceElement } from './document.js';
import { referencedNamespaces } from './scan.js';

/** True for a namespace whose bundled schema is the whole of it: no other copy is looked for. */
export async function isBundled(namespace: string): Promise<boolean> {
  const { wellKnownSchemas } = await import('./well-known/index.js');
  return wellKnownSchemas.some((schema) => schema.namespace === namespace && schema.open === undefined);
}

/** What the search for bundled schemas asks of the documents that are loaded. */
export interface LoadedDocuments {
  /** The document elements of all. */
  readonly roots: readonly SourceElement[];
  /** True for a namespace that one of them declares. */
  isDeclared(namespace: string): boolean;
  /** Adds a bundled schema, and returns its document element; undefined if it cannot be added. */
  add(uri: string, text: string): Promise<SourceElement | undefined>;
}

/** Adds the bundled schemas of namespaces from which names are taken and that no document declares. */
export async function addBundled(documents: LoadedDocuments): Promise<void> {
  const wanted = new Set<string>();
  for (const root of documents.roots) {
    referencedNamespaces(root, wanted);
  }
  if ([...wanted].every((namespace) => documents.isDeclared(namespace))) {
    return;
  }
  const { wellKnownSchemas } = await import('./well-known/index.js');
  const missing = wellKnownSchemas.filter(({ namespace }) => !documents.isDeclared(namespace));
  // A schema comes before those from which it takes names.
  for (const { namespace, uri, text } of missing) {
    const root = wanted.has(namespace) ? await documents.add(uri, text) : undefined;
    if (root) {
      referencedNamespaces(root, wanted);
    }
  }
}
