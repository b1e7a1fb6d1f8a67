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

/** True if a URI is a pattern in which each `*` stands for any characters. */
export function matchesPattern(pattern: string, uri: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) {
    return uri === pattern;
  }
  if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) {
    return false;
  }
  const end = uri.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = uri.indexOf(part, at);
    if (found < 0 || found + part.length > end) {
      return false;
    }
    at = found + part.length;
  }
  return true;
}
