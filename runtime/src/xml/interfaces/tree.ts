/** Attribute of an `XmlElement`. `namespace` is `''` for none. Namespace declarations are not attributes. */
export interface XmlAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
  /** Prefix it was written with, kept so that the document reads the same when written again. */
  readonly prefix?: string;
}

/** A child of an `XmlElement`: text, or an element. Comments and processing instructions are not kept. */
export type XmlNode = string | XmlElement;

/**
 * A lossless element tree, for content that a schema leaves open: wildcards, mixed content, `xs:anyType`.
 * Namespaces are resolved; `declarations` keeps the prefixes that text such as a QName value may rely on.
 */
export interface XmlElement {
  readonly namespace: string;
  /** Local name. */
  readonly name: string;
  readonly prefix?: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly XmlNode[];
  /** Prefixes declared on this element (on the root of a captured tree: all that are in scope there); `''` is the default. */
  readonly declarations?: Readonly<Record<string, string>>;
}

/** Text of an element, without white space around it; elements in it are ignored. */
export function textOf({ children }: XmlElement): string {
  return children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();
}

/** The child elements of an element. */
export function elementsOf({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** The first child element of a name in the element's own namespace. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return elementsOf(element).find((child) => child.name === name && child.namespace === element.namespace);
}
