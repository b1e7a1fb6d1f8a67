import type { SourceAtPlace } from './opened-source.js';

/** Sources in the place of octets that come later: parts of packages hold arrays of octets. */

const sources = new WeakMap<Uint8Array, SourceAtPlace>();

/** An empty array that stands for a source. */
export function standInFor(source: SourceAtPlace): Uint8Array {
  const standIn = new Uint8Array(0);
  sources.set(standIn, source);
  return standIn;
}

/** The source that an array stands for. */
export function sourceOf(content: Uint8Array): SourceAtPlace | undefined {
  return sources.get(content);
}
