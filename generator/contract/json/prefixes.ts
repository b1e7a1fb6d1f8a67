import { byCodeUnits, xsdNamespace } from '../names.js';

/**
 * A prefix for each namespace: its first words, as many as it takes to tell it from the others. Namespaces whose words are
 * the same have none.
 */
export function namespacePrefixes(namespaces: Iterable<string>): ReadonlyMap<string, string> {
  const others = new Set(namespaces);
  others.delete(xsdNamespace);
  const words = new Map([...others].map((uri) => [uri, wordsOf(uri)]));
  const prefixes = [...words].flatMap(([uri, own]) => {
    const rivals = [...words].filter(([other]) => other !== uri).map(([, theirs]) => theirs);
    const lengths = own.map((_, i) => i + 1);
    const enough = lengths.find((length) => !rivals.some((rival) => prefixOf(rival, length) === prefixOf(own, length)));
    return enough === undefined || prefixOf(own, enough) === 'xs' ? [] : [[prefixOf(own, enough), uri] as const];
  });
  return new Map([['xs', xsdNamespace] as const, ...prefixes].sort(([a], [b]) => byCodeUnits(a, b)));
}

function prefixOf(words: readonly string[], length: number): string {
  return words.slice(0, length).join('.');
}

/** The words of a URI, without its scheme. */
function wordsOf(uri: string): readonly string[] {
  return uri.replace(/^[a-z]+:(?:\/\/(?:www\.|schemas?\.)?)?/i, '').match(/[\p{L}\p{N}_-]+/gu) ?? [];
}
