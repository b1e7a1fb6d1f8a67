import type { ElementDeclaration } from '../contract/model.js';
import { expandedName } from '../contract/names.js';
import type { ComplexTypePlan, PlannedElement, PlannedParticle } from './content.js';
import { type BindContext, substitutesOf } from './context.js';
import { attributeDocumentation, elementDocumentation } from './documentation.js';
import {
  arrayOf,
  fileModule,
  keyword,
  type MemberExpression,
  runtimeType,
  type TypeExpression,
  union,
} from './expression.js';
import { fixedTypeExpression, simpleTypeExpression } from './simple-types.js';
import { elementValueType, listOf } from './value-types.js';

/**
 * The properties of an object: plain members, and for each choice the alternatives of which exactly one holds. The type is
 * the intersection of them all.
 */
export interface Shape {
  readonly members: readonly MemberExpression[];
  readonly choices: readonly ChoiceShape[];
}

/** The branches of a choice. */
export interface ChoiceShape {
  readonly branches: readonly Shape[];
}

/**
 * TypeScript multiplies out intersections of unions, so one type holds at most this many combinations of branches; further
 * choices become optional properties, which is wider but still true.
 */
const MAX_COMBINATIONS = 512;

const empty: Shape = { members: [], choices: [] };

/** What a complex type itself adds to the type that it extends, and what that means for the whole. */
export interface OwnShape {
  readonly shape: Shape;
  /** How many combinations of branches values of the type have, those of its bases included. */
  readonly combinations: number;
  /** True when the type can be an interface: neither it nor what it extends has a choice. */
  readonly isInterface: boolean;
}

/** The shape of what a complex type itself adds to the type that it extends. Worked out once for each type. */
export function ownShape(plan: ComplexTypePlan, context: BindContext): OwnShape {
  const known = context.shapes.get(plan.type.key);
  if (known) return known;
  // Bases first, one after the other: chains of derivation may be long.
  const chain = [plan];
  for (let base = plan.base; base && !context.shapes.has(base.key); ) {
    const basePlan = context.planner.planOf(base);
    chain.push(basePlan);
    base = basePlan.base;
  }
  for (const next of chain.reverse()) context.shapes.set(next.type.key, makeShape(next, context));
  return context.shapes.get(plan.type.key) ?? makeShape(plan, context);
}

function makeShape(plan: ComplexTypePlan, context: BindContext): OwnShape {
  const base = plan.base && context.shapes.get(plan.base.key);
  const before = base?.combinations ?? 1;
  const shape = limit(wholeShape(plan, context), MAX_COMBINATIONS / before);
  return {
    shape,
    combinations: before * combinations(shape),
    isInterface: shape.choices.length === 0 && (base?.isInterface ?? true) && !plan.base?.soapArray,
  };
}

function wholeShape(plan: ComplexTypePlan, context: BindContext): Shape {
  const members: MemberExpression[] = [];
  if (plan.text !== undefined) members.push(member('$value', simpleTypeExpression(plan.text, context)));
  if (plan.introducesMixed) members.push(member('$content', arrayOf(runtimeType('XmlNode'))));
  const content = plan.mixed || !plan.content ? empty : particleShape(plan.content, context);
  const attributes = plan.attributes.map(({ use, property }): MemberExpression => {
    const fixed = use.value?.kind === 'fixed' ? fixedTypeExpression(use.type, use.value.value, context) : undefined;
    return {
      name: property,
      type: fixed ?? simpleTypeExpression(use.type, context),
      optional: use.use !== 'required',
      documentation: attributeDocumentation(use, context),
    };
  });
  const wildcard = plan.introducesAnyAttribute ? [anyAttributeMember] : [];
  const open = plan.introducesOpenContent ? [openContentMember] : [];
  return { members: [...members, ...content.members, ...open, ...attributes, ...wildcard], choices: content.choices };
}

const anyAttributeMember: MemberExpression = {
  name: '$anyAttribute',
  type: { kind: 'global', name: 'Record', arguments: [keyword('string'), keyword('string')] },
  optional: true,
  documentation: [],
};

const openContentMember: MemberExpression = {
  name: '$open',
  type: arrayOf(runtimeType('XmlElement')),
  optional: true,
  documentation: [],
};

function member(name: string, type: TypeExpression, optional = false): MemberExpression {
  return { name, type, optional, documentation: [] };
}

