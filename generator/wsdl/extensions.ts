import { append } from '../diagnostics/append.js';
import type { SourceElement } from '../source/document.js';
import { attributeValue, childElements } from '../source/references.js';
import type { BindingMessage, MimeContent } from './components.js';
import type { ReaderContext } from './elements.js';
import { mimeBindingNamespace, textMatchingNamespace } from './namespaces.js';
import type { MessageExtensions } from './protocol.js';
import { protocolOf } from './protocols.js';

/** Reads the extensions in an input or output of a binding operation (WSDL 1.1, 3.5 to 3.7, 4.6 to 4.8, 5). */
export function readMessageExtensions(context: ReaderContext, element: SourceElement): BindingMessage {
  const message: MessageExtensions = {
    position: element.position,
    headers: [],
    contents: [],
    attachments: [],
    multipart: false,
    urlEncoded: false,
    urlReplacement: false,
  };
  for (const child of childElements(element)) {
    const protocol = protocolOf(child);
    if (protocol !== undefined) {
      protocol.message(context, child, message);
    } else if (child.namespace === mimeBindingNamespace && child.local === 'multipartRelated') {
      message.multipart = true;
      for (const part of childElements(child)) {
        readMimePart(context, part, message);
      }
    } else {
      append(message.contents, readContent(child));
    }
  }
  return message;
}

/** The root part of a `mime:multipartRelated` contains `soap:body` and headers; each other part is an attachment. */
function readMimePart(context: ReaderContext, part: SourceElement, message: MessageExtensions): void {
  const children = childElements(part);
  for (const child of children) {
    protocolOf(child)?.message(context, child, message);
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
