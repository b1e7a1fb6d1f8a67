/** Reads the elements of tokens. */
import type { PlacedElement } from '../xml/document.js';
import { attributeOf, elementsIn, isNamed } from '../xml/elements.js';
import { TokenError } from './token-error.js';

/** The elements of a name in an element, in its namespace unless another one is given. */
export const childrenOf = (
  parent: PlacedElement,
  name: string,
  namespace: string = parent.namespace,
): readonly PlacedElement[] => elementsIn(parent).filter((child) => isNamed(child, namespace, name));

/** The only element of a name; undefined if there is none. */
export function childOf(
  parent: PlacedElement,
  name: string,
  namespace: string = parent.namespace,
): PlacedElement | undefined {
  const [child, second] = childrenOf(parent, name, namespace);
  if (second !== undefined) {
    throw new TokenError('malformed', `There are two "${name}" in one "${parent.name}".`);
  }
  return child;
}

/** An attribute that has to be there. */
export function neededAttribute(element: PlacedElement, name: string): string {
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
export function instantIn(element: PlacedElement, name: string): Date | undefined {
  const text = attributeOf(element, name);
  return text === undefined ? undefined : instantOf(text, `"${name}" of "${element.name}"`);
}
