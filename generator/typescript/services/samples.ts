import { likelyTexts } from '@wsdl-codegen/runtime/schema';
import type { Facets, TypeKey } from '../../contract/model.js';
import { splitExpandedName } from '../../contract/names.js';
import { append } from '../../diagnostics/append.js';
import type { ContentMapping, MappedParticle } from '../content/content.js';
import { type BindContext, derivedTypes, headOf } from '../context/context.js';
import { literal, type PropertyExpression, type ValueExpression } from '../expressions/expression.js';
import { literalValues, simpleValueOf, textEnumeration } from '../expressions/simple-values.js';
import { unwrappedArray } from '../types/unwrapped-arrays.js';

/** How deep examples go; deeper objects that are optional are left out. */
const maxDepth = 3;

/** The maximum number of elements in an example: a larger one is not shown. Attempts that fail count, too. */
const maxElements = 200;

/** The rest of an example. */
interface Room {
  elements: number;
}

const texts: Readonly<Record<string, string>> = {
  char: 'Z',
  guid: '2fbf1c5e-8a6d-4a52-9c0d-3f8b6f0a7e11',
  decimal: '12.50',
  date: '2024-05-31',
  time: '12:30:00Z',
  dateTime: '2024-05-31T12:30:00Z',
  duration: 'PT1H30M',
  gYear: '2024',
  gYearMonth: '2024-05',
  gMonth: '--05',
  gMonthDay: '--05-31',
  gDay: '---31',
  anyURI: 'https://example.org/',
  language: 'en',
};

/** An example of a value of a simple type, for documentation. `name` is the name of its element or attribute. */
function sampleSimple(key: TypeKey, name: string, context: BindContext): ValueExpression {
  const mapping = context.scalars(key);
  if (mapping) {
    return mapping.sample;
  }
  const type = context.index.types.get(key);
  const enumerated = type?.kind === 'simpleType' ? textEnumeration(type, context.index) : undefined;
  const first = enumerated?.find((item) => item.value !== '');
  if (first) {
    return literal(first.value);
  }
  const value = simpleValueOf(key, context.index);
  switch (value.kind) {
    case 'list':
      return { kind: 'array', items: [sampleSimple(value.itemType, name, context)] };
    case 'union':
      return value.memberTypes[0] === undefined ? literal(name) : sampleSimple(value.memberTypes[0], name, context);
    case 'family': {
      const forms = type?.kind === 'simpleType' ? (type.facets.enumeration ?? []).map((item) => item.value) : [];
      const [allowed] = literalValues(forms.slice(0, 1), value.family, value.builtIn) ?? [];
      if (allowed !== undefined) {
        return literal(allowed);
      }
      const { local } = splitExpandedName(value.builtIn);
      const facets = type?.kind === 'simpleType' ? type.facets : {};
      return familySample(value.family, local, name, (text) => fitsFacets(facets, text));
    }
  }
}

/** True for a text that the bounds and lengths of a type allow. */
function fitsFacets(facets: Facets, text: string): boolean {
  const { minInclusive, minExclusive, maxInclusive, maxExclusive, length, minLength, maxLength } = facets;
  const isTrue = (bound: string | number | undefined, test: (bound: number) => boolean): boolean =>
    bound === undefined || test(Number(bound));
  return (
    facets.patterns === undefined &&
    isTrue(minInclusive, (bound) => Number(text) >= bound) &&
    isTrue(minExclusive, (bound) => Number(text) > bound) &&
    isTrue(maxInclusive, (bound) => Number(text) <= bound) &&
    isTrue(maxExclusive, (bound) => Number(text) < bound) &&
    isTrue(length, (bound) => text.length === bound) &&
    isTrue(minLength, (bound) => text.length >= bound) &&
    isTrue(maxLength, (bound) => text.length <= bound)
  );
}

function familySample(family: string, builtIn: string, name: string, fits: (text: string) => boolean): ValueExpression {
  switch (family) {
    case 'number': {
      const isFloating = builtIn === 'double' || builtIn === 'float';
      const usual = isFloating ? '12.5' : '7';
      return literal(Number(numberTexts(name, isFloating, usual).find(fits) ?? usual));
    }
    case 'bigint':
      return literal(BigInt(numberTexts(name, false, '42').find(fits) ?? '42'));
    case 'boolean':
      return literal(true);
    case 'binary':
      return {
        kind: 'call',
        callee: { kind: 'local', name: 'new Uint8Array' },
        arguments: [{ kind: 'array', items: [literal(1), literal(2)] }],
      };
    case 'qname':
      return {
        kind: 'object',
        properties: [
          { name: 'namespace', value: literal('') },
          { name: 'name', value: literal('name') },
        ],
      };
    case 'list':
      return { kind: 'array', items: [literal(name)] };
    default: {
      const likely = builtIn === 'decimal' ? numberTexts(name, true, '12.50') : likelyTexts(name, 'text');
      const isWord = builtIn === 'string' || builtIn === 'token' || builtIn === 'normalizedString';
      const isSuggested = builtIn === 'decimal' || builtIn === 'anyURI' || isWord;
      return literal((isSuggested ? likely.find(fits) : undefined) ?? texts[builtIn] ?? name);
    }
  }
}

