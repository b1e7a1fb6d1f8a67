import type {
  ComplexType,
  ElementDescriptor,
  ElementParticleDescriptor,
  ParticleDescriptor,
} from '../descriptor/descriptor.js';
import type { CompiledContent, ElementNode, ElementPlan } from './plan-nodes.js';

/** Plans of records in few words: what a descriptor does not say is absent. Content that is more brings what makes its plan. */

/** An element as a declaration, or a particle, has it. */
export function planElement(declaration: ElementDescriptor | ElementParticleDescriptor): ElementPlan {
  const { type, nillable, absent, space, tolerant, min, list, property, global, substitutes } =
    declaration as Partial<ElementParticleDescriptor> & ElementDescriptor;
  const absentNull = absent === 'null';
  return {
    ...declaration,
    lazyType: type,
    // Peers may say nil as well.
    nillable: nillable === true || absentNull,
    absentNull,
    keepsSpace: space === 'preserve',
    optional: list !== true && (min === 0 || tolerant === true),
    local: property !== undefined && global !== true && substitutes === undefined,
  };
}

/** The content of a record: elements, each of its own name, in sequences that are neither optional nor repeated. */
export function compileRecord(chain: readonly ComplexType[]): CompiledContent {
  const fields: ElementNode[] = [];
  const add = (particle: ParticleDescriptor): void => {
    if (particle.kind === 'element') {
      fields.push(planField(particle, fields.length));
    } else {
      (particle as Extract<ParticleDescriptor, { particles: unknown }>).particles.forEach(add);
    }
  };
  chain.flatMap(({ content }) => content ?? []).forEach(add);
  const properties = fields.map(({ property }) => property);
  const whole = { kind: 'sequence', min: 1, max: 1, particles: fields, properties } as const;
  const model = fields[0] && whole;
  return { fields, content: model, model, shared: new Set(), wildcards: [] };
}

function planField(particle: ElementParticleDescriptor, index: number): ElementNode {
  const { list, min = 1, max = 1 } = particle;
  return {
    ...particle,
    list: list === true,
    min,
    max,
    ownMin: min,
    ownMax: max,
    element: planElement(particle),
    index,
  };
}
