import { XmlWriteError } from './errors.js';
import type { XmlElement, XmlNode } from './tree.js';

/** Throws `XmlWriteError` if an element contains itself. The time grows with the number of elements, also where several places share one. */
export function refuseCycle(element: XmlElement): void {
  const open: XmlElement[] = [];
  const opened = new Set<XmlElement>();
  const closed = new Set<XmlElement>();
  // The nodes that are not visited yet, the next one last; undefined for the end of an element.
  const left: (XmlNode | undefined)[] = [element];
  while (left.length > 0) {
    const node = left.pop();
    if (node === undefined) {
      close(open.pop(), opened, closed);
    } else if (typeof node !== 'string' && !closed.has(node)) {
      if (opened.has(node)) {
        throw new XmlWriteError(`The element ${JSON.stringify(node.name)} contains itself`);
      }
      open.push(node);
      opened.add(node);
      left.push(undefined);
      for (const child of node.children) {
        left.push(child);
      }
    }
  }
}

function close(element: XmlElement | undefined, opened: Set<XmlElement>, closed: Set<XmlElement>): void {
  if (element !== undefined) {
    opened.delete(element);
    closed.add(element);
  }
}
