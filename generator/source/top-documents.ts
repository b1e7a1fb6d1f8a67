import type { SourceSet } from './document.js';
import { reachedFrom } from './read-together.js';

/** Of the documents that were named, by `uri`, those that no other one refers to. Of documents that refer to each other, the first one. */
export function topDocuments(sources: SourceSet): readonly string[] {
  const referredTo = new Set<string>();
  for (const { uri, references } of sources.documents.values()) {
    for (const { target } of references) {
      if (target !== undefined && target !== uri) {
        referredTo.add(target);
      }
    }
  }
  const top = sources.roots.filter((uri) => !referredTo.has(uri));
  const reached = new Set(top.flatMap((uri) => [...reachedFrom(uri, sources)]));
  for (const uri of sources.roots) {
    if (!reached.has(uri)) {
      top.push(uri);
      for (const each of reachedFrom(uri, sources)) {
        reached.add(each);
      }
    }
  }
  return top;
}
