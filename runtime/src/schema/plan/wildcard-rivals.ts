import { wildcardAllows } from '../descriptor/resolve.js';
import { isEmptiable } from './emptiable.js';
import type { AnyNode, ElementNode, GroupNode, ParticleNode } from './plan-nodes.js';

/**
 * If an element and a wildcard could both accept a child, the element does (XML Schema 1.1, Part 1, 3.8.6.4, the weakened
 * rule of Unique Particle Attribution; in schemas of 1.0 there are no such places). Gives every wildcard below the content
 * the list of these elements. In `xs:all` they are all the others, as long as they can still accept one.
 */
export function setRivals(content: GroupNode): void {
  visit(content, nothing, nothing);
}

type Elements = () => readonly ElementNode[];
const nothing: Elements = () => [];

/** `beside` are elements that are possible in place of the node's first child, `after` those that can follow the node. */
function visit(node: ParticleNode, beside: Elements, after: Elements): void {
  if (node.kind === 'element') {
    return;
  }
  if (node.kind === 'any') {
    node.laterRivals = rivalsOf(node, after());
    node.rivals = node.ownMin === 0 ? rivalsOf(node, [...beside(), ...after()]) : rivalsOf(node, beside());
    return;
  }
  const again: Elements = node.max > 1 ? () => [...firstOf(node), ...after()] : after;
  switch (node.kind) {
    case 'sequence':
      visitSequence(node, beside, again);
      return;
    case 'choice':
      for (const branch of node.particles) {
        visit(
          branch,
          () => [...beside(), ...node.particles.flatMap((other) => (other === branch ? [] : firstOf(other)))],
          again,
        );
      }
      return;
    case 'all':
      for (const particle of node.particles) {
        visit(particle, nothing, again);
      }
      return;
  }
}

function visitSequence({ particles }: GroupNode, beside: Elements, after: Elements): void {
  let start = true;
  particles.forEach((particle, i) => {
    visit(particle, start ? beside : nothing, () => following(particles, i + 1, after));
    start &&= isEmptiable(particle);
  });
}

/** The maximum number of elements that take precedence over a wildcard: far more than any schema has in one place. */
const maxRivals = 1000;

/** Elements that can come at a place of a sequence: those of the particles there, up to the first that must be there. */
function following(particles: readonly ParticleNode[], from: number, after: Elements): readonly ElementNode[] {
  const found: ElementNode[] = [];
  for (let i = from; i < particles.length && found.length < maxRivals; i++) {
    const particle = particles[i] as ParticleNode;
    for (const element of firstOf(particle)) {
      found.push(element);
    }
    if (!isEmptiable(particle)) {
      return found;
    }
  }
  return [...found, ...after()];
}

/** Elements with which a particle can begin. */
function firstOf(node: ParticleNode): readonly ElementNode[] {
  switch (node.kind) {
    case 'element':
      return [node];
    case 'any':
      return [];
    case 'choice':
    case 'all':
      return node.particles.flatMap(firstOf);
    case 'sequence':
      return following(node.particles, 0, nothing);
  }
}

/** Of some elements, those that the wildcard would allow, or whose substitution groups contain such elements. */
function rivalsOf({ wildcard }: AnyNode, elements: readonly ElementNode[]): readonly ElementNode[] {
  return elements.filter(
    ({ element, substitutes }) =>
      substitutes !== undefined || wildcardAllows(wildcard, element.namespace, element.name),
  );
}
