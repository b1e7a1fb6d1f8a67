import type { SourceSet } from '../source/document.js';
import { reachedFrom } from '../source/read-together.js';
import { attributeValue, schemaElements } from '../source/references.js';
import type { Contract } from './model.js';

/**
 * Namespaces in the order of the inputs: for each input, those of the services that it adds, then those of its schemas in the
 * order in which they are read. The namespaces of a further input come after those of the others.
 */
export function inputNamespaces({ services }: Contract, sources: SourceSet): readonly string[] {
  const found = new Set<string>();
  for (const root of sources.roots) {
    const documents = [...reachedFrom(root, sources)].flatMap((uri) => sources.documents.get(uri) ?? []);
    const names = new Set(documents.map(({ displayName }) => displayName));
    for (const { source, namespace } of services) {
      if (names.has(source)) {
        found.add(namespace);
      }
    }
    for (const schema of documents.flatMap((document) => schemaElements(document.root))) {
      found.add(attributeValue(schema, 'targetNamespace') ?? '');
    }
  }
  return [...found];
}
