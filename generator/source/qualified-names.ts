import type { SourceElement } from './document.js';

/** A QName as a document writes it: `prefix:local`, or `local` alone. */
export interface WrittenName {
  /** `''` without a prefix. */
  readonly prefix: string;
  readonly local: string;
}

/** A QName with the namespace that its prefix means where it was written. */
export interface ResolvedName extends WrittenName {
  /** `''` for no namespace, and for a prefix that is not declared. */
  readonly namespace: string;
  /** False for a prefix that is not declared. A name without a prefix needs no declaration. */
  readonly isDeclared: boolean;
}

/** The parts of a QName (Namespaces in XML 1.0, section 4). The text is not checked: a colon at its begin, and a second one, belong to the local part. */
export function splitQName(text: string): WrittenName {
  const colon = text.indexOf(':');
  return colon <= 0 ? { prefix: '', local: text } : { prefix: text.slice(0, colon), local: text.slice(colon + 1) };
}

/**
 * A QName in the value of an attribute or in text, with the namespaces that are in scope at an element. A name without a prefix is in
 * the default namespace (XML Schema Part 1, section 3.15.3; WSDL 1.1, section 2.1.1).
 */
export function resolveQName(text: string, scope: SourceElement): ResolvedName {
  const { prefix, local } = splitQName(text);
  const namespace = scope.namespaces.get(prefix);
  return { prefix, local, namespace: namespace ?? '', isDeclared: namespace !== undefined || prefix === '' };
}

/** The items of a list value: words with white space between them. */
export function listItems(value: string): readonly string[] {
  return value.split(/\s+/).filter((item) => item !== '');
}
