import { append } from '../../diagnostics/append.js';
import type { SourceElement, SourceSet } from '../../source/document.js';
import { splitQName } from '../../source/qualified-names.js';
import { attributeValue, childElements, schemaElements, wsdlNamespace } from '../../source/references.js';
import { groupBy } from '../grouping.js';
import type { Contract } from '../model.js';
import { expandedName, splitExpandedName, xsdNamespace } from '../names.js';
import { cutElements } from './cut.js';
import { neededComponents } from './needed.js';

/**
 * The documents of a contract that was reduced to some operations, without declarations that are not needed: a server
 * publishes only what it offers. The text of the remaining elements is unchanged, letter by letter.
 */
export function offeredDocuments(sources: SourceSet, contract: Contract): SourceSet {
  const isWsdl = (root: SourceElement): boolean => root.namespace === wsdlNamespace;
  const cuts = new Map<string, SourceElement[]>();
  const kept: SourceElement[] = [];
  const offers = offersOf(contract);
  for (const { uri, root } of sources.documents.values()) {
    if (!isWsdl(root)) {
      continue;
    }
    const cut: SourceElement[] = [];
    for (const child of wsdlChildren(root)) {
      if (child.local === 'message' || child.local === 'types') {
        continue;
      }
      const operations = offers(child, attributeValue(root, 'targetNamespace') ?? '');
      if (operations === 'all') {
        kept.push(child);
      } else if (operations === 'none') {
        cut.push(child);
      } else {
        for (const operation of wsdlChildren(child)) {
          if (operation.local !== 'operation') {
            continue;
          }
          (operations.has(attributeValue(operation, 'name') ?? '') ? kept : cut).push(operation);
        }
      }
    }
    cuts.set(uri, cut);
  }
  const messages = new Set(kept.flatMap((element) => [...messageNames(element)]));
  const parts: SourceElement[] = [];
  for (const { uri, root } of sources.documents.values()) {
    for (const child of isWsdl(root) ? wsdlChildren(root) : []) {
      if (child.local !== 'message') {
        continue;
      }
      if (messages.has(attributeValue(child, 'name') ?? '')) {
        parts.push(child);
      } else {
        cuts.get(uri)?.push(child);
      }
    }
  }
  for (const [uri, components] of unneeded(sources, contract, parts)) {
    cuts.set(uri, [...(cuts.get(uri) ?? []), ...components]);
  }
  const documents = [...sources.documents].map(
    ([uri, document]) => [uri, { ...document, text: cutElements(document.text, cuts.get(uri) ?? []) }] as const,
  );
  return { ...sources, documents: new Map(documents) };
}

/**
 * The operations of a port type or binding that remain, by name; all of those that are neither, but nothing of a service that
 * was left out.
 */
type Offers = (element: SourceElement, namespace: string) => ReadonlySet<string> | 'all' | 'none';

function offersOf({ services }: Contract): Offers {
  const operations = new Map<string, Set<string>>();
  for (const service of services) {
    for (const port of service.ports) {
      const offered = service.operations.filter(({ bindings }) =>
        bindings.some(({ ports }) => ports.includes(port.name)),
      );
      for (const key of offered.length === 0 ? [] : [`portType ${port.portType}`, `binding ${port.bindingName}`]) {
        operations.set(key, new Set([...(operations.get(key) ?? []), ...offered.map(({ name }) => name)]));
      }
    }
  }
  const names = new Set(services.map(({ namespace, name }) => expandedName(namespace, name)));
  return (element, namespace) => {
    const name = expandedName(namespace, attributeValue(element, 'name') ?? '');
    switch (element.local) {
      case 'portType':
      case 'binding':
        return operations.get(`${element.local} ${name}`) ?? 'none';
      case 'service':
        return names.has(name) ? 'all' : 'none';
      default:
        return 'all';
    }
  };
}

function wsdlChildren(element: SourceElement): readonly SourceElement[] {
  return childElements(element).filter(({ namespace }) => namespace === wsdlNamespace);
}

/** Local names of the messages that an operation refers to, those of headers among them. */
function messageNames(element: SourceElement): ReadonlySet<string> {
  const names = new Set<string>();
  const stack = [element];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const message = attributeValue(next, 'message');
    if (message !== undefined) {
      names.add(splitQName(message).local);
    }
    append(stack, childElements(next));
  }
  return names;
}

/** Global components of schemas that nothing needs, by document. If a schema is redefined, it and all others stay as they are. */
function unneeded(
  sources: SourceSet,
  contract: Contract,
  parts: readonly SourceElement[],
): ReadonlyMap<string, readonly SourceElement[]> {
  const documents = [...sources.documents.values()];
  if (documents.some(({ references }) => references.some(({ kind }) => kind === 'xs:redefine'))) {
    return new Map();
  }
  const components = documents.flatMap(({ uri, root }) =>
    schemaElements(root).flatMap((schema) => {
      const namespace = attributeValue(schema, 'targetNamespace');
      return childElements(schema)
        .filter((child) => child.namespace === xsdNamespace && attributeValue(child, 'name') !== undefined)
        .map((element) => ({ uri, namespace, element }));
    }),
  );
  const names = [...contract.types.flatMap(({ name }) => name ?? []), ...contract.elements.map(({ name }) => name)];
  const needed = neededComponents(components, names.map(splitExpandedName), parts);
  const others = components.filter((component) => !needed.has(component));
  return new Map([...groupBy(others, ({ uri }) => uri)].map(([uri, cut]) => [uri, cut.map(({ element }) => element)]));
}
