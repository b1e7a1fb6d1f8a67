import type { SourceElement } from '../../source/document.js';
import type {
  ModelGroup,
  Occurrence,
  SchemaSet,
  XsdElementDeclaration,
  XsdParticle,
  XsdWildcard,
} from '../components.js';
import { modelGroupOf } from './content.js';
import type { Substitutions } from './members.js';

/** A content model with groups expanded and pointless particles removed (Part 1, 3.9.6 "Particle Valid (Restriction)"). */
export type Node = ElementLeaf | WildcardNode | GroupBranch;

/** How often a particle occurs, and the place that says so. */
type SourceOccurrence = Occurrence & { readonly source: SourceElement };

export interface ElementLeaf extends Occurrence {
  readonly kind: 'element';
  readonly declaration: XsdElementDeclaration;
  readonly source: SourceElement;
}

export interface WildcardNode extends Occurrence {
  readonly kind: 'any';
  readonly wildcard: XsdWildcard;
  readonly source: SourceElement;
}

export interface GroupBranch extends Occurrence {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly children: readonly Node[];
  readonly source: SourceElement;
}

/** The tree of a content model. Nothing when a part of it is not known, or it is very large; `null` if it is empty. */
export function treeOf(
  particles: readonly XsdParticle[],
  schemas: SchemaSet,
  substitutions: Substitutions,
): Node | null | undefined {
  const builder = new TreeBuilder(schemas, substitutions);
  const nodes = particles.map((particle) => builder.node(particle, 'sequence', 0));
  if (nodes.includes(undefined) || builder.isTooMuch()) {
    return undefined;
  }
  const children = (nodes as readonly (readonly Node[])[]).flat();
  const [source] = particles;
  if (!source || children.length === 0) {
    return null;
  }
  if (children.length === 1) {
    return children[0];
  }
  return { kind: 'sequence', children, source: source.source, minOccurs: 1, maxOccurs: 1 };
}

const maxNodes = 10_000;
const maxDepth = 200;

class TreeBuilder {
  readonly #schemas: SchemaSet;
  readonly #substitutions: Substitutions;
  #count = 0;

  constructor(schemas: SchemaSet, substitutions: Substitutions) {
    this.#schemas = schemas;
    this.#substitutions = substitutions;
  }

  isTooMuch(): boolean {
    return this.#count > maxNodes;
  }

  /** The contribution of a particle to the group around it: nothing, itself, or the children of a pointless group. */
  node(particle: XsdParticle, parent: GroupBranch['kind'], depth: number): readonly Node[] | undefined {
    if (++this.#count > maxNodes || depth > maxDepth) {
      return undefined;
    }
    const { source, minOccurs, maxOccurs } = particle;
    const occurs = { source, minOccurs, maxOccurs };
    switch (particle.kind) {
      case 'any':
        return [{ kind: 'any', wildcard: particle.wildcard, ...occurs }];
      case 'element':
        return [{ kind: 'element', declaration: particle.declaration, ...occurs }];
      case 'elementRef': {
        const declaration = this.#schemas.elements.get(particle.reference.name);
        return declaration && this.#substitutable(declaration, occurs, parent);
      }
      case 'sequence':
      case 'choice':
      case 'all':
      case 'groupRef': {
        const group = modelGroupOf(particle, this.#schemas);
        return group && this.#group(group, occurs, parent, depth);
      }
    }
  }

  #group(
    group: ModelGroup,
    occurs: SourceOccurrence,
    parent: ModelGroup['kind'],
    depth: number,
  ): readonly Node[] | undefined {
    const { minOccurs, maxOccurs } = occurs;
    const parts = group.particles.map((child) => this.node(child, group.kind, depth + 1));
    if (parts.includes(undefined)) {
      return undefined;
    }
    const children = (parts as readonly (readonly Node[])[]).flat();
    // A choice of nothing cannot be fulfilled, unless it need not occur.
    const isVoid = children.length === 0 && (group.kind !== 'choice' || minOccurs === 0);
    if (isVoid) {
      return [];
    }
    const isPartOfParent = group.kind === parent && group.kind !== 'all';
    if (minOccurs === 1 && maxOccurs === 1 && (children.length === 1 || isPartOfParent)) {
      return children;
    }
    return [{ kind: group.kind, children, ...occurs }];
  }

  /** The head of a substitution group is treated as a choice of its members; within a choice that is a pointless group. */
  #substitutable(
    declaration: XsdElementDeclaration,
    occurs: SourceOccurrence,
    parent: GroupBranch['kind'],
  ): readonly Node[] {
    const members = this.#substitutions.membersOf(declaration);
    if (members.length === 0) {
      return [{ kind: 'element', declaration, ...occurs }];
    }
    const once = { source: occurs.source, minOccurs: 1, maxOccurs: 1 };
    const children = [declaration, ...members].map(
      (member): Node => ({ kind: 'element', declaration: member, ...once }),
    );
    const isPointless = parent === 'choice' && occurs.minOccurs === 1 && occurs.maxOccurs === 1;
    return isPointless ? children : [{ kind: 'choice', children, ...occurs }];
  }
}

/** "Effective Total Range" (Part 1, 3.8.6): how many elements a model accepts. */
export function totalRange(node: Node): Occurrence {
  if (node.kind === 'element' || node.kind === 'any') {
    return node;
  }
  const known = totals.get(node) ?? rangeOfGroup(node);
  totals.set(node, known);
  return known;
}

const totals = new WeakMap<Node, Occurrence>();

function rangeOfGroup(node: GroupBranch): Occurrence {
  const ranges = node.children.map(totalRange);
  const least = ranges.map((range) => range.minOccurs);
  const most = ranges.map((range) => range.maxOccurs);
  const isChoice = node.kind === 'choice';
  const min = isChoice && least.length > 0 ? least.reduce((a, b) => Math.min(a, b)) : least.reduce((a, b) => a + b, 0);
  const max = most.includes(null)
    ? null
    : isChoice
      ? (most as number[]).reduce((a, b) => Math.max(a, b), 0)
      : (most as number[]).reduce((a, b) => a + b, 0);
  return { minOccurs: min * node.minOccurs, maxOccurs: times(max, node.maxOccurs) };
}

function times(a: number | null, b: number | null): number | null {
  if (a === 0 || b === 0) {
    return 0;
  }
  return a === null || b === null ? null : a * b;
}
