import { append } from '../diagnostics/append.js';
import type { SourceElement } from '../source/document.js';
import { listItems } from '../source/qualified-names.js';
import { attributeValue, childElements } from '../source/references.js';
import type { SoapBody, SoapHeaderDefinition } from './components.js';
import {
  attributePosition,
  choiceAttribute,
  qualifiedName,
  type ReaderContext,
  requiredAttribute,
} from './elements.js';
import { soap11BindingNamespace, soap12BindingNamespace } from './namespaces.js';
import type { MessageExtensions, OperationExtensions, ProtocolReader } from './protocol.js';

/** The extensions of a SOAP binding (WSDL 1.1, 3); those of SOAP 1.2 have the same names. */
export function soapProtocol(kind: 'soap11' | 'soap12', namespace: string): ProtocolReader {
  return {
    namespace,
    binding: (context, element) => ({
      kind,
      transport: attributeValue(element, 'transport') ?? '',
      style: choiceAttribute(context, element, 'style', ['document', 'rpc']) ?? 'document',
    }),
    assumed: { kind, transport: '', style: 'document' },
    operation: readOperation,
    message: readMessage,
  };
}

/** `soap:operation` (3.4). */
function readOperation(context: ReaderContext, element: SourceElement): OperationExtensions {
  const soapAction = attributeValue(element, 'soapAction');
  const required = attributeValue(element, 'soapActionRequired');
  const style = choiceAttribute(context, element, 'style', ['document', 'rpc']);
  return {
    ...(soapAction !== undefined && { soapAction }),
    ...(required !== undefined && { soapActionRequired: required !== 'false' && required !== '0' }),
    ...(style && { style }),
  };
}

function readMessage(context: ReaderContext, element: SourceElement, message: MessageExtensions): void {
  if (element.local === 'body') {
    message.body ??= readBody(context, element);
  }
  if (element.local === 'header') {
    append(message.headers, readHeader(context, element));
  }
}

function readBody(context: ReaderContext, element: SourceElement): SoapBody {
  const parts = attributeValue(element, 'parts');
  return {
    ...readUse(context, element),
    partsAt: attributePosition(element, 'parts'),
    ...(parts !== undefined && { parts: listItems(parts) }),
  };
}

function readUse(context: ReaderContext, element: SourceElement): Omit<SoapBody, 'parts' | 'partsAt'> {
  const namespace = attributeValue(element, 'namespace');
  const encodingStyle = attributeValue(element, 'encodingStyle');
  return {
    use: choiceAttribute(context, element, 'use', ['literal', 'encoded']) ?? 'literal',
    ...(namespace !== undefined && { namespace }),
    ...(encodingStyle !== undefined && { encodingStyle }),
  };
}

function isSoap({ namespace }: SourceElement): boolean {
  return namespace === soap11BindingNamespace || namespace === soap12BindingNamespace;
}

function readHeader(context: ReaderContext, element: SourceElement): readonly SoapHeaderDefinition[] {
  const named = requiredAttribute(context, element, 'message');
  const message = named === undefined ? undefined : qualifiedName(context, element, 'message');
  const part = requiredAttribute(context, element, 'part');
  if (message === undefined || part === undefined) {
    return [];
  }
  const faults = childElements(element).filter((child) => isSoap(child) && child.local === 'headerfault');
  return [
    {
      message,
      messageAt: attributePosition(element, 'message'),
      part,
      partAt: attributePosition(element, 'part'),
      ...readUse(context, element),
      headerFaults: faults.flatMap((child) => readHeader(context, child)),
      position: element.position,
    },
  ];
}