function particleShape(particle: PlannedParticle, context: BindContext): Shape {
  switch (particle.kind) {
    case 'element': {
      const type = listOf(elementType(particle, context), particle.list);
      const documentation = elementDocumentation(particle, context);
      return { members: [{ name: particle.property, type, optional: particle.min === 0, documentation }], choices: [] };
    }
    case 'any': {
      const type = listOf(runtimeType('XmlElement'), particle.list);
      return { members: [member(particle.property, type, particle.min === 0)], choices: [] };
    }
    case 'sequence':
    case 'choice':
    case 'all': {
      const inner = particle.particles.map((p) => particleShape(p, context));
      const shape = particle.kind === 'choice' ? { members: [], choices: [{ branches: inner }] } : merge(inner);
      if (particle.property !== undefined) {
        const items = arrayOf(shapeType(limit(shape, MAX_COMBINATIONS)));
        return { members: [member(particle.property, items, particle.min === 0)], choices: [] };
      }
      return particle.min === 0 ? optionalShape(shape) : shape;
    }
  }
}

function merge(shapes: readonly Shape[]): Shape {
  return { members: shapes.flatMap((s) => s.members), choices: shapes.flatMap((s) => s.choices) };
}

/** The shape, or nothing of it. */
function optionalShape(shape: Shape): Shape {
  if (canBeEmpty(shape)) return shape;
  const [choice, ...others] = shape.choices;
  if (choice && others.length === 0 && shape.members.length === 0) {
    return { members: [], choices: [{ branches: [...choice.branches, empty] }] };
  }
  return { members: [], choices: [{ branches: [shape, empty] }] };
}

/** True when `{}` is a value of the shape. */
function canBeEmpty(shape: Shape): boolean {
  return shape.members.every((m) => m.optional) && shape.choices.every((choice) => choice.branches.some(canBeEmpty));
}

/** How many combinations of branches a shape has. */
function combinations(shape: Shape): number {
  return shape.choices.reduce(
    (product, choice) => product * choice.branches.reduce((sum, branch) => sum + combinations(branch), 0),
    1,
  );
}

/** Turns the choices that are too many into optional properties. */
function limit(shape: Shape, allowed: number): Shape {
  let product = 1;
  const members = [...shape.members];
  const choices: ChoiceShape[] = [];
  for (const choice of shape.choices) {
    const count = choice.branches.reduce((sum, branch) => sum + combinations(branch), 0);
    if (product * count <= allowed) {
      product *= count;
      choices.push(choice);
    } else {
      members.push(...optionalMembers(choice));
    }
  }
  return { members, choices };
}

function optionalMembers(choice: ChoiceShape): readonly MemberExpression[] {
  const byName = new Map<string, MemberExpression>();
  const add = (shape: Shape): void => {
    for (const m of shape.members) {
      const known = byName.get(m.name);
      byName.set(m.name, { ...m, optional: true, type: known ? union([known.type, m.type]) : m.type });
    }
    for (const inner of shape.choices) inner.branches.forEach(add);
  };
  choice.branches.forEach(add);
  return [...byName.values()];
}

/** The type of an object of the shape. */
export function shapeType(shape: Shape): TypeExpression {
  const parts = shapeParts(shape);
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'intersection', members: parts };
}

/** The members as an object type, when there are any, and one `Choice<…>` for each choice. */
export function shapeParts(shape: Shape): readonly TypeExpression[] {
  const choices = shape.choices.map(choiceType);
  const object: TypeExpression = { kind: 'object', members: shape.members };
  return shape.members.length > 0 || choices.length === 0 ? [object, ...choices] : choices;
}

function choiceType(choice: ChoiceShape): TypeExpression {
  return runtimeType('Choice', union(choice.branches.flatMap(branchTypes)));
}

/** A branch that is a choice itself stands as its branches. */
function branchTypes(branch: Shape): readonly TypeExpression[] {
  const [inner, ...others] = branch.choices;
  return inner && others.length === 0 && branch.members.length === 0
    ? inner.branches.flatMap(branchTypes)
    : [shapeType(branch)];
}

/** The type of one occurrence of an element, members of its substitution group included. */
export function elementType(particle: PlannedElement, context: BindContext): TypeExpression {
  const { declaration } = particle;
  const head = declaration.ref
    ? context.index.elements.get(expandedName(declaration.namespace, declaration.name))
    : undefined;
  if (head && (head.abstract || substitutesOf(head.name, context).length > 0)) {
    const name = substitutionName(head, context);
    if (name) return { kind: 'import', from: fileModule(name.path), name: name.name, arguments: [] };
  }
  return elementValueType(declaration, context);
}

/** Name and module of the union of an element's substitution group: `shape$group`. */
export function substitutionName(
  head: ElementDeclaration,
  context: BindContext,
): { readonly path: string; readonly name: string } | undefined {
  const name = context.names.elements.get(head.name);
  return name && { path: name.module.typesPath, name: `${name.stem}$group` };
}
