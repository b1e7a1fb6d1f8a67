import type { XmlElement } from '../../xml/tree.js';
import { writeTree } from '../../xml/tree-io.js';
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
  const { prefix: _, ...rest } = value;
  const same = encoder.output.programNamespace(value.namespace) === namespace && value.name === name;
  encoder.checks?.child(encoder, namespace, name);
  encoder.checks?.open(encoder, value, element, 'lax');
  writeTree(same ? value : renamed(rest, namespace, name), encoder.output);
}

/** A tree under another name. An element in no namespace cannot declare a default one: its children declare it instead. */
function renamed(tree: XmlElement, namespace: string, name: string): XmlElement {
  const { '': fallback, ...declarations } = tree.declarations ?? {};
  if (namespace !== '' || fallback === undefined || fallback === '') {
    return { ...tree, namespace, name };
  }
  const children = tree.children.map((child) =>
    typeof child === 'string' ? child : { ...child, declarations: { '': fallback, ...child.declarations } },
  );
  return { ...tree, namespace, name, declarations, children };
}

/** The children of a tree. */
export function encodeChildren(encoder: Encoder, value: unknown): void {
  if (!isTree(value)) {
    encoder.problem('wrong-type', `expected an XmlElement, got ${describe(value)}`);
    return;
  }
  for (const [i, node] of value.children.entries()) {
    if (typeof node === 'string') {
      encoder.output.text(node);
    } else {
      encoder.path.push('$content', i);
      encoder.checks?.child(encoder, node.namespace, node.name);
      encoder.checks?.open(encoder, node, undefined, 'lax');
      encoder.path.length -= 2;
      writeTree(node, encoder.output);
    }
  }
}
