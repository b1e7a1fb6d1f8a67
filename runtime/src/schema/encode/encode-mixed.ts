import type { XmlElement, XmlNode } from '../../xml/interfaces/tree.js';
import { type Encoder, isTree, laterEngine } from '../context/encoder.js';
import { particlesOf } from '../match/match.js';
import type { AnyNode, ComplexPlan, ElementNode, ElementPlan } from '../plan/plan.js';
import { describe } from '../plan/simple-plan.js';
import { encodeNode } from './encode-tree.js';

/** Writes mixed content: texts and elements in order. */
export function encodeMixed(encoder: Encoder, plan: ComplexPlan, content: unknown): void {
  if (!Array.isArray(content)) {
    encoder.path.push('$content');
    if (laterEngine(encoder)?.items(encoder, content, (node) => encodeMixed(encoder, plan, [node])) !== true) {
      encoder.misfit('wrong-type', `expected an array of nodes, got ${describe(content)}`);
    }
    encoder.path.pop();
    return;
  }
  const nodes = content as readonly XmlNode[];
  const particles = encoder.checks !== undefined && plan.wildcards.length > 0 ? mixedParticles(plan, nodes) : [];
  let count = 0;
  encoder.path.push('$content', 0);
  for (let i = 0; i < nodes.length; i++) {
    encoder.path[encoder.path.length - 1] = i;
    const node = nodes[i];
    if (isTree(node)) {
      encodeChild(encoder, plan, node, particles[count++]);
    } else if (typeof node === 'string') {
      encodeNode(encoder, node);
    } else {
      encoder.misfit('wrong-type', `expected text or an XmlElement, got ${describe(node)}`);
    }
  }
  encoder.path.length -= 2;
}

function encodeChild(encoder: Encoder, plan: ComplexPlan, node: XmlElement, particle?: ElementNode | AnyNode): void {
  encoder.checks?.child(encoder, node.namespace, node.name);
  if (!encodeNode(encoder, node)) {
    return;
  }
  if (particle?.kind === 'any') {
    encoder.checks?.open(encoder, node, undefined, particle.wildcard.process);
  } else {
    encoder.checks?.open(encoder, node, declaredChild(plan, node), 'lax');
  }
}

/** The declaration of a child of mixed content, if it has one of its own. */
function declaredChild(plan: ComplexPlan, child: XmlElement): ElementPlan | undefined {
  const field = plan.byName.get(child.name)?.find(({ namespace }) => namespace === child.namespace);
  return field?.member.element;
}

/** The particles of the children of mixed content, if a wildcard may accept an element with the name of a declared child. */
function mixedParticles(plan: ComplexPlan, nodes: readonly XmlNode[]): readonly (ElementNode | AnyNode)[] {
  return particlesOf(plan.model, nodes.filter(isTree));
}
