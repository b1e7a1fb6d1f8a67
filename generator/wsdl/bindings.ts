import { diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { spanAt } from '../source/document.js';
import { attributeValue, childElements } from '../source/references.js';
import { addressingOf } from './addressing.js';
import type { BindingDefinition, BindingFault, BindingOperationDefinition, BindingProtocol } from './components.js';
import { documentationOf } from './documentation.js';
import {
  attributePosition,
  choiceAttribute,
  declaredName,
  ownName,
  qualifiedName,
  type ReaderContext,
  requiredAttribute,
  wsdlChildren,
} from './elements.js';
import { readMessageExtensions } from './extensions.js';
import type { OperationExtensions } from './protocol.js';
import { protocolOf } from './protocols.js';

/** Reads a `wsdl:binding` (WSDL 1.1, 2.5) with the SOAP or HTTP extensions in it. */
export function readBinding(context: ReaderContext, element: SourceElement): BindingDefinition | undefined {
  const name = ownName(context, element);
  const type = requiredAttribute(context, element, 'type');
  const portType = type === undefined ? undefined : qualifiedName(context, element, 'type');
  if (name === undefined || portType === undefined) {
    return undefined;
  }
  const protocol = readProtocol(context, element);
  const attached = context.attached.of(element);
  const addressing = addressingOf(element, attached.policy);
  if (protocol === undefined) {
    context.diagnostics.push(diagnostic('wsdl/unknown-binding', { name }, spanAt(element.position)));
  }
  return {
    name: declaredName(context, name),
    portType,
    portTypeAt: attributePosition(element, 'type'),
    ...(protocol && { protocol }),
    ...(addressing && { addressing }),
    operations: wsdlChildren(element, 'operation').flatMap((child) => readOperation(context, child) ?? []),
    position: element.position,
    ...documentationOf(element),
    ...attached,
  };
}

/** `soap:binding` or `http:binding`; where an input forgets it, the extensions of its operations say which one. */
function readProtocol(context: ReaderContext, element: SourceElement): BindingProtocol | undefined {
  for (const child of childElements(element)) {
    const protocol = child.local === 'binding' ? protocolOf(child) : undefined;
    if (protocol !== undefined) {
      return protocol.binding(context, child);
    }
  }
  const extensions = wsdlChildren(element, 'operation').flatMap(childElements);
  return extensions.map((extension) => protocolOf(extension)?.assumed).find((assumed) => assumed !== undefined);
}

function readOperation(context: ReaderContext, element: SourceElement): BindingOperationDefinition | undefined {
  const name = ownName(context, element);
  if (name === undefined) {
    return undefined;
  }
  const [input] = wsdlChildren(element, 'input');
  const [output] = wsdlChildren(element, 'output');
  const inputName = input && attributeValue(input, 'name');
  const outputName = output && attributeValue(output, 'name');
  return {
    name,
    nameAt: attributePosition(element, 'name'),
    ...(inputName !== undefined && { inputName }),
    ...(outputName !== undefined && { outputName }),
    ...readOperationExtensions(context, element),
    ...(input && { input: { ...readMessageExtensions(context, input), ...context.attached.of(input) } }),
    ...(output && { output: { ...readMessageExtensions(context, output), ...context.attached.of(output) } }),
    faults: wsdlChildren(element, 'fault').flatMap((child) => readFault(context, child)),
    position: element.position,
    ...documentationOf(element),
    ...context.attached.of(element),
  };
}

/** `soap:operation` (3.4) or `http:operation` (4.5). */
function readOperationExtensions(context: ReaderContext, element: SourceElement): OperationExtensions {
  for (const child of childElements(element)) {
    const protocol = child.local === 'operation' ? protocolOf(child) : undefined;
    if (protocol !== undefined) {
      return protocol.operation(context, child);
    }
  }
  return {};
}

function readFault(context: ReaderContext, element: SourceElement): readonly BindingFault[] {
  const soapFault = childElements(element).find((e) => e.local === 'fault' && protocolOf(e) !== undefined);
  const name = attributeValue(element, 'name') ?? (soapFault && attributeValue(soapFault, 'name'));
  if (name === undefined) {
    return [];
  }
  const use = soapFault && choiceAttribute(context, soapFault, 'use', ['literal', 'encoded']);
  const namespace = soapFault && attributeValue(soapFault, 'namespace');
  return [
    {
      name,
      ...(use !== undefined && { use }),
      ...(namespace !== undefined && { namespace }),
      position: element.position,
      ...context.attached.of(element),
    },
  ];
}
