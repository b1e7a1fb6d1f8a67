import type {
  ComplexType,
  ElementDescriptor,
  ElementParticleDescriptor,
  GroupParticleDescriptor,
  Type,
} from '../descriptor/descriptor.js';
import { expandedName, resolve } from '../descriptor/resolve.js';
import type {
  AttributePreparation,
  CompiledContent,
  ComplexPlan,
  ContentMode,
  ContentPreparation,
  ElementNode,
  ElementPlan,
  Field,
  GatheredContent,
  GroupNode,
  ParticleNode,
  TypePlan,
} from './plan-nodes.js';
import { simplePlan } from './simple-plan.js';

export type * from './plan-nodes.js';

/** Makes plans of descriptors: names indexed, bases joined, properties of groups known. Once for each, on first use. */

const plans = new WeakMap<ComplexType, ComplexPlan>();
const elementPlans = new WeakMap<ElementDescriptor, ElementPlan>();
const maxChain = 1000;

/** The plan of any type. */
export function planOf(type: Type): TypePlan {
  return type.kind === 'simple' ? simplePlan(type) : complexPlan(type);
}

/** The plan of a complex type. */
export function complexPlan(type: ComplexType): ComplexPlan {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = compile(type);
    plans.set(type, plan);
  }
  return plan;
}

/** The plan of a global element. */
export function elementPlan(element: ElementDescriptor): ElementPlan {
  let plan = elementPlans.get(element);
  if (plan === undefined) {
    plan = planElement(element);
    elementPlans.set(element, plan);
  }
  return plan;
}

/** An element of a type that no declaration says anything else of. */
export function elementOf(namespace: string, name: string, type: Type): ElementPlan {
  return { ...planElement({ kind: 'element', namespace, name, type }), target: planOf(type) };
}

function planElement(declaration: ElementDescriptor | ElementParticleDescriptor): ElementPlan {
  const absentNull = 'absent' in declaration && declaration.absent === 'null';
  return {
    namespace: declaration.namespace,
    name: declaration.name,
    // Peers may say nil as well.
    nillable: declaration.nillable === true || absentNull,
    abstract: declaration.abstract === true,
    default: declaration.default,
    fixed: declaration.fixed,
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
    fastText: undefined,
  };
}

/** Plan of the declared type of an element. */
export function targetOf(element: ElementPlan): TypePlan {
  // If the value matters, the type is called each time.
  if (element.alternatives !== undefined || element.standIns !== undefined) {
    return planOf(resolve(element.lazyType));
  }
  element.target ??= planOf(resolve(element.lazyType));
  return element.target;
}

/** The type and those it extends, the farthest base first. */
function extensionChain(type: ComplexType): ComplexType[] {
  const chain = [type];
  for (let at = type; at.extends !== undefined; ) {
    at = resolve(at.extends);
    chain.unshift(at);
    if (chain.length > maxChain) {
      throw new TypeError(`complex type "${type.name}" extends itself`);
    }
  }
  return chain;
}