/** Numbers for an element or attribute of that name, the best first. */
function numberTexts(name: string, isFloating: boolean, usual: string): readonly string[] {
  const likely = likelyTexts(name, 'number').filter((text) => isFloating || /^[0-9]+$/.test(text));
  return [...likely, usual, '1', '0', '10', '100', '1000'];
}

/**
 * An example of a value of any type; undefined if none can be shown briefly (trees, abstract types, deep recursion, many
 * elements).
 */
export function sampleValue(
  key: TypeKey,
  name: string,
  context: BindContext,
  depth = 0,
  room: Room = { elements: maxElements },
): ValueExpression | undefined {
  if (--room.elements < 0) {
    return undefined;
  }
  const type = context.index.types.get(key);
  if (type?.kind !== 'complexType') {
    return key.endsWith('}anyType') ? undefined : sampleSimple(key, name, context);
  }
  if (type.soapArray || depth > maxDepth) {
    return type.soapArray ? { kind: 'array', items: [] } : undefined;
  }
  const array = unwrappedArray(type, context);
  if (array) {
    const item = sampleValue(array.declaration.type, array.declaration.name, context, depth + 1, room);
    return { kind: 'array', items: item ? [item] : [] };
  }
  const concrete = type.abstract ? derivedTypes(type, context)[0] : type;
  if (!concrete) {
    return undefined;
  }
  const properties = objectSample(context.mapper.mappingOf(concrete), context, depth, room);
  if (!properties) {
    return undefined;
  }
  const tag = context.discriminators.get(concrete.key);
  const tagged = type.abstract && tag !== undefined ? [{ name: '$type', value: literal(tag) }] : [];
  return { kind: 'object', properties: [...tagged, ...properties] };
}

function objectSample(
  mapping: ContentMapping,
  context: BindContext,
  depth: number,
  room: Room,
): readonly PropertyExpression[] | undefined {
  const inherited = mapping.base ? objectSample(context.mapper.mappingOf(mapping.base), context, depth, room) : [];
  if (!inherited) {
    return undefined;
  }
  const own: PropertyExpression[] = [];
  if (mapping.text !== undefined) {
    own.push({ name: '$value', value: sampleSimple(mapping.text, '…', context) });
  }
  if (mapping.introducesMixed) {
    own.push({ name: '$content', value: { kind: 'array', items: [] } });
  }
  if (mapping.content && !mapping.mixed) {
    const content = particleSample(mapping.content, context, depth, room);
    if (!content) {
      return undefined;
    }
    append(own, content);
  }
  for (const { use, property } of mapping.attributes) {
    if (use.use === 'required') {
      own.push({ name: property, value: sampleSimple(use.type, use.name, context) });
    }
  }
  return [...inherited, ...own];
}

function particleSample(
  particle: MappedParticle,
  context: BindContext,
  depth: number,
  room: Room,
): readonly PropertyExpression[] | undefined {
  switch (particle.kind) {
    case 'element': {
      const { declaration, property, list, min } = particle;
      if (min === 0 && depth > 0) {
        return [];
      }
      const value = headOf(declaration, context) ? undefined : fixedOrSample(declaration, context, depth, room);
      if (!value) {
        return min === 0 ? [] : undefined;
      }
      return [{ name: property, value: list ? { kind: 'array', items: [value] } : value }];
    }
    case 'any':
      return particle.list
        ? [{ name: particle.property, value: { kind: 'array', items: [] } }]
        : particle.min === 0
          ? []
          : undefined;
    case 'choice': {
      for (const branch of particle.particles) {
        const properties = particleSample(branch, context, depth, room);
        if (properties) {
          return grouped(particle.property, properties);
        }
      }
      return particle.min === 0 ? [] : undefined;
    }
    case 'sequence':
    case 'all': {
      const all: PropertyExpression[] = [];
      for (const inner of particle.particles) {
        const properties = particleSample(inner, context, depth, room);
        if (!properties) {
          return particle.min === 0 ? [] : undefined;
        }
        append(all, properties);
      }
      return grouped(particle.property, all);
    }
  }
}

function grouped(
  property: string | undefined,
  properties: readonly PropertyExpression[],
): readonly PropertyExpression[] {
  return property === undefined
    ? properties
    : [{ name: property, value: { kind: 'array', items: [{ kind: 'object', properties }] } }];
}

function fixedOrSample(
  declaration: (MappedParticle & { readonly kind: 'element' })['declaration'],
  context: BindContext,
  depth: number,
  room: Room,
): ValueExpression | undefined {
  const { value } = declaration;
  const family = simpleValueOf(declaration.type, context.index);
  const fixed =
    value?.kind === 'fixed' && family.kind === 'family'
      ? literalValues([value.value], family.family, family.builtIn)?.[0]
      : undefined;
  return fixed === undefined
    ? sampleValue(declaration.type, declaration.name, context, depth + 1, room)
    : literal(fixed);
}
