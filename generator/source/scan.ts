import type { SourceElement } from './document.js';
import { xsdNamespace } from './names.js';
import { listItems, resolveQName } from './qualified-names.js';
import { referringAttributes } from './references.js';

/**
 * Collects the namespaces to which names anywhere in a document refer; the namespace of XML Schema only if something other
 * than one of its types is meant.
 */
export function referencedNamespaces(root: SourceElement, into: Set<string>): void {
  const stack: SourceElement[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    for (const attribute of element.attributes) {
      if (!referringAttributes.has(attribute.local)) {
        continue;
      }
      for (const name of listItems(attribute.value)) {
        const { prefix, namespace, isDeclared } = resolveQName(name, element);
        if (prefix === '' || !isDeclared) {
          continue;
        }
        if (namespace === xsdNamespace && !namesElement(attribute.local)) {
          continue;
        }
        into.add(namespace);
      }
    }
    for (const child of element.children) {
      if (child.kind === 'element') {
        stack.push(child);
      }
    }
  }
}

function namesElement(attribute: string): boolean {
  return attribute === 'ref' || attribute === 'element';
}
