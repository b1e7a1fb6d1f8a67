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
  /** Those of them that cannot be called, because the WSDL lacks something that they need. */
  readonly incomplete: readonly string[];
}

/**
 * The ports of a WSDL file and of all that it imports; those whose binding is of another protocol, or missing, left out. `dangling` are the
 * references that lead nowhere, as `space {namespace}name`.
 */
export function countPorts(path: string, dangling: ReadonlySet<string>): readonly CountedPort[] {
  const definitions = [...documentsOf(path, new Map()).values()];
  const bindings = componentsOf(definitions, 'binding');
  const needs = new Needs(definitions, dangling);
  return definitions.flatMap((document) =>
    elementsOf(document, 'service').flatMap((service) =>
      elementsOf(service, 'port').flatMap((port) => {
        const binding = bindings.get(expandQName(port.attributes.get('{}binding') ?? '', port) ?? '');
        if (!binding || !childElements(binding).some(isProtocol)) {
          return [];
        }
        const operations = elementsOf(binding, 'operation').map(nameOf);
        const incomplete = operations.filter((operation) => !needs.areMet(binding, operation));
        return [{ service: nameOf(service), port: nameOf(port), operations, incomplete }];
      }),
    ),
  );
}

/** Finds out whether a WSDL has all that its operations need. */
class Needs {
  readonly #portTypes: ReadonlyMap<string, DomElement>;
  readonly #messages: ReadonlyMap<string, DomElement>;
  readonly #dangling: ReadonlySet<string>;

  constructor(definitions: readonly DomElement[], dangling: ReadonlySet<string>) {
    this.#portTypes = componentsOf(definitions, 'portType');
    this.#messages = componentsOf(definitions, 'message');
    this.#dangling = dangling;
  }

  areMet(binding: DomElement, operation: string): boolean {
    const portType = this.#portTypes.get(expandQName(binding.attributes.get('{}type') ?? '', binding) ?? '');
    const same = portType && elementsOf(portType, 'operation').filter((each) => nameOf(each) === operation);
    return (
      same?.some((each) => [...elementsOf(each, 'input'), ...elementsOf(each, 'output')].every(this.#hasMessage)) ===
      true
    );
  }

  readonly #hasMessage = (reference: DomElement): boolean => {
    const message = this.#messages.get(expandQName(reference.attributes.get('{}message') ?? '', reference) ?? '');
    return message !== undefined && elementsOf(message, 'part').every((part) => this.#isDeclared(part));
  };

  #isDeclared(part: DomElement): boolean {
    return (['element', 'type'] as const).some((space) => {
      const reference = part.attributes.get(`{}${space}`);
      return reference !== undefined && !this.#dangling.has(`${space} ${expandQName(reference.trim(), part)}`);
    });
  }
}

/** The components of a kind by their expanded names; of two with one name the first counts. */
function componentsOf(definitions: readonly DomElement[], kind: string): ReadonlyMap<string, DomElement> {
  const found = new Map<string, DomElement>();
  for (const document of definitions) {
    for (const component of elementsOf(document, kind)) {
      const name = `{${document.attributes.get('{}targetNamespace') ?? ''}}${nameOf(component)}`;
      if (!found.has(name)) {
        found.set(name, component);
      }
    }
  }
  return found;
}

function nameOf(element: DomElement): string {
  return element.attributes.get('{}name') ?? '';
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
