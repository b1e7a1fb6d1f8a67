import type { ElementDeclaration } from '../../contract/model.js';
import type { ContentMapping, MappedElement, MappedParticle } from '../content/content.js';
import { type BindContext, headOf, isTolerantAttribute } from '../context/context.js';
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
export function ownShape(mapping: ContentMapping, context: BindContext): OwnShape {
  const known = context.shapes.get(mapping.type.key);
  if (known) {
    return known;
  }
  // Bases first, one after the other: chains of derivation may be long.
  const chain = [mapping];
  for (let base = mapping.base; base && !context.shapes.has(base.key); ) {
    const baseMapping = context.mapper.mappingOf(base);
    chain.push(baseMapping);
    base = baseMapping.base;
  }
  for (const next of chain.reverse()) {
    context.shapes.set(next.type.key, makeShape(next, context));
  }
  return context.shapes.get(mapping.type.key) ?? makeShape(mapping, context);
}

function makeShape(mapping: ContentMapping, context: BindContext): OwnShape {
  const base = mapping.base && context.shapes.get(mapping.base.key);
  const before = base?.combinations ?? 1;
  const shape = limit(wholeShape(mapping, context), maxCombinations / before);
  return {
    shape,
    combinations: before * combinations(shape),
    isInterface: shape.choices.length === 0 && (base?.isInterface ?? true) && !mapping.base?.soapArray,
  };
}

function wholeShape(mapping: ContentMapping, context: BindContext): Shape {
  const members: MemberExpression[] = [];
  if (mapping.text !== undefined) {
    members.push(member('$value', simpleTypeExpression(mapping.text, context)));
  }
  if (mapping.introducesMixed) {
    members.push(member('$content', arrayOf(runtimeType('XmlNode'))));
  }
  const content = mapping.mixed || !mapping.content ? empty : particleShape(mapping.content, context);
  const attributes = mapping.attributes.map(({ use, property }): MemberExpression => {
    const fixed = use.value?.kind === 'fixed' ? fixedTypeExpression(use.type, use.value.value, context) : undefined;
    return {
      name: property,
      type: fixed ?? simpleTypeExpression(use.type, context),
      optional: use.use !== 'required' || isTolerantAttribute({ use, property }, context),
      documentation: attributeDocumentation(use, context),
    };
  });
  const wildcard = mapping.introducesAnyAttribute ? [anyAttributeMember] : [];
  const open = mapping.introducesOpenContent ? [openContentMember] : [];
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

/** True for an element without which a value is complete for TypeScript. */
export function mayBeAbsent({ min, tolerant }: MappedElement): boolean {
  return min === 0 || tolerant === true;
}

function particleShape(particle: MappedParticle, context: BindContext): Shape {
  switch (particle.kind) {
    case 'element': {
      const type = listOf(elementType(particle, context), particle.list);
      const documentation = elementDocumentation(particle, context);
      return {
        members: [{ name: particle.property, type, optional: mayBeAbsent(particle), documentation }],
        choices: [],
      };
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
export function elementType(particle: MappedElement, context: BindContext): TypeExpression {
  const { declaration } = particle;
  const head = headOf(declaration, context);
  const union = head && substitutionName(head, context);
  return union
    ? { kind: 'import', from: fileModule(union.path), name: union.name, arguments: [] }
    : elementValueType(declaration, context);
}

/** Name and module of the union of an element's substitution group: `shape$group`. */
export function substitutionName(
  head: ElementDeclaration,
  context: BindContext,
): { readonly path: string; readonly name: string } | undefined {
  const name = context.names.elements.get(head.name);
  return name && { path: name.module.typesPath, name: `${name.stem}$group` };
}
