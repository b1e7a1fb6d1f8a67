import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childElements, type DomElement, expandQName, parseDom } from './dom.js';

/**
 * The operations of a WSDL, counted without the generator: ports and what their bindings list, straight from the elements.
 */

const wsdl = 'http://schemas.xmlsoap.org/wsdl/';

/** Namespaces of the binding extensions that the generator knows. */
const protocols = [
  'http://schemas.xmlsoap.org/wsdl/soap/',
  'http://schemas.xmlsoap.org/wsdl/soap12/',
  'http://schemas.xmlsoap.org/wsdl/http/',
];

/** A port and the names of the operations that its binding lists, in the document's order. */
export interface CountedPort {
  readonly service: string;
  readonly port: string;
  readonly operations: readonly string[];
}

/** The ports of a WSDL file and of all that it imports; those whose binding is of another protocol, or missing, left out. */
export function countPorts(path: string): readonly CountedPort[] {
  const definitions = [...documentsOf(path, new Map()).values()];
  const bindings = new Map<string, DomElement>();
  for (const document of definitions) {
    for (const binding of elementsOf(document, 'binding')) {
      const name = `{${document.attributes.get('{}targetNamespace') ?? ''}}${binding.attributes.get('{}name')}`;
      if (!bindings.has(name)) {
        bindings.set(name, binding);
      }
    }
  }
  return definitions.flatMap((document) =>
    elementsOf(document, 'service').flatMap((service) =>
      elementsOf(service, 'port').flatMap((port) => {
        const binding = bindings.get(expandQName(port.attributes.get('{}binding') ?? '', port) ?? '');
        if (!binding || !childElements(binding).some(isProtocol)) {
          return [];
        }
        const operations = elementsOf(binding, 'operation').map(
          (operation) => operation.attributes.get('{}name') ?? '',
        );
        const name = (element: DomElement): string => element.attributes.get('{}name') ?? '';
        return [{ service: name(service), port: name(port), operations }];
      }),
    ),
  );
}

function isProtocol({ namespace, name }: DomElement): boolean {
  return name === 'binding' && protocols.includes(namespace);
}

function elementsOf(parent: DomElement, name: string): readonly DomElement[] {
  return childElements(parent).filter((child) => child.name === name && child.namespace === wsdl);
}

function documentsOf(path: string, found: Map<string, DomElement>): Map<string, DomElement> {
  if (found.has(path)) {
    return found;
  }
  let root: DomElement;
  try {
    root = parseDom(readFileSync(path, 'utf8'));
  } catch {
    return found;
  }
  if (root.namespace !== wsdl) {
    return found;
  }
  found.set(path, root);
  for (const reference of elementsOf(root, 'import')) {
    const location = reference.attributes.get('{}location');
    if (location !== undefined && !/^[a-z]+:/i.test(location)) {
      documentsOf(join(dirname(path), decodeURI(location)), found);
    }
  }
  return found;
}
