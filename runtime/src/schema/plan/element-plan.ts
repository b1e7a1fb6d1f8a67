import type { ElementDescriptor, ElementParticleDescriptor } from '../descriptor/descriptor.js';
import type { ElementNode, ElementPlan, GatheredContent } from './plan-nodes.js';
import { usableText } from './value-constraints.js';

/** An element as a declaration, or a particle, has it. All plans have one shape. */
export function planElement(declaration: ElementDescriptor | ElementParticleDescriptor): ElementPlan {
  const absentNull = 'absent' in declaration && declaration.absent === 'null';
  return {
    namespace: declaration.namespace,
    name: declaration.name,
    // Peers may say nil as well.
    nillable: declaration.nillable === true || absentNull,
    abstract: declaration.abstract === true,
    default: usableText(declaration.type, declaration.default),
    fixed: usableText(declaration.type, declaration.fixed),
    constraints: declaration.constraints,
    lazyType: declaration.type,
    alternatives: declaration.alternatives,
    derived: declaration.derived,
    standIns: declaration.standIns,
    keepsSpace: 'space' in declaration && declaration.space === 'preserve',
    absentNull,
    optional:
      'property' in declaration &&
      declaration.list !== true &&
      (declaration.min === 0 || declaration.tolerant === true),
    tolerant: 'property' in declaration && declaration.tolerant === true,
    local: 'property' in declaration && declaration.global !== true && declaration.substitutes === undefined,
    target: undefined,
    tag: undefined,
    fast: undefined,
  };
}

/** An element as a part of content. `min` and `max` are the occurrences of the groups around it that have no property of their own. */
export function compileElement(
  particle: ElementParticleDescriptor,
  min: number,
  max: number,
  gathered: GatheredContent,
): ElementNode {
  const ownMin = particle.min ?? 1;
  const ownMax = particle.max ?? 1;
  const node: ElementNode = {
    kind: 'element',
    property: particle.property,
    list: particle.list === true,
    min: ownMin * min,
    // No occurrences of endlessly many are none.
    max: ownMax === 0 || max === 0 ? 0 : ownMax * max,
    ownMin,
    ownMax,
    element: planElement(particle),
    substitutes: particle.substitutes,
    members: undefined,
    byKey: undefined,
    index: gathered.fields.length,
  };
  gathered.fields.push(node);
  return node;
}
