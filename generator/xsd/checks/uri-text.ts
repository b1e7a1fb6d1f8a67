import type { SourceElement } from '../../source/document.js';
import type { Findings } from './findings.js';
import { shortened } from './shortened.js';

/** Reports a text of a schema that is not a URI reference. */
export function reportUri(
  findings: Findings,
  what: string,
  text: string,
  element: SourceElement,
  attribute: string,
): void {
  const value = text.trim();
  const reason = uriProblem(value);
  if (reason !== undefined) {
    findings.report('xsd/uri-reference', { what, value: shortened(value), reason }, element, attribute);
  }
}

/**
 * The reason why a text is not a URI reference, the values of `xs:anyURI` in XML Schema 1.0 (Part 2, 3.2.17: RFC 2396 with RFC 2732, after
 * characters that have to be escaped are); nothing if it is one. XML Schema 1.1 takes every text. Texts with placeholders are not judged.
 */
function uriProblem(text: string): string | undefined {
  if (text.includes('{')) {
    return undefined;
  }
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) {
    return '"%" is not followed by two hexadecimal digits';
  }
  if (text.indexOf('#') !== text.lastIndexOf('#')) {
    return 'it has more than one "#"';
  }
  return schemeProblem(text) ?? hostProblem(text);
}

/** The text before a colon in the first part of a path is a scheme, which must be followed by something (RFC 2396, 3 and 5). */
function schemeProblem(text: string): string | undefined {
  const [, scheme, after = ''] = /^([^:/?#]*):([^#]?)/.exec(text) ?? [];
  if (scheme === undefined) {
    return undefined;
  }
  if (!/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) {
    return 'what precedes the first ":" is not a scheme';
  }
  return after === '' ? 'nothing follows the scheme' : undefined;
}

const literalAddress = /^(?:[^@[\]]*@)?\[[0-9A-Fa-f:.]+\](?::[0-9]*)?$/;

/** Brackets enclose an IPv6 address (RFC 2732, 3). */
function hostProblem(text: string): string | undefined {
  const [, authority = ''] = /^(?:[^:/?#]*:)?\/\/([^/?#]*)/.exec(text) ?? [];
  const isPlain = !/[[\]]/.test(authority);
  return isPlain || literalAddress.test(authority) ? undefined : 'the brackets do not enclose an IPv6 address';
}
