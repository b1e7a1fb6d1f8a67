import { append } from '../diagnostics/append.js';
import type { Span } from '../diagnostics/diagnostic.js';
import { type SourceAttribute, type SourceElement, type SourceReference, spanAt } from './document.js';
import { xsdNamespace } from './names.js';
import { listItems, type ResolvedName, resolveQName } from './qualified-names.js';

/** Namespace of WSDL 1.1. */
export const wsdlNamespace = 'http://schemas.xmlsoap.org/wsdl/';

/** Namespaces of WSDL 2.0 and of its drafts, recognised to be refused. */
export const wsdl2Namespace: RegExp = /^http:\/\/www\.w3\.org\/(ns|20\d\d\/\d\d)\/wsdl$/;

/** True for a `wsdl:definitions` or an `xs:schema`. */
export function isDescriptor({ namespace, local }: SourceElement): boolean {
  return (namespace === wsdlNamespace && local === 'definitions') || (namespace === xsdNamespace && local === 'schema');
}

/** The first `wsdl:definitions` in another element, else the first `xs:schema`, in document order. */
export function innerDescriptor(root: SourceElement): SourceElement | undefined {
  let schema: SourceElement | undefined;
  const stack = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    if (element.namespace === wsdlNamespace && element.local === 'definitions') {
      return element;
    }
    if (isDescriptor(element)) {
      schema ??= element;
    } else {
      append(stack, [...childElements(element)].reverse());
    }
  }
  return schema;
}

/** Attributes of XML Schema and WSDL whose values refer to elements, types, groups and attributes: QNames, or lists of them. */
export const referringAttributes: ReadonlySet<string> = new Set([
  'type',
  'base',
  'ref',
  'itemType',
  'memberTypes',
  'substitutionGroup',
  'element',
  'arrayType',
]);

/** A name in an attribute that refers to something. */
export interface ReferredName extends ResolvedName {
  readonly attribute: string;
}

/** The names by which an element refers to elements, types, groups and attributes. */
export function referredNames(element: SourceElement): readonly ReferredName[] {
  return element.attributes
    .filter(({ local }) => referringAttributes.has(local))
    .flatMap(({ local, value }) =>
      listItems(value).map((name) => ({ attribute: local, ...resolveQName(name, element) })),
    );
}

/** The attribute of this local name in no namespace. Its value is as the document has it, with the white space. */
export function attributeOf(element: SourceElement, local: string): SourceAttribute | undefined {
  for (const attribute of element.attributes) {
    if (attribute.local === local && attribute.namespace === '') {
      return attribute;
    }
  }
  return undefined;
}

/**
 * The value of an attribute in no namespace, without the white space at its ends: the types of nearly all attributes of XML Schema and
 * WSDL collapse it. Values that belong to the user (`default`, `fixed`, facets) are read with {@link attributeOf}.
 */
export function attributeValue(element: SourceElement, local: string): string | undefined {
  return attributeOf(element, local)?.value.trim();
}

/** The schemas of a document: the document element itself, or those in `wsdl:types`. */
export function schemaElements(root: SourceElement): readonly SourceElement[] {
  return isSchemaElement(root, 'schema') ? [root] : embedded(root).filter((child) => isSchemaElement(child, 'schema'));
}

/** Imports of schemas that are written in a WSDL document where a schema belongs: they are followed all the same. */
export function bareImports(root: SourceElement): readonly SourceElement[] {
  return embedded(root).filter((child) => isSchemaElement(child, 'import'));
}

/** True for an element of XML Schema with this name. */
export function isSchemaElement(element: SourceElement, local: string): boolean {
  return element.namespace === xsdNamespace && element.local === local;
}

/** The schemas of a WSDL document: in `wsdl:types`, and next to it, where some documents have them. */
function embedded(root: SourceElement): readonly SourceElement[] {
  if (root.namespace !== wsdlNamespace || root.local !== 'definitions') {
    return [];
  }
  return childElements(root).flatMap((child) =>
    child.namespace === wsdlNamespace && child.local === 'types' ? childElements(child) : [child],
  );
}

/** The child elements, text left out. */
export function childElements(element: SourceElement): readonly SourceElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The imports, includes and redefinitions of a document, in document order, not resolved yet. */
export function findReferences(root: SourceElement): readonly SourceReference[] {
  const found: SourceReference[] = [];
  if (root.namespace === wsdlNamespace) {
    for (const child of childElements(root)) {
      // Drafts of WSDL 1.1 had an include; it works like an import.
      if (child.namespace === wsdlNamespace && (child.local === 'import' || child.local === 'include')) {
        found.push(reference('wsdl:import', child, 'location'));
      }
    }
  }
  for (const element of bareImports(root)) {
    found.push(reference('xs:import', element, 'schemaLocation'));
  }
  for (const schema of schemaElements(root)) {
    for (const child of childElements(schema)) {
      if (child.namespace !== xsdNamespace) {
        continue;
      }
      if (child.local === 'import') {
        found.push(reference('xs:import', child, 'schemaLocation'));
      }
      // An override (XML Schema 1.1) brings in the components of a document as an include does.
      else if (child.local === 'include' || child.local === 'override') {
        found.push(reference('xs:include', child, 'schemaLocation'));
      } else if (child.local === 'redefine') {
        found.push(reference('xs:redefine', child, 'schemaLocation'));
      }
    }
  }
  return found;
}

function reference(kind: SourceReference['kind'], element: SourceElement, locationName: string): SourceReference {
  const namespace = attributeValue(element, 'namespace');
  const location = attributeValue(element, locationName);
  return {
    kind,
    element,
    ...(namespace !== undefined && { namespace }),
    ...(location !== undefined && location !== '' && { location }),
  };
}

/** The position of a reference's location; that of the element if it has none. */
export function locationSpan(reference: SourceReference): Span {
  const attribute = reference.element.attributes.find(
    ({ local }) => local === 'schemaLocation' || local === 'location',
  );
  return attribute ? spanAt(attribute.position, attribute.value.length) : spanAt(reference.element.position);
}
