import type { ElementDeclaration } from '../../contract/model.js';
import { expandedName } from '../../contract/names.js';
import type { ComplexTypePlan, PlannedElement, PlannedParticle } from '../content/content.js';
import { type BindContext, substitutesOf } from '../context/context.js';
import {
  arrayOf,
  fileModule,
  keyword,
  type MemberExpression,
  runtimeType,
  type TypeExpression,
} from '../expressions/expression.js';
import {
  combinations,
  empty,
  limit,
  maxCombinations,
  merge,
  type OwnShape,
  optionalShape,
  type Shape,
  shapeType,
} from '../expressions/shape.js';
import { attributeDocumentation, elementDocumentation } from './documentation.js';
import { fixedTypeExpression, simpleTypeExpression } from './simple-types.js';
import { elementValueType, listOf } from './value-types.js';

/** The shape of the properties that a complex type adds to the type that it extends. Computed once for each type. */
export function ownShape(plan: ComplexTypePlan, context: BindContext): OwnShape {
  const known = context.shapes.get(plan.type.key);
  if (known) {
    return known;
  }
  // Bases first, one after the other: chains of derivation may be long.
  const chain = [plan];
  for (let base = plan.base; base && !context.shapes.has(base.key); ) {
    const basePlan = context.planner.planOf(base);
    chain.push(basePlan);
    base = basePlan.base;
  }
  for (const next of chain.reverse()) {
    context.shapes.set(next.type.key, makeShape(next, context));
  }
  return context.shapes.get(plan.type.key) ?? makeShape(plan, context);
}

function makeShape(plan: ComplexTypePlan, context: BindContext): OwnShape {
  const base = plan.base && context.shapes.get(plan.base.key);
  const before = base?.combinations ?? 1;
  const shape = limit(wholeShape(plan, context), maxCombinations / before);
  return {
    shape,
    combinations: before * combinations(shape),
    isInterface: shape.choices.length === 0 && (base?.isInterface ?? true) && !plan.base?.soapArray,
  };
}

function wholeShape(plan: ComplexTypePlan, context: BindContext): Shape {
  const members: MemberExpression[] = [];
  if (plan.text !== undefined) {
    members.push(member('$value', simpleTypeExpression(plan.text, context)));
  }
  if (plan.introducesMixed) {
    members.push(member('$content', arrayOf(runtimeType('XmlNode'))));
  }
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
        const items = arrayOf(shapeType(limit(shape, maxCombinations)));
        return { members: [member(particle.property, items, particle.min === 0)], choices: [] };
      }
      return particle.min === 0 ? optionalShape(shape) : shape;
    }
  }
}

/** The type of one occurrence of an element, members of its substitution group included. */
export function elementType(particle: PlannedElement, context: BindContext): TypeExpression {
  const { declaration } = particle;
  const head = declaration.ref
    ? context.index.elements.get(expandedName(declaration.namespace, declaration.name))
    : undefined;
  if (head && (head.abstract || substitutesOf(head.name, context).length > 0)) {
    const name = substitutionName(head, context);
    if (name) {
      return { kind: 'import', from: fileModule(name.path), name: name.name, arguments: [] };
    }
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
