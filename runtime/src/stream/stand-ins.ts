/** Sources in the place of octets that come later: parts of packages hold arrays of octets. */

const sources = new WeakMap<Uint8Array, object>();

/** An empty array that stands for a source. */
export function standInFor(source: object): Uint8Array {
  const standIn = new Uint8Array(0);
  sources.set(standIn, source);
  return standIn;
}
