import { diagnostic } from '../diagnostics/diagnostic.js';
import { type SourceElement, spanAt } from '../source/document.js';
import { splitQName } from '../source/qualified-names.js';
import { attributeValue, childElements } from '../source/references.js';
import { addressingOf } from './addressing.js';
import type {
  MessageDefinition,
  MessageReference,
  OperationDefinition,
  PartDefinition,
  PortTypeDefinition,
} from './components.js';
import { documentationOf } from './documentation.js';
import {
  attributePosition,
  declaredName,
  distinct,
  isWsdl,
  ownName,
  qualifiedName,
  type ReaderContext,
  requiredAttribute,
  wsdlChildren,
} from './elements.js';
import { addressingNamespaces } from './namespaces.js';

/** Reads a `wsdl:message` (WSDL 1.1, 2.3). */
export function readMessage(context: ReaderContext, element: SourceElement): MessageDefinition | undefined {
  const name = ownName(context, element);
  if (name === undefined) {
    return undefined;
  }
  const parts = wsdlChildren(element, 'part').map((child) => readPart(context, child, name));
  return {
    name: declaredName(context, name),
    parts: distinct(context, 'part', parts),
    position: element.position,
    ...documentationOf(element),
    ...context.attached.of(element),
  };
}

function readPart(context: ReaderContext, element: SourceElement, message: string): PartDefinition {
  const name = partName(context, element, message);
  const elementName = qualifiedName(context, element, 'element');
  const type = qualifiedName(context, element, 'type');
  return {
    name,
    ...(elementName !== undefined && { element: elementName }),
    ...(type !== undefined && { type }),
    referenceAt: attributePosition(element, elementName === undefined ? 'type' : 'element'),
    position: element.position,
    ...documentationOf(element),
  };
}

/**
 * The name of a part. A part that refers to an element is not named in any document, so without a name it gets that of the
 * element. Any other part without a name has the name `''`, and its operations are left out.
 */
function partName(context: ReaderContext, element: SourceElement, message: string): string {
  if ((attributeValue(element, 'name') ?? '') !== '') {
    return ownName(context, element) ?? '';
  }
  const reference = attributeValue(element, 'element');
  if (reference === undefined) {
    return '';
  }
  const { local } = splitQName(reference);
  const parameters = { message, element: local };
  context.diagnostics.push(diagnostic('wsdl/unnamed-part', parameters, spanAt(element.position)));
  return local;
}

/** Reads a `wsdl:portType` (WSDL 1.1, 2.4). */
export function readPortType(context: ReaderContext, element: SourceElement): PortTypeDefinition | undefined {
  const name = ownName(context, element);
  if (name === undefined) {
    return undefined;
  }
  const attached = context.attached.of(element);
  const addressing = addressingOf(element, attached.policy);
  return {
    name: declaredName(context, name),
    operations: wsdlChildren(element, 'operation').flatMap((child) => readOperation(context, child) ?? []),
    ...(addressing && { addressing }),
    position: element.position,
    ...documentationOf(element),
    ...attached,
  };
}

function readOperation(context: ReaderContext, element: SourceElement): OperationDefinition | undefined {
  const name = ownName(context, element);
  if (name === undefined) {
    return undefined;
  }
  const pattern = exchangePattern(element);
  const input = readReference(context, wsdlChildren(element, 'input')[0], defaultName(name, pattern, 'input'));
  const output = readReference(context, wsdlChildren(element, 'output')[0], defaultName(name, pattern, 'output'));
  return {
    name,
    pattern,
    ...(input && { input }),
    ...(output && { output }),
    faults: wsdlChildren(element, 'fault').flatMap((child) => readReference(context, child, '') ?? []),
    position: element.position,
    ...documentationOf(element),
    ...context.attached.of(element),
  };
}

/** WSDL 1.1, 2.4.1 to 2.4.4: which of input and output are there, and which comes first. */
function exchangePattern(element: SourceElement): OperationDefinition['pattern'] {
  const order = childElements(element).filter((child) => isWsdl(child, 'input') || isWsdl(child, 'output'));
  const [first, second] = order.map((child) => child.local);
  if (first === 'output') {
    return second === undefined ? 'notification' : 'solicitResponse';
  }
  return second === undefined ? 'oneWay' : 'requestResponse';
}

/** WSDL 1.1, 2.4.5. */
function defaultName(operation: string, pattern: OperationDefinition['pattern'], side: 'input' | 'output'): string {
  switch (pattern) {
    case 'oneWay':
    case 'notification':
      return operation;
    case 'requestResponse':
      return operation + (side === 'input' ? 'Request' : 'Response');
    case 'solicitResponse':
      return operation + (side === 'input' ? 'Response' : 'Solicit');
  }
}

function readReference(
  context: ReaderContext,
  element: SourceElement | undefined,
  fallbackName: string,
): MessageReference | undefined {
  if (element === undefined) {
    return undefined;
  }
  const named = requiredAttribute(context, element, 'message');
  const message = named === undefined ? undefined : qualifiedName(context, element, 'message');
  const action = element.attributes
    .find(({ local, namespace }) => local === 'Action' && addressingNamespaces.has(namespace))
    ?.value.trim();
  return {
    name: attributeValue(element, 'name') ?? fallbackName,
    // A reference that cannot be resolved is kept as a name that no message has: the operation is left out and reported
    // later.
    message: message ?? '',
    messageAt: attributePosition(element, 'message'),
    // An action is an absolute IRI: an empty one says nothing (1.0 Metadata, 4.4.1).
    ...(action && { action }),
    position: element.position,
    ...documentationOf(element),
    ...context.attached.of(element),
  };
}
