import type { SourceSet } from '../source/document.js';
import { attributeValue } from '../source/references.js';
import type { Contract } from './model.js';
import { splitExpandedName } from './names.js';

/** The versions that schemas give themselves, by the namespaces of roots; of several documents of a namespace, the first that gives one. Undefined if none does. */
export function declaredVersions(
  { roots }: Contract,
  sources: SourceSet,
): Readonly<Record<string, string>> | undefined {
  const names = [...(roots?.elements ?? []), ...(roots?.types ?? [])];
  const versions = new Map<string, string>();
  const wanted = new Set(names.map((name) => splitExpandedName(name).namespace));
  for (const { root } of sources.documents.values()) {
    const namespace = attributeValue(root, 'targetNamespace') ?? '';
    const version = attributeValue(root, 'version')?.replace(/\s+/g, ' ').trim() ?? '';
    if (version !== '' && wanted.has(namespace) && !versions.has(namespace)) {
      versions.set(namespace, version);
    }
  }
  return versions.size === 0 ? undefined : Object.fromEntries(versions);
}
