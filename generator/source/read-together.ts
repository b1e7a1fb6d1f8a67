import type { SourceReference, SourceSet } from './document.js';
import { xsdNamespace } from './names.js';

/**
 * True if two documents, by `uri`, are read together by one of the inputs. Documents that no reference names, because only
 * their namespace is needed, are read with all.
 */
export function readTogether(sources: SourceSet): (one: string, other: string) => boolean {
  const readers = new Map<string, Set<string>>();
  for (const root of sources.roots) {
    for (const uri of reachedFrom(root, sources)) {
      readers.set(uri, (readers.get(uri) ?? new Set()).add(root));
    }
  }
  return (one, other) => {
    const first = readers.get(one);
    const second = readers.get(other);
    return first === undefined || second === undefined || [...first].some((root) => second.has(root));
  };
}

/** True if all documents that the user named are schemas. */
export function areSchemas({ documents, roots }: SourceSet): boolean {
  return roots.every((uri) => documents.get(uri)?.root.namespace === xsdNamespace);
}

/** A document and all that it refers to, or only by references of a kind, by `uri`. */
export function reachedFrom(
  root: string,
  { documents }: SourceSet,
  isFollowed: (reference: SourceReference) => boolean = () => true,
): ReadonlySet<string> {
  const reached = new Set([root]);
  for (const uri of reached) {
    for (const reference of documents.get(uri)?.references ?? []) {
      const { target } = reference;
      if (target !== undefined && isFollowed(reference)) {
        reached.add(target);
      }
    }
  }
  return reached;
}
