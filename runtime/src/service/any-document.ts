import type { DecodeOptions } from '../schema/context/decoder.js';
import { decodeElement } from '../schema/decode/decode.js';
import type { ElementDescriptor, ElementParticleDescriptor, Type } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import { encodeElement } from '../schema/encode/encode.js';
import { formatTree, parseTree, type XmlElement, type XmlReaderOptions } from '../xml/index.js';
import { XmlReader } from '../xml/read/xml-reader.js';
import { XmlWriter } from '../xml/write/xml-writer.js';
import type { MessageDescriptor } from './descriptor.js';

/**
 * The result of a method from an answer that is a whole document of any kind, as ASP.NET sends an `XmlNode` over GET and POST: what the answer over SOAP would have
 * been with the root element in its open content; the root element itself where the method has no answer over SOAP. Throws `XmlDecodeError` when
 * the content takes no such element.
 */
export function resultOfDocument(
  message: MessageDescriptor | undefined,
  root: XmlElement,
  options: { readonly decode?: DecodeOptions; readonly reader?: XmlReaderOptions },
): unknown {
  const element = message?.element;
  if (element === undefined) {
    return root;
  }
  const child = onlyChild(element);
  const content = child === undefined ? root : treeOf(child, root);
  const reader = new XmlReader(formatTree(treeOf(element, content)), options.reader);
  reader.next();
  const value: unknown = decodeElement(element, reader, options.decode);
  return message?.unwrap === undefined ? value : (value as Readonly<Record<string, unknown>> | null)?.[message.unwrap];
}

/** The document that answers for a result, the reverse of `resultOfDocument`; undefined where the result has no element. Throws `XmlEncodeError`. */
export function documentOfResult(message: MessageDescriptor | undefined, result: unknown): XmlElement | undefined {
  const element = message?.element;
  if (element === undefined) {
    return result as XmlElement | undefined;
  }
  const writer = new XmlWriter();
  const value = message?.unwrap === undefined ? result : { [message.unwrap]: result };
  encodeElement(element, value ?? {}, writer);
  const whole = parseTree(writer.toString());
  const holder = onlyChild(element) === undefined ? whole : firstElement(whole);
  return holder && firstElement(holder);
}

function treeOf(
  { namespace, name }: Pick<ElementParticleDescriptor, 'namespace' | 'name'>,
  child: XmlElement,
): XmlElement {
  return { namespace, name, attributes: [], children: [child] };
}

function firstElement({ children }: XmlElement): XmlElement | undefined {
  return children.find((child) => typeof child !== 'string');
}

/** The element of a wrapper that holds only one. */
function onlyChild(element: ElementDescriptor): ElementParticleDescriptor | undefined {
  const type = resolve<Type>(element.type);
  const content = type.kind === 'complex' ? type.content : undefined;
  const particles = content?.kind === 'sequence' || content?.kind === 'all' ? content.particles : [content];
  const [only] = particles;
  return particles.length === 1 && only?.kind === 'element' ? only : undefined;
}
