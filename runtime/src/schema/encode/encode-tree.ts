import type { XmlElement, XmlNode } from '../../xml/interfaces/tree.js';
import { writeTree } from '../../xml/trees/tree-writing.js';
import { type Encoder, isTree } from '../context/encoder.js';
import type { ElementPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';

/** `xs:anyType`: the tree's own attributes and children, under the element's name. */
export function encodeTree(encoder: Encoder, element: ElementPlan, value: unknown): void {
  if (!isTree(value)) {
    encoder.problem('wrong-type', `expected an XmlElement, got ${describe(value)}`);
    return;
  }
  const { namespace, name } = element;
  const same = encoder.output.programNamespace(value.namespace) === namespace && value.name === name;
  encoder.checks?.child(encoder, namespace, name);
  if (encodeNode(encoder, same ? value : renamed(value, namespace, name))) {
    encoder.checks?.open(encoder, value, element, 'lax');
  }
}

/** Writes a text or an element as it is. False, with a problem, for what cannot be written. */
export function encodeNode(encoder: Encoder, node: XmlNode): boolean {
  if (encoder.checks?.isRead === true) {
    return true;
  }
  if (typeof node !== 'string') {
    return writeTree(node, encoder.output.trial?.() ?? encoder.output, encoder);
  }
  try {
    encoder.output.text(node);
    return true;
  } catch (error) {
    encoder.refuse(error);
    return false;
  }
}

/** A tree under another name. An element in no namespace cannot declare a default one: its children declare it instead. */
function renamed({ attributes, children, declarations }: XmlElement, namespace: string, name: string): XmlElement {
  const { '': fallback, ...others } = declarations ?? {};
  if (namespace !== '' || fallback === undefined || fallback === '') {
    return { namespace, name, attributes, children, ...(declarations && { declarations }) };
  }
  const inner = children.map((child) =>
    isTree(child) ? { ...child, declarations: { '': fallback, ...child.declarations } } : child,
  );
  return { namespace, name, attributes, children: inner, declarations: others };
}

/** The children of a tree. */
export function encodeChildren(encoder: Encoder, value: unknown): void {
  if (!isTree(value)) {
    encoder.problem('wrong-type', `expected an XmlElement, got ${describe(value)}`);
    return;
  }
  const { children } = value;
  for (let i = 0; i < children.length; i++) {
    encoder.path.push('children', i);
    const node = children[i] as XmlNode;
    if (encodeNode(encoder, node) && typeof node !== 'string') {
      encoder.checks?.child(encoder, node.namespace, node.name);
      encoder.checks?.open(encoder, node, undefined, 'lax');
    }
    encoder.path.length -= 2;
  }
}
