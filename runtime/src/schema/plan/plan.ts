import type {
  AnyParticleDescriptor,
  AttributeDescriptor,
  ComplexType,
  ElementDescriptor,
  ElementParticleDescriptor,
  GroupParticleDescriptor,
  OpenContentDescriptor,
  ParticleDescriptor,
  Type,
  WildcardDescriptor,
} from '../descriptor/descriptor.js';
import { expandedName, resolve } from '../descriptor/resolve.js';
import type {
  AnyNode,
  AttributePlan,
  ComplexPlan,
  ContentMode,
  ContentPreparation,
  DerivedPlans,
  ElementNode,
  ElementPlan,
  Field,
  GroupNode,
  Member,
  OpenNode,
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
  return {
    namespace,
    name,
    nillable: false,
    abstract: false,
    default: undefined,
    fixed: undefined,
    constraints: undefined,
    lazyType: type,
    target: planOf(type),
    tag: undefined,
    fastText: undefined,
  };
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

/** Elements that a particle allows: one, or those of the substitution group that are not abstract. */
export function membersOf(node: ElementNode): readonly Member[] {
  if (node.members === undefined) {
    const { element, substitutes } = node;
    if (substitutes === undefined) {
      node.members = [{ key: undefined, element }];
    } else {
      const members: Member[] = element.abstract ? [] : [{ key: element.name, element }];
      for (const [key, declaration] of Object.entries(substitutes())) {
        if (declaration.abstract !== true) {
          members.push({ key, element: elementPlan(declaration) });
        }
      }
      node.members = members;
    }
  }
  return node.members;
}

/** The element of a substitution group that `$name` names. */
export function memberNamed(node: ElementNode, key: unknown): Member | undefined {
  node.byKey ??= new Map([...membersOf(node)].reverse().map((member) => [member.key, member]));
  return node.byKey.get(key);
}

/** Types that may replace this one, including the type itself, by name and by `$type`. */
export function derivedOf(plan: ComplexPlan): DerivedPlans {
  plan.derived ??= derivedPlans(plan, plan.type.derived?.() ?? []);
  return plan.derived;
}

const limited = new WeakMap<() => readonly ComplexType[], DerivedPlans>();

/** Types that may replace the type of an element: those of the type, or the fewer that the element allows. */
export function derivedAt(element: ElementPlan | undefined, plan: ComplexPlan): DerivedPlans {
  const derived = element?.derived;
  // A type that replaces a simple type cannot be replaced itself: the element lists those that are allowed.
  if (derived === undefined || element?.alternatives !== undefined || element?.standIns !== undefined) {
    return derivedOf(plan);
  }
  let plans = limited.get(derived);
  if (plans === undefined) {
    plans = derivedPlans(plan, derived());
    limited.set(derived, plans);
  }
  return plans;
}

function derivedPlans(plan: ComplexPlan, derived: readonly ComplexType[]): DerivedPlans {
  const types = plan.type.abstract === true ? derived : [plan.type, ...derived];
  return {
    byName: new Map(types.map((type) => [expandedName(type.namespace, type.name), type])),
    byTypeName: new Map(types.flatMap((type) => (type.typeName === undefined ? [] : [[type.typeName, type] as const]))),
  };
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

interface Gathered {
  readonly shared: Set<string>;
  readonly fields: ElementNode[];
  readonly wildcards: WildcardDescriptor[];
}

function compile(type: ComplexType): ComplexPlan {
  const chain = extensionChain(type);
  const particles = chain.flatMap(({ content }) => (content === undefined ? [] : [content]));
  const gathered: Gathered = { shared: new Set(), fields: [], wildcards: [] };
  const engine = type.engine as ContentPreparation | undefined;
  const open = type.openContent && compileOpen(type.openContent, gathered);
  const content =
    particles.length === 0 && open === undefined ? undefined : compileContent(particles, gathered, engine);
  const text = chain.findLast((link) => link.text !== undefined)?.text;
  const simple = open === undefined && (content === undefined || isRecord(content, gathered));
  const attributes = attributesOf(chain);
  const base = {
    kind: 'complex' as const,
    type,
    attributes,
    passesOn: attributes.some(({ inheritable }) => inheritable),
    replaceable: type.derived !== undefined,
    anyAttribute: chain.findLast((link) => link.anyAttribute !== undefined)?.anyAttribute,
    text: text === undefined ? undefined : simplePlan(resolve(text)),
    content,
    model: modelOf(chain, engine) ?? content,
    engine,
    open,
    shared: gathered.shared,
    derived: undefined,
    ownProperties: undefined,
    fast: undefined,
    typed: undefined,
  };
  const mode = modeOf(type, chain, text !== undefined, simple);
  if ((mode === 'groups' || mode === 'mixed') && engine === undefined) {
    throw new TypeError(`the content of the type "${type.name}" needs complexType in the place of record`);
  }
  return {
    ...base,
    mode,
    fields: gathered.fields,
    weight: 1 + (mode === 'groups' && content !== undefined ? nesting(content) / 2 : 0),
    required: gathered.fields.filter((field) => field.min > 0 && !field.list).length,
    counted: gathered.fields.filter(({ list, ownMin, ownMax }) => list && (ownMin > 0 || ownMax !== Infinity)),
    scans: [],
    byName: mode === 'record' || mode === 'groups' || mode === 'mixed' ? indexNames(gathered.fields) : new Map(),
    wildcards: gathered.wildcards,
  };
}

function nesting(node: ParticleNode): number {
  return 'particles' in node ? 1 + Math.max(0, ...node.particles.map(nesting)) : 0;
}

function modelOf(chain: readonly ComplexType[], engine: ContentPreparation | undefined): GroupNode | undefined {
  if (chain.every((link) => link.model === undefined)) {
    return undefined;
  }
  const particles = chain.flatMap((link) => link.model ?? link.content ?? []);
  return compileContent(particles, { shared: new Set(), fields: [], wildcards: [] }, engine);
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

function attributesOf(chain: readonly ComplexType[]): AttributePlan[] {
  const byName = new Map<string, AttributeDescriptor>();
  for (const { attributes } of chain) {
    for (const attribute of attributes ?? []) {
      byName.set(expandedName(attribute.namespace, attribute.name), attribute);
    }
  }
  return [...byName.values()].map((attribute) => ({
    namespace: attribute.namespace,
    name: attribute.name,
    property: attribute.property,
    required: attribute.required === true,
    tolerant: attribute.tolerant === true,
    default: attribute.default,
    fixed: attribute.fixed,
    inheritable: attribute.inheritable === true,
    type: simplePlan(resolve(attribute.type)),
  }));
}

function compileOpen(open: OpenContentDescriptor, gathered: Gathered): OpenNode {
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

function compileContent(
  particles: readonly ParticleDescriptor[],
  gathered: Gathered,
  engine: ContentPreparation | undefined,
): GroupNode {
  const content = compileParticles(mergeAll(particles), gathered);
  if (gathered.wildcards.length > 0) {
    engine?.prepare(content);
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

function compileParticles(particles: readonly ParticleDescriptor[], gathered: Gathered): GroupNode {
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
function compileGroup(group: GroupParticleDescriptor, min: number, max: number, gathered: Gathered): GroupNode {
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

function compileParticle(particle: ParticleDescriptor, min: number, max: number, gathered: Gathered): ParticleNode {
  if (particle.kind === 'element') {
    return compileElement(particle, min, max, gathered);
  }
  if (particle.kind === 'any') {
    return compileAny(particle, min, max, gathered);
  }
  return compileGroup(particle, min, max, gathered);
}

function compileElement(
  particle: ElementParticleDescriptor,
  min: number,
  max: number,
  gathered: Gathered,
): ElementNode {
  const ownMin = particle.min ?? 1;
  const ownMax = particle.max ?? 1;
  const node: ElementNode = {
    kind: 'element',
    property: particle.property,
    list: particle.list === true,
    min: ownMin * min,
    max: multiply(ownMax, max),
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

function compileAny(particle: AnyParticleDescriptor, min: number, max: number, gathered: Gathered): AnyNode {
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

/** Properties that a particle puts on the surrounding object. */
export function propertiesOf(node: ParticleNode): readonly string[] {
  if (node.kind === 'element' || node.kind === 'any') {
    return [node.property];
  }
  return node.property === undefined ? node.properties : [node.property];
}

/** True for content in which a name determines the property, and every property is independent of the others. */
function isRecord(content: GroupNode, gathered: Gathered): boolean {
  if (gathered.shared.size > 0 || !isPlain(content)) {
    return false;
  }
  const seen = new Set<string>();
  for (const field of gathered.fields) {
    if (field.substitutes !== undefined) {
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

function indexNames(fields: readonly ElementNode[]): ReadonlyMap<string, readonly Field[]> {
  const byName = new Map<string, Field[]>();
  for (const node of fields) {
    for (const member of membersOf(node)) {
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
