import type { Facets } from '../descriptor/descriptor.js';
import { leavesOf } from '../plan/members.js';
import type { SimplePlan } from '../plan/simple-plan.js';
import { digitsPattern, floatingWords, isCharacter, jsonFormOf } from './json-forms.js';

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

const smallIntegerBounds: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  int: [-2147483648, 2147483647],
  short: [-32768, 32767],
  byte: [-128, 127],
  unsignedInt: [0, 4294967295],
  unsignedShort: [0, 65535],
  unsignedByte: [0, 255],
};
const formats: Readonly<Record<string, string>> = { anyURI: 'uri-reference' };

/** The schema of a simple type in its JSON form. */
export function simpleSchema(plan: SimplePlan): JsonSchema {
  if (plan.mapped !== undefined) {
    return mappedSchema(plan, plan.mapped);
  }
  switch (plan.variety) {
    case 'list':
      return listSchema(plan);
    case 'union':
      return { anyOf: leavesOf(plan).map(simpleSchema) };
    case 'atomic':
      return atomicSchema(plan, plan.facets ?? {});
  }
}

/** The texts of a scalar mapping are mostly those of the type below. */
function mappedSchema(plan: SimplePlan, mapped: SimplePlan): JsonSchema {
  if (isCharacter(plan)) {
    return { type: 'string', minLength: 1, maxLength: 1 };
  }
  const schema = simpleSchema(mapped);
  return plan.ownTexts && Object.keys(schema).join() !== 'type' ? { anyOf: [schema, { type: 'string' }] } : schema;
}

function listSchema(plan: SimplePlan): JsonSchema {
  const items = plan.item === undefined ? {} : simpleSchema(plan.item);
  const { length, minLength, maxLength } = plan.facets ?? {};
  return {
    type: 'array',
    items,
    ...defined({ minItems: length ?? minLength, maxItems: length ?? maxLength }),
  };
}

function atomicSchema(plan: SimplePlan, facets: Facets): JsonSchema {
  switch (jsonFormOf(plan)) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number': {
      const [minimum, maximum] = smallIntegerBounds[plan.builtIn] ?? [];
      return { type: 'integer', ...defined({ minimum, maximum }), ...numericFacets(facets) };
    }
    case 'floating':
      return { anyOf: [{ type: 'number', ...numericFacets(facets) }, { enum: [...floatingWords] }] };
    case 'digits':
      return { type: 'string', pattern: digitsPattern };
    case 'octets':
      return { type: 'string', contentEncoding: plan.builtIn === 'hexBinary' ? 'base16' : 'base64' };
    case 'name':
      return nameSchema();
    case 'text':
      return textSchema(plan, facets);
  }
}

function nameSchema(): JsonSchema {
  return {
    type: 'object',
    properties: { namespace: { type: 'string' }, name: { type: 'string' } },
    required: ['namespace', 'name'],
  };
}

function textSchema(plan: SimplePlan, facets: Facets): JsonSchema {
  if (plan.builtIn === 'decimal') {
    return { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' };
  }
  // Of dates and their kind, other texts may stand for the same values.
  if (plan.texts !== undefined) {
    return { enum: [...plan.texts] };
  }
  return {
    type: 'string',
    ...defined({
      minLength: facets.length ?? facets.minLength,
      maxLength: facets.length ?? facets.maxLength,
      format: formats[plan.builtIn],
    }),
  };
}

function numericFacets(facets: Facets): JsonSchema {
  return {
    ...defined({
      minimum: finite(facets.minInclusive),
      maximum: finite(facets.maxInclusive),
      exclusiveMinimum: finite(facets.minExclusive),
      exclusiveMaximum: finite(facets.maxExclusive),
    }),
    ...numbersAmong(facets.enumeration),
  };
}

function numbersAmong(enumeration: readonly string[] = []): JsonSchema {
  const numbers = enumeration.map(finite).filter(isPresent);
  return numbers.length === 0 ? {} : { enum: numbers };
}

/** A number of JSON; undefined for none, and for one that JSON does not have. */
function finite(text: string | undefined): number | undefined {
  const number = Number(text ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

function isPresent(value: unknown): boolean {
  return value !== undefined;
}

function defined(keywords: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}
