import type {
  AnyParticleDescriptor,
  ComplexType,
  GroupParticleDescriptor,
  OpenContentDescriptor,
  ParticleDescriptor,
} from '../descriptor/descriptor.js';
import { expandedName } from '../descriptor/resolve.js';
import { compileElement } from './element-plan.js';
import type {
  AnyNode,
  CompiledContent,
  ContentMode,
  GatheredContent,
  GroupNode,
  OpenNode,
  ParticleNode,
} from './plan-nodes.js';
import { setRivals } from './wildcard-rivals.js';

/** Makes plans of content of every kind. The last type of the chain is the one that has the content. */
export function compileGroups(chain: readonly ComplexType[]): CompiledContent {
  const gathered: GatheredContent = { shared: new Set(), fields: [], wildcards: [] };
  const particles = chain.flatMap(({ content }) => content ?? []);
  const { openContent } = chain[chain.length - 1]!;
  const open = openContent && compileOpen(openContent, gathered);
  const content = particles.length === 0 && open === undefined ? undefined : compileContent(particles, gathered);
  const mode = modeOf(chain, open === undefined && (content === undefined || isRecord(content, gathered)));
  const weight = 1 + (mode === 'groups' && content !== undefined ? nesting(content) / 2 : 0);
  return { ...gathered, content, model: modelOf(chain) ?? content, open, mode, weight };
}

function modeOf(chain: readonly ComplexType[], record: boolean): ContentMode {
  const type = chain.at(-1)!;
  if (type.tree === true) {
    return 'tree';
  }
  if (type.soapArray !== undefined) {
    return 'array';
  }
  if (chain.some((link) => link.text !== undefined)) {
    return 'text';
  }
  if (chain.some((link) => link.mixed === true)) {
    return 'mixed';
  }
  return record ? 'record' : 'groups';
}

function nesting(node: ParticleNode): number {
  return 'particles' in node ? 1 + Math.max(0, ...node.particles.map(nesting)) : 0;
}

function modelOf(chain: readonly ComplexType[]): GroupNode | undefined {
  if (chain.every((link) => link.model === undefined)) {
    return undefined;
  }
  const particles = chain.flatMap((link) => link.model ?? link.content ?? []);
  return compileContent(particles, { shared: new Set(), fields: [], wildcards: [] });
}

function compileOpen(open: OpenContentDescriptor, gathered: GatheredContent): OpenNode {
  const particle: AnyParticleDescriptor = {
    kind: 'any',
    ...open,
    property: '$open',
    list: true,
    min: 0,
    max: Infinity,
  };
  return { ...compileAny(particle, 1, 1, gathered), mode: open.mode };
}

function compileContent(particles: readonly ParticleDescriptor[], gathered: GatheredContent): GroupNode {
  const content = compileParticles(mergeAll(particles), gathered);
  if (gathered.wildcards.length > 0) {
    setRivals(content);
  }
  return content;
}

/** An `xs:all` that extends another is one with it (XML Schema 1.1, Part 1, 3.4.2.3.3). */
function mergeAll(particles: readonly ParticleDescriptor[]): readonly ParticleDescriptor[] {
  const groups = particles.flatMap((particle) => (particle.kind === 'all' ? [particle] : []));
  if (groups.length < 2 || groups.length < particles.length) {
    return particles;
  }
  const min = groups.every((group) => group.min === 0) ? 0 : 1;
  return [{ kind: 'all', particles: groups.flatMap((group) => group.particles), min }];
}

function compileParticles(particles: readonly ParticleDescriptor[], gathered: GatheredContent): GroupNode {
  const [only] = particles;
  if (particles.length === 1 && only !== undefined && only.kind !== 'element' && only.kind !== 'any') {
    const node = compileGroup(only, 1, 1, gathered);
    // A root without a property of its own is used directly; otherwise it is wrapped, so that its objects have a place.
    if (node.property === undefined) {
      return node;
    }
    return { kind: 'sequence', min: 1, max: 1, particles: [node], property: undefined, properties: [node.property] };
  }
  return compileGroup({ kind: 'sequence', particles }, 1, 1, gathered);
}

/** `min` and `max` are the occurrences of the surrounding groups that have no property of their own. */
function compileGroup(group: GroupParticleDescriptor, min: number, max: number, gathered: GatheredContent): GroupNode {
  const ownMin = group.min ?? 1;
  const ownMax = group.max ?? 1;
  // A group is matched only if a part of it is there, so an optional one counts once.
  const innerMin = group.property === undefined ? min * Math.max(ownMin, 1) : 1;
  const innerMax = group.property === undefined ? multiply(max, ownMax) : 1;
  const particles = group.particles.map((particle) => compileParticle(particle, innerMin, innerMax, gathered));
  const properties = new Set<string>();
  for (const node of particles) {
    for (const property of propertiesOf(node)) {
      // One property in several branches of a choice is still filled from one place.
      if (properties.has(property) && group.kind !== 'choice') {
        gathered.shared.add(property);
      }
    }
    for (const property of propertiesOf(node)) {
      properties.add(property);
    }
  }
  return {
    kind: group.kind,
    min: ownMin,
    max: ownMax,
    particles,
    property: group.property,
    properties: [...properties],
  };
}

function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : a * b;
}

function compileParticle(
  particle: ParticleDescriptor,
  min: number,
  max: number,
  gathered: GatheredContent,
): ParticleNode {
  if (particle.kind === 'element') {
    return compileElement(particle, min, max, gathered);
  }
  if (particle.kind === 'any') {
    return compileAny(particle, min, max, gathered);
  }
  return compileGroup(particle, min, max, gathered);
}

function compileAny(particle: AnyParticleDescriptor, min: number, max: number, gathered: GatheredContent): AnyNode {
  gathered.wildcards.push(particle);
  const ownMin = particle.min ?? 1;
  const ownMax = particle.max ?? 1;
  return {
    kind: 'any',
    min: ownMin * min,
    max: multiply(ownMax, max),
    ownMin,
    ownMax,
    property: particle.property,
    list: particle.list === true,
    wildcard: particle,
    rivals: [],
    laterRivals: [],
  };
}

/** True for content in which a name determines the property, and every property is independent of the others. */
function isRecord(content: GroupNode, gathered: GatheredContent): boolean {
  if (gathered.shared.size > 0 || !isPlain(content)) {
    return false;
  }
  const seen = new Set<string>();
  for (const field of gathered.fields) {
    if (field.substitutes !== undefined || field.element.abstract === true) {
      return false;
    }
    const key = expandedName(field.element.namespace, field.element.name);
    if (seen.has(key)) {
      return false;
    }
    seen.add(key);
  }
  return true;
}

function isPlain(group: GroupNode): boolean {
  if (group.kind === 'choice' || group.property !== undefined || group.min !== 1 || group.max !== 1) {
    return false;
  }
  return group.particles.every((node) => node.kind === 'element' || (node.kind !== 'any' && isPlain(node)));
}

/** Properties that a particle puts on the surrounding object. */
export function propertiesOf(node: ParticleNode): readonly string[] {
  if (node.kind === 'element' || node.kind === 'any') {
    return [node.property];
  }
  return node.property === undefined ? node.properties : [node.property];
}
