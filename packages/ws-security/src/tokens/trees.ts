/** Reads the trees of tokens, which are made of octets that were checked. */
import type { XmlElement } from '@wsdl-codegen/runtime/xml';
import { TokenError } from './token-error.js';

/** The elements in an element that has no text of its own. */
export function elementsOf({ name, children }: XmlElement): readonly XmlElement[] {
  return children.flatMap((child) => {
    if (typeof child !== 'string') {
      return [child];
    }
    if (/[^ \t\r\n]/.test(child)) {
      throw new TokenError('malformed', `The element "${name}" contains text.`);
    }
    return [];
  });
}

/** The elements of a name, in the namespace of the element that they are in unless another one is given. */
export const childrenOf = (parent: XmlElement, name: string, namespace: string = parent.namespace): readonly XmlElement[] =>
  elementsOf(parent).filter((child) => child.name === name && child.namespace === namespace);

/** The only element of a name; undefined if there is none. */
export function childOf(
  parent: XmlElement,
  name: string,
  namespace: string = parent.namespace,
): XmlElement | undefined {
  const [child, second] = childrenOf(parent, name, namespace);
  if (second !== undefined) {
    throw new TokenError('malformed', `There are two "${name}" in one "${parent.name}".`);
  }
  return child;
}

/** The text of an element that has nothing else in it, without white space around it. */
export function textOf({ name, children }: XmlElement): string {
  if (children.some((child) => typeof child !== 'string')) {
    throw new TokenError('malformed', `The element "${name}" has elements in it.`);
  }
  return children.join('').trim();
}

/** The value of an attribute without a namespace. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name && attribute.namespace === '')?.value;

/** An attribute that has to be there. */
export function neededAttribute(element: XmlElement, name: string): string {
  const value = attributeOf(element, name);
  if (value === undefined || value === '') {
    throw new TokenError('malformed', `The element "${element.name}" has no attribute "${name}".`);
  }
  return value;
}

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,20})?(?:Z|[+-]\d\d:\d\d)$/;

/** The instant that a text says. Without a time zone it would be another one in each place. */
export function instantOf(text: string, what: string): Date {
  const instant = new Date(form.test(text) ? text.replace(/(\.\d{3})\d+/, '$1') : Number.NaN);
  if (Number.isNaN(instant.getTime())) {
    throw new TokenError('malformed', `${what} is not an instant with a time zone.`);
  }
  return instant;
}

/** The instant in an attribute; undefined if it is not there. */
export function instantIn(element: XmlElement, name: string): Date | undefined {
  const text = attributeOf(element, name);
  return text === undefined ? undefined : instantOf(text, `"${name}" of "${element.name}"`);
}
