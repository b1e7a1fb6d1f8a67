import type { XmlReaderOptions } from '../../xml/interfaces/reader.js';
import type { XmlAttribute, XmlElement } from '../../xml/interfaces/tree.js';
import type { XmlWriterOptions } from '../../xml/interfaces/writer.js';
import { formatTree, parseTree } from '../../xml/trees/tree-io.js';
import type { DecodeOptions } from '../context/decoder.js';
import type { EncodeOptions } from '../context/encoder.js';
import type { ElementDescriptor } from '../descriptor/descriptor.js';
import { expandedName, instanceNamespace, resolve, schemaNamespace } from '../descriptor/resolve.js';
import { formatXml, parseXml } from './document.js';

/**
 * Values of elements that may have any type: `xs:anyType`, which is .NET's `object`. Such an element names its type itself,
 * by `xsi:type` (XML Schema Part 1, 2.6.1).
 */

/**
 * Expanded name of the type that a tree names: `{http://www.w3.org/2001/XMLSchema}int`. Undefined if it names none, or uses a
 * prefix that the tree does not declare.
 */
export function typeOfTree(tree: XmlElement): string | undefined {
  const text = tree.attributes
    .find(({ namespace, name }) => namespace === instanceNamespace && name === 'type')
    ?.value.trim();
  if (text === undefined || text === '') {
    return undefined;
  }
  const colon = text.indexOf(':');
  const prefix = colon < 0 ? '' : text.slice(0, colon);
  const { declarations = {} } = tree;
  const namespace = Object.hasOwn(declarations, prefix) ? declarations[prefix] : undefined;
  return namespace === undefined && prefix !== '' ? undefined : expandedName(namespace ?? '', text.slice(colon + 1));
}

/**
 * Value of a tree, read as the element, whatever the tree's own name is; of a type derived from the element's where `xsi:type` says so. Throws
 * `XmlDecodeError`.
 */
export function fromTree<T>(
  element: ElementDescriptor<T>,
  tree: XmlElement,
  options: DecodeOptions & XmlReaderOptions = {},
): T {
  // The element gets the tree's name, not the other way round: the declarations of a tree may leave no way to write another.
  const namespace = options.namespaces?.get(tree.namespace) ?? tree.namespace;
  return parseXml({ ...element, namespace, name: tree.name }, formatTree(tree), options);
}

/** How `toTree` writes a value. */
export interface TreeOptions extends EncodeOptions, XmlWriterOptions {
  /** Expanded name of the type to state, where it is another than the descriptor's: `char` of WCF is not that of ASP.NET. */
  readonly type?: string;
}

/**
 * A value as a tree with its type, for a place where any type is allowed: it gets the name of that place. `namespaces` fills
 * in placeholders. Throws `XmlEncodeError`.
 */
export function toTree<T>(element: ElementDescriptor<T>, value: T, given: TreeOptions = {}): XmlElement {
  const { type: stated, ...options } = given;
  const tree = parseTree(formatXml(element, value, options));
  const says = ({ namespace, name }: XmlAttribute): boolean =>
    namespace === instanceNamespace && (name === 'type' || name === 'nil');
  if (tree.attributes.some(says)) {
    return tree;
  }
  const { namespace, name } = statedType(element, stated);
  if (name === '') {
    return tree;
  }
  const onWire = options.namespaces?.get(namespace) ?? namespace;
  const declarations = { ...tree.declarations };
  let prefix = Object.keys(declarations).find((known) => known !== '' && declarations[known] === onWire);
  if (prefix === undefined) {
    prefix = namespace === schemaNamespace ? 'xs' : 'type';
    while (Object.hasOwn(declarations, prefix)) {
      prefix += '1';
    }
    declarations[prefix] = onWire;
  }
  const type = { namespace: instanceNamespace, name: 'type', value: `${prefix}:${name}` };
  return { ...tree, attributes: [type, ...tree.attributes], declarations };
}

function statedType(
  { type }: ElementDescriptor,
  stated: string | undefined,
): { readonly namespace: string; readonly name: string } {
  const [, namespace, name] = /^\{(.*)\}(.*)$/s.exec(stated ?? '') ?? [];
  if (namespace !== undefined && name !== undefined) {
    return { namespace, name };
  }
  return resolve(type);
}
