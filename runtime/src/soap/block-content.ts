import type { XmlElement } from '../xml/tree.js';

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
