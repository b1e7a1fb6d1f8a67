import { matchesPattern } from '../../source/patterns.js';
import { fileStem } from './identifiers.js';
import type { NamingLayer } from './naming.js';

/** True for a name that a namespace can have: in lower case with hyphens, fit for a file. */
export function isNamespaceName(name: string): boolean {
  return name !== '' && fileStem(name) === name;
}

/** The rule for names of namespaces that the config gives by URI. An exact URI takes precedence over those with `*`. */
export function namespaceLayer(names: Readonly<Record<string, string>>): NamingLayer {
  const patterns = Object.keys(names);
  const nameOf = (uri: string): string | undefined => {
    const pattern = patterns.find((each) => each === uri) ?? patterns.find((each) => matchesPattern(each, uri));
    return pattern === undefined ? undefined : names[pattern];
  };
  return { by: 'namespaces', rules: { namespace: ({ uri }, standard) => nameOf(uri) ?? standard } };
}

/** The URIs and patterns that match no namespace. */
export function unusedPatterns(names: Readonly<Record<string, string>>, uris: Iterable<string>): readonly string[] {
  const all = [...uris];
  return Object.keys(names).filter((pattern) => !all.some((uri) => matchesPattern(pattern, uri)));
}
