import type { SourceElement } from '../source/document.js';
import { listItems } from '../source/qualified-names.js';
import { attributeValue, childElements } from '../source/references.js';
import type { BindingMessage, MimeContent, SoapBody, SoapHeaderDefinition } from './components.js';
import {
  attributePosition,
  choiceAttribute,
  qualifiedName,
  type ReaderContext,
  requiredAttribute,
} from './elements.js';
import {
  httpBindingNamespace,
  mimeBindingNamespace,
  soap11BindingNamespace,
  soap12BindingNamespace,
  textMatchingNamespace,
} from './namespaces.js';

type MutableMessage = { -readonly [K in keyof BindingMessage]: BindingMessage[K] } & {
  headers: SoapHeaderDefinition[];
  contents: MimeContent[];
  attachments: (readonly MimeContent[])[];
};

/** Reads the extensions in an input or output of a binding operation (WSDL 1.1, 3.5 to 3.7, 4.6 to 4.8, 5). */
export function readMessageExtensions(context: ReaderContext, element: SourceElement): BindingMessage {
  const message: MutableMessage = {
    position: element.position,
    headers: [],
    contents: [],
    attachments: [],
    multipart: false,
    urlEncoded: false,
    urlReplacement: false,
  };
  for (const child of childElements(element)) {
    if (isSoap(child)) {
      readSoap(context, child, message);
    } else if (child.namespace === httpBindingNamespace) {
      if (child.local === 'urlEncoded') {
        message.urlEncoded = true;
      }
      if (child.local === 'urlReplacement') {
        message.urlReplacement = true;
      }
    } else if (child.namespace === mimeBindingNamespace && child.local === 'multipartRelated') {
      message.multipart = true;
      for (const part of childElements(child)) {
        readMimePart(context, part, message);
      }
    } else {
      message.contents.push(...readContent(child));
    }
  }
  return message;
}

function isSoap(element: SourceElement): boolean {
  return element.namespace === soap11BindingNamespace || element.namespace === soap12BindingNamespace;
}

function readSoap(context: ReaderContext, element: SourceElement, message: MutableMessage): void {
  if (element.local === 'body') {
    message.body ??= readBody(context, element);
  }
  if (element.local === 'header') {
    message.headers.push(...readHeader(context, element));
  }
}

/** The root part of a `mime:multipartRelated` holds `soap:body` and headers; each other part is an attachment. */
function readMimePart(context: ReaderContext, part: SourceElement, message: MutableMessage): void {
  const children = childElements(part);
  for (const child of children) {
    if (isSoap(child)) {
      readSoap(context, child, message);
    }
  }
  const contents = children.flatMap(readContent);
  if (contents.length > 0) {
    message.attachments.push(contents);
  }
}

function readContent(element: SourceElement): readonly MimeContent[] {
  if (element.namespace === textMatchingNamespace) {
    return [{ kind: 'content', type: 'text/plain' }];
  }
  if (element.namespace !== mimeBindingNamespace) {
    return [];
  }
  const part = attributeValue(element, 'part');
  const type = attributeValue(element, 'type');
  const details = { ...(part !== undefined && { part }), ...(type !== undefined && { type }) };
  switch (element.local) {
    case 'content':
      return [{ kind: 'content', ...details }];
    case 'mimeXml':
      return [{ kind: 'xml', ...details }];
    default:
      return [];
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