function compile(type: ComplexType): ComplexPlan {
  const chain = extensionChain(type);
  const gathered: GatheredContent = { shared: new Set(), fields: [], wildcards: [] };
  const engine = type.engine as Partial<ContentPreparation> | undefined;
  const { content, model, open, isRecord, depth } = (engine?.compile ?? compileRecord)(chain, gathered);
  const text = chain.findLast((link) => link.text !== undefined)?.text;
  const anyAttribute = chain.findLast((link) => link.anyAttribute !== undefined)?.anyAttribute;
  const declaring = chain.find((link) => link.attributes?.[0])?.attributes?.[0]?.engine;
  const attributeEngine = (declaring ?? (anyAttribute && engine?.attributes)) as AttributePreparation | undefined;
  const attributes = attributeEngine?.plan(chain) ?? [];
  const mode = modeOf(type, chain, text !== undefined, isRecord);
  const isPlain =
    (mode === 'record' || mode === 'text') && (anyAttribute === undefined || attributeEngine !== undefined);
  if (!isPlain && engine === undefined) {
    throw new TypeError(`the type "${type.name}" needs complexType in the place of record`);
  }
  const { fields, shared, wildcards } = gathered;
  return {
    kind: 'complex',
    type,
    attributes,
    attributeEngine,
    inheritance: attributes.find(({ inheritance }) => inheritance)?.inheritance,
    replaceable: type.derived !== undefined,
    abstract: type.abstract === true,
    unwrap: type.unwrap,
    anyAttribute,
    text: text === undefined ? undefined : simplePlan(resolve(text)),
    content,
    model,
    engine,
    open,
    shared,
    derived: undefined,
    ownProperties: undefined,
    fast: undefined,
    typed: undefined,
    mode,
    fields,
    weight: 1 + (mode === 'groups' ? depth / 2 : 0),
    required: fields.filter((field) => field.min > 0 && !field.list).length,
    counted: fields.filter(({ list, ownMin, ownMax }) => list && (ownMin > 0 || ownMax !== Infinity)),
    scans: [],
    byName: /^(?:record|groups|mixed)$/.test(mode) ? indexNames(fields, engine) : new Map(),
    wildcards,
  };
}

/** The content of a record: elements, each of its own name, in sequences that are neither optional nor repeated. */
function compileRecord(chain: readonly ComplexType[], gathered: GatheredContent): CompiledContent {
  const particles = chain.flatMap(({ content }) => content ?? []);
  const [only] = particles;
  const root =
    particles.length === 1 && only !== undefined && 'particles' in only
      ? only
      : { kind: 'sequence' as const, particles };
  let isRecord = chain[chain.length - 1]?.openContent === undefined;
  const compileGroup = (group: GroupParticleDescriptor): GroupNode => {
    const { kind, min = 1, max = 1, property } = group;
    isRecord &&= kind !== 'choice' && min === 1 && max === 1 && property === undefined;
    const nodes = group.particles.flatMap((particle): ElementNode | GroupNode | [] => {
      if (particle.kind === 'element') {
        return compileElement(particle, 1, 1, gathered);
      }
      isRecord &&= particle.kind !== 'any';
      return 'particles' in particle ? compileGroup(particle) : [];
    });
    return { kind, min, max, particles: nodes, property, properties: nodes.flatMap(propertiesOf) };
  };
  const content = particles.length === 0 ? undefined : compileGroup(root);
  const names = new Set(gathered.fields.map(({ element }) => expandedName(element.namespace, element.name)));
  const isPlain = gathered.fields.every(({ substitutes }) => substitutes === undefined);
  isRecord &&= isPlain && names.size === gathered.fields.length;
  return { content, model: content, open: undefined, isRecord, depth: 0 };
}

function modeOf(type: ComplexType, chain: readonly ComplexType[], text: boolean, record: boolean): ContentMode {
  if (type.tree === true) {
    return 'tree';
  }
  if (type.soapArray !== undefined) {
    return 'array';
  }
  if (text) {
    return 'text';
  }
  if (chain.some((link) => link.mixed === true)) {
    return 'mixed';
  }
  return record ? 'record' : 'groups';
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

/** Properties that a particle puts on the surrounding object. */
export function propertiesOf(node: ParticleNode): readonly string[] {
  if (node.kind === 'element' || node.kind === 'any') {
    return [node.property];
  }
  return node.property === undefined ? node.properties : [node.property];
}

function indexNames(
  fields: readonly ElementNode[],
  engine: Partial<ContentPreparation> | undefined,
): ReadonlyMap<string, readonly Field[]> {
  const byName = new Map<string, Field[]>();
  for (const node of fields) {
    for (const member of engine?.membersOf?.(node) ?? [{ key: undefined, element: node.element }]) {
      const { namespace, name } = member.element;
      const same = byName.get(name);
      const field: Field = { namespace, node, member };
      if (same === undefined) {
        byName.set(name, [field]);
      } else {
        same.push(field);
      }
    }
  }
  return byName;
}
