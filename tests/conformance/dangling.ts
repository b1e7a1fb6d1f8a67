import type { SourceElement, SourceSet } from '../../generator/source/document.js';

/**
 * References that lead nowhere, found without the generator's components: names that schemas and WSDLs use, against the names
 * that the loaded documents declare.
 */

const xs = 'http://www.w3.org/2001/XMLSchema';
const wsdl = 'http://schemas.xmlsoap.org/wsdl/';

/** Namespaces whose declarations are known without a document. */
const known = new Set([
  xs,
  'http://www.w3.org/XML/1998/namespace',
  'http://schemas.xmlsoap.org/soap/encoding/',
  'http://schemas.xmlsoap.org/wsdl/',
  'http://microsoft.com/wsdl/types/',
]);

/** Symbol space of a declaration or of what a reference is to (Part 1, 2.5; WSDL 1.1, 2.1.1). */
type Space = 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup' | 'message' | 'portType' | 'binding';

const declaring: Readonly<Record<string, Space>> = {
  simpleType: 'type',
  complexType: 'type',
  element: 'element',
  attribute: 'attribute',
  group: 'group',
  attributeGroup: 'attributeGroup',
  message: 'message',
  portType: 'portType',
  binding: 'binding',
};

/** References that lead nowhere, as `space {namespace}name`, sorted. */
export function danglingReferences(sources: SourceSet): readonly string[] {
  const declared = new Set<string>();
  const used = new Set<string>();
  for (const { root } of sources.documents.values()) {
    const visit = (element: SourceElement, target: string, isTop: boolean): void => {
      const isSchema = element.namespace === xs && element.local === 'schema';
      const isDefinitions = element.namespace === wsdl && element.local === 'definitions';
      const namespace = isSchema || isDefinitions ? (attributeOf(element, 'targetNamespace') ?? '') : target;
      const space = isTop ? declaring[element.local] : undefined;
      const name = attributeOf(element, 'name');
      // The declarations of a schema without a namespace get that of the schema that includes it (Part 1, 4.2.1).
      if (space && name !== undefined) {
        declared.add(`${space} {${namespace === '' ? '*' : namespace}}${name}`);
      }
      for (const reference of referencesOf(element)) {
        used.add(reference);
      }
      const isRedefine = element.namespace === xs && element.local === 'redefine';
      for (const child of element.children) {
        if (child.kind === 'element') {
          visit(child, namespace, isSchema || isDefinitions || isRedefine);
        }
      }
    };
    visit(root, '', false);
  }
  return [...used]
    .filter((reference) => !declared.has(reference) && !declared.has(reference.replace(/\{.*\}/, '{*}')))
    .sort();
}

function referencesOf(element: SourceElement): readonly string[] {
  if (element.namespace === xs) {
    return [
      ...['type', 'base', 'itemType', 'memberTypes'].flatMap((name) => qualified(element, name, 'type')),
      ...qualified(element, 'substitutionGroup', 'element'),
      ...qualified(element, 'ref', declaring[element.local]),
    ];
  }
  if (element.namespace !== wsdl) {
    return [];
  }
  switch (element.local) {
    case 'part':
      return [...qualified(element, 'element', 'element'), ...qualified(element, 'type', 'type')];
    case 'input':
    case 'output':
    case 'fault':
      return qualified(element, 'message', 'message');
    case 'binding':
      return qualified(element, 'type', 'portType');
    case 'port':
      return qualified(element, 'binding', 'binding');
    default:
      return [];
  }
}

function qualified(element: SourceElement, attribute: string, space: Space | undefined): readonly string[] {
  const text = attributeOf(element, attribute);
  if (text === undefined || space === undefined) {
    return [];
  }
  return text.split(/\s+/).flatMap((name) => {
    if (name === '') {
      return [];
    }
    const [prefix, local] = name.includes(':') ? (name.split(':', 2) as [string, string]) : ['', name];
    const namespace = element.namespaces.get(prefix) ?? (prefix === '' ? '' : `?${prefix}`);
    return known.has(namespace) ? [] : [`${space} {${namespace}}${local}`];
  });
}

function attributeOf(element: SourceElement, name: string): string | undefined {
  return element.attributes.find(({ local, namespace }) => local === name && namespace === '')?.value.trim();
}
