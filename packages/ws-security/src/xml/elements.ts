/** Reads elements whose content has to be what a schema says, and nothing else. */
import { SignatureError } from '../signature-error.js';
import type { PlacedAttribute, PlacedElement } from './document.js';

/** The namespaces of signatures and their canonical forms. */
export const namespaces = {
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  signature11: 'http://www.w3.org/2009/xmldsig11#',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  utility: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const;

/** The elements in an element, which contains nothing else but white space and comments. */
export function elementsIn(element: PlacedElement): readonly PlacedElement[] {
  const elements: PlacedElement[] = [];
  for (const child of element.children) {
    if (child.kind === 'element') {
      elements.push(child);
    } else if (child.kind === 'text' && /[^ \t\r\n]/.test(child.text)) {
      throw new SignatureError('malformed', `The element "${element.name}" contains text.`);
    }
  }
  return elements;
}

/** The text in an element, which contains nothing else. A comment would let readers see different values. */
export function textIn(element: PlacedElement): string {
  return element.children
    .map((child) => {
      if (child.kind !== 'text') {
        throw new SignatureError('malformed', `The element "${element.name}" contains something else than text.`);
      }
      return child.text;
    })
    .join('');
}

/** True if an element has a name. */
export const isNamed = (element: PlacedElement, namespace: string, name: string): boolean =>
  element.name === name && element.namespace === namespace;

/** The value of an attribute without a namespace. */
export const attributeOf = (element: PlacedElement, name: string): string | undefined =>
  element.attributes.find((attribute) => attribute.name === name && attribute.namespace === '')?.value;

/** An element and all that are in it, in the order of the document. */
export function* allElements(root: PlacedElement): Generator<PlacedElement> {
  yield root;
  // The elements that are open, each with the index of the child that comes next.
  const open = [{ element: root, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = top.element.children[top.next++];
    if (child === undefined) {
      open.pop();
    } else if (child.kind === 'element') {
      yield child;
      if (child.children.length > 0) {
        open.push({ element: child, next: 0 });
      }
    }
  }
}

/** True if an element is another one, or in it. */
export function isWithin(element: PlacedElement, other: PlacedElement): boolean {
  let above: PlacedElement | undefined = element;
  while (above !== undefined && above !== other) {
    above = above.parent;
  }
  return above === other;
}

/** The name of an element or an attribute; the namespace `''` is none. */
export interface XmlName {
  readonly namespace: string;
  readonly name: string;
}

/** The ids of assertions of SAML 1.1 and 2.0. */
export const assertionIds: readonly XmlName[] = [
  { namespace: '', name: 'AssertionID' },
  { namespace: '', name: 'ID' },
];

const usualIds: readonly XmlName[] = [
  { namespace: '', name: 'Id' },
  { namespace: namespaces.utility, name: 'Id' },
  { namespace: namespaces.xml, name: 'id' },
];

/** The elements of a document by their ids. */
export class Ids {
  readonly #elements: Map<string, PlacedElement> = new Map();
  /** Values that several elements have in attributes that some reader takes for ids. */
  readonly #ambiguous: Set<string> = new Set();

  /** `names` are attributes that are ids beside `Id`, `wsu:Id` and `xml:id`. */
  constructor(root: PlacedElement, names: readonly XmlName[] = []) {
    const known = [...usualIds, ...names];
    const isId = ({ namespace, name }: PlacedAttribute): boolean =>
      known.some((id) => id.name === name && id.namespace === namespace);
    const holders: Map<string, PlacedElement> = new Map();
    for (const element of allElements(root)) {
      for (const attribute of element.attributes) {
        const isKnown = isId(attribute);
        if (isKnown || attribute.name.toLowerCase() === 'id') {
          const { value } = attribute;
          if ((holders.get(value) ?? element) !== element) {
            this.#ambiguous.add(value);
          }
          holders.set(value, element);
          if (isKnown) {
            this.#elements.set(value, element);
          }
        }
      }
    }
  }

  /** The only element with an id. Throws a `SignatureError` if there is none, or more than one that some reader could take. */
  find(id: string): PlacedElement {
    const element = this.#elements.get(id);
    if (this.#ambiguous.has(id)) {
      throw new SignatureError('duplicate-id', `More than one element has the id "${id}".`);
    }
    if (element === undefined) {
      throw new SignatureError('reference', `No element has the id "${id}".`);
    }
    return element;
  }
}
