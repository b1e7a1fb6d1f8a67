import type { XmlElement, XmlNode } from '../../xml/tree.js';
import { writeTree } from '../../xml/tree-writing.js';
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
  let isWritten = true;
  try {
    if (typeof node === 'string') {
      encoder.output.text(node);
    } else {
      writeTree(node, encoder.output, (error, steps) => {
        isWritten = false;
        encoder.refuse(error, steps);
      });
    }
  } catch (error) {
    isWritten = false;
    encoder.refuse(error);
  }
  return isWritten;
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
  for (const [i, node] of value.children.entries()) {
    encoder.path.push('children', i);
    if (encodeNode(encoder, node) && typeof node !== 'string') {
      encoder.checks?.child(encoder, node.namespace, node.name);
      encoder.checks?.open(encoder, node, undefined, 'lax');
    }
    encoder.path.length -= 2;
  }
}
