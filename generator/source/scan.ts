import type { SourceElement } from './document.js';
import { xsdNamespace } from './names.js';
import { childElements, referredNames } from './references.js';

/**
 * Collects the namespaces to which names anywhere in a document refer; the namespace of XML Schema only if something other
 * than one of its types is meant.
 */
export function referencedNamespaces(root: SourceElement, into: Set<string>): void {
  const stack: SourceElement[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    for (const { attribute, prefix, namespace, isDeclared } of referredNames(element)) {
      if (prefix !== '' && isDeclared && (namespace !== xsdNamespace || namesElement(attribute))) {
        into.add(namespace);
      }
    }
    for (const child of childElements(element)) {
      stack.push(child);
    }
  }
}

function namesElement(attribute: string): boolean {
  return attribute === 'ref' || attribute === 'element';
}
