import { diagnostic } from '../diagnostics/diagnostic.js';
import type { SourceElement } from '../source/document.js';
import { spanAt } from '../source/document.js';
import { attributeValue, childElements } from '../source/references.js';
import type { BindingDefinition, BindingFault, BindingOperationDefinition, BindingProtocol } from './components.js';
import { documentationOf } from './documentation.js';
import {
  attributePosition,
  choiceAttribute,
  declaredName,
  isWsdl,
  ownName,
  qualifiedName,
  type ReaderContext,
  requiredAttribute,
  wsdlChildren,
} from './elements.js';
import { readMessageExtensions } from './extensions.js';
import { httpBindingNamespace, soap11BindingNamespace, soap12BindingNamespace } from './namespaces.js';

/** Reads a `wsdl:binding` (WSDL 1.1, 2.5) with the SOAP or HTTP extensions in it. */
export function readBinding(context: ReaderContext, element: SourceElement): BindingDefinition | undefined {
  const name = ownName(context, element);
  const type = requiredAttribute(context, element, 'type');
  const portType = type === undefined ? undefined : qualifiedName(context, element, 'type');
  if (name === undefined || portType === undefined) {
    return undefined;
  }
  const protocol = readProtocol(context, element);
  if (protocol === undefined) {
    context.diagnostics.push(diagnostic('wsdl/unknown-binding', { name }, spanAt(element.position)));
  }
  return {
    name: declaredName(context, name),
    portType,
    portTypeAt: attributePosition(element, 'type'),
    ...(protocol && { protocol }),
    operations: wsdlChildren(element, 'operation').flatMap((child) => readOperation(context, child) ?? []),
    position: element.position,
    ...documentationOf(element),
  };
}

/** `soap:binding` or `http:binding`; where a descriptor forgets it, what its operations are extended with tells. */
function readProtocol(context: ReaderContext, element: SourceElement): BindingProtocol | undefined {
  for (const child of childElements(element)) {
    const version = soapVersion(child);
    if (version !== undefined && child.local === 'binding') {
      const style = choiceAttribute(context, child, 'style', ['document', 'rpc']) ?? 'document';
      return { kind: version, transport: attributeValue(child, 'transport') ?? '', style };
    }
    if (child.namespace === httpBindingNamespace && child.local === 'binding') {
      return { kind: 'http', verb: (attributeValue(child, 'verb') ?? 'GET').toUpperCase() };
    }
  }
  const extensions = wsdlChildren(element, 'operation').flatMap(childElements);
  const version = extensions.map((e) => soapVersion(e)).find((v) => v !== undefined);
  return version && { kind: version, transport: '', style: 'document' };
}

function soapVersion(element: SourceElement): 'soap11' | 'soap12' | undefined {
  switch (element.namespace) {
    case soap11BindingNamespace:
      return 'soap11';
    case soap12BindingNamespace:
      return 'soap12';
    default:
      return undefined;
  }
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
    ...(input && { input: readMessageExtensions(context, input) }),
    ...(output && { output: readMessageExtensions(context, output) }),
    faults: wsdlChildren(element, 'fault').flatMap((child) => readFault(context, child)),
    position: element.position,
    ...documentationOf(element),
  };
}

/** `soap:operation` (3.4) or `http:operation` (4.5). */
function readOperationExtensions(
  context: ReaderContext,
  element: SourceElement,
): Pick<BindingOperationDefinition, 'soapAction' | 'soapActionRequired' | 'style' | 'location'> {
  for (const child of childElements(element)) {
    if (child.local !== 'operation' || isWsdl(child, 'operation')) {
      continue;
    }
    if (child.namespace === httpBindingNamespace) {
      return { location: attributeValue(child, 'location') ?? '' };
    }
    if (soapVersion(child) === undefined) {
      continue;
    }
    const soapAction = attributeValue(child, 'soapAction');
    const required = attributeValue(child, 'soapActionRequired');
    const style = choiceAttribute(context, child, 'style', ['document', 'rpc']);
    return {
      ...(soapAction !== undefined && { soapAction }),
      ...(required !== undefined && { soapActionRequired: required !== 'false' && required !== '0' }),
      ...(style && { style }),
    };
  }
  return {};
}

function readFault(context: ReaderContext, element: SourceElement): readonly BindingFault[] {
  const soapFault = childElements(element).find((e) => e.local === 'fault' && soapVersion(e) !== undefined);
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
    },
  ];
}
