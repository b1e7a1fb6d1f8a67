import { groupBy } from '../../contract/grouping.js';
import { matchesPattern } from '../../source/patterns.js';
import { fileStem } from './identifiers.js';
import type { NamingLayer } from './naming.js';

/** True for a name that a namespace can have: in lower case with hyphens, fit for a file. */
export function isNamespaceName(name: string): boolean {
  return name !== '' && fileStem(name) === name;
}

/** The rule for names of namespaces that the config gives by URI. An exact URI takes precedence over those with `*`. */
export function namespaceLayer(names: Readonly<Record<string, string>>): NamingLayer {
  return { by: 'namespaces', rules: { namespace: ({ uri }, standard) => givenName(names, uri) ?? standard } };
}

function givenName(names: Readonly<Record<string, string>>, uri: string): string | undefined {
  const patterns = Object.keys(names);
  const pattern = patterns.find((each) => each === uri) ?? patterns.find((each) => matchesPattern(each, uri));
  return pattern === undefined ? undefined : names[pattern];
}

/** Names that have no effect because several namespaces would have them, with these namespaces; `standards` are their names by URI. */
export function sharedNames(
  names: Readonly<Record<string, string>>,
  standards: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const wanted = groupBy([...standards], ([uri, standard]) => givenName(names, uri) ?? standard);
  const shared = [...wanted].filter(([, uses]) => uses.length > 1);
  return new Map(shared.map(([name, uses]) => [name, uses.map(([uri]) => uri)]));
}

/** The URIs and patterns that match no namespace. */
export function unusedPatterns(names: Readonly<Record<string, string>>, uris: Iterable<string>): readonly string[] {
  const all = [...uris];
  return Object.keys(names).filter((pattern) => !all.some((uri) => matchesPattern(pattern, uri)));
}
