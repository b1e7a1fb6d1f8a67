import { isNCName } from '@wsdl-codegen/runtime/xml';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Position, SourceAttribute, SourceElement, ValuePosition } from '../source/document.js';
import { spanAt } from '../source/document.js';
import { collapseWhiteSpace, type ExpandedName, expandedName, referredName } from '../source/names.js';
import { resolveQName } from '../source/qualified-names.js';
import { attributeOf, attributeValue, childElements } from '../source/references.js';
import { wsdlNamespace } from './namespaces.js';
import type { PolicyReader } from './policy-reader.js';

/** State that the readers of this folder share while they read one document. */
export interface ReaderContext {
  readonly targetNamespace: string;
  /** Display name of the document. */
  readonly source: string;
  /** Reads the policies that are attached to components. */
  readonly attached: PolicyReader;
  /** The findings so far; readers append. */
  readonly diagnostics: Diagnostic[];
}

/** The place of an attribute's value; that of the element when it has no such attribute. */
export function attributePosition(element: SourceElement, local: string): Position | ValuePosition {
  const attribute = attributeOf(element, local);
  return attribute ? { ...attribute.position, length: attribute.value.length } : element.position;
}

/** Value of an attribute that has to be there; its absence is an error. */
export function requiredAttribute(context: ReaderContext, element: SourceElement, local: string): string | undefined {
  const value = attributeValue(element, local);
  if (value !== undefined && value !== '') {
    return value;
  }
  context.diagnostics.push(
    diagnostic('wsdl/missing-attribute', { element: element.local, attribute: local }, spanAt(element.position)),
  );
  return undefined;
}

/**
 * The name that a component gives itself; a missing name is an error. The name is not checked here: most names never occur in
 * a message, and those that do are checked where the messages are known.
 */
export function ownName(context: ReaderContext, element: SourceElement): string | undefined {
  const value = requiredAttribute(context, element, 'name');
  if (value === undefined || isNCName(value)) {
    return value;
  }
  const attribute = attributeOf(element, 'name') as SourceAttribute;
  const span = spanAt(attribute.position, attribute.value.length);
  context.diagnostics.push(diagnostic('wsdl/odd-name', { kind: element.local, name: value }, span));
  return collapseWhiteSpace(value);
}

/** Child elements of WSDL's own namespace with this name. */
export function wsdlChildren(element: SourceElement, local: string): readonly SourceElement[] {
  return childElements(element).filter((child) => isWsdl(child, local));
}

/** True for an element of WSDL's own namespace with this name. */
export function isWsdl(element: SourceElement, local: string): boolean {
  return element.namespace === wsdlNamespace && element.local === local;
}

/** The expanded name of a component that this document declares. */
export function declaredName(context: ReaderContext, local: string): ExpandedName {
  return expandedName(context.targetNamespace, local);
}

/**
 * The expanded name that a QName-valued attribute refers to; undefined if it is absent. An undeclared prefix is reported and
 * means no namespace: if the local name is unique, the component is found all the same.
 */
export function qualifiedName(
  context: ReaderContext,
  element: SourceElement,
  attribute: string,
): ExpandedName | undefined {
  const found = attributeOf(element, attribute);
  if (found === undefined) {
    return undefined;
  }
  const value = found.value.trim();
  const { prefix, local, namespace, isDeclared } = resolveQName(value, element);
  if (!isDeclared) {
    context.diagnostics.push(
      diagnostic('wsdl/undeclared-prefix', { prefix, value }, spanAt(found.position, value.length)),
    );
  }
  return referredName(namespace, collapseWhiteSpace(local));
}

/** One of the values that an attribute may have, in any letter case; anything else is reported and treated as absent. */
export function choiceAttribute<T extends string>(
  context: ReaderContext,
  element: SourceElement,
  local: string,
  values: readonly T[],
): T | undefined {
  const attribute = attributeOf(element, local);
  if (attribute === undefined) {
    return undefined;
  }
  const value = attribute.value.trim();
  const match = values.find((v) => v === value.toLowerCase());
  const span = spanAt(attribute.position, attribute.value.length);
  if (match === undefined) {
    const parameters = { attribute: local, value, expected: values.join('", "') };
    context.diagnostics.push(diagnostic('wsdl/invalid-value', parameters, span));
  } else if (match !== value) {
    context.diagnostics.push(diagnostic('wsdl/letter-case', { attribute: local, value, meant: match }, span));
  }
  return match;
}

/** Components without duplicates of a name, which are reported: the first one is used. */
export function distinct<T extends { readonly name: string; readonly position: Position }>(
  context: ReaderContext,
  kind: string,
  components: readonly T[],
): readonly T[] {
  const names = new Set<string>();
  return components.filter(({ name, position }) => {
    const again = names.has(name);
    if (again) {
      context.diagnostics.push(diagnostic('wsdl/duplicate-component', { kind, name }, spanAt(position)));
    }
    names.add(name);
    return !again;
  });
}
