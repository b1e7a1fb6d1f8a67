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

/** What schemas of simple types say beyond what is needed to check a value. */
export interface SimpleStyle {
  /** Names of formats for integers, decimals and times, which programs that make code of schemas know. */
  readonly formats?: boolean;
  /** A pattern facet as an expression of JavaScript; undefined for one that is left out. */
  readonly expressionOf?: (pattern: string) => string | undefined;
  /** A reference to a schema that is written elsewhere; undefined for a type that is written where it is used. */
  readonly reference?: (plan: SimplePlan) => JsonSchema | undefined;
}

/** The schema of a simple type in its JSON form. */
export function simpleSchema(plan: SimplePlan, style: SimpleStyle = {}): JsonSchema {
  return style.reference?.(plan) ?? ownSchema(plan, style);
}

/** The same where the type itself is written. */
export function ownSchema(plan: SimplePlan, style: SimpleStyle): JsonSchema {
  if (plan.mapped !== undefined) {
    return mappedSchema(plan, plan.mapped, style);
  }
  switch (plan.variety) {
    case 'list':
      return listSchema(plan, style);
    case 'union':
      return { anyOf: leavesOf(plan).map((leaf) => simpleSchema(leaf, style)) };
    case 'atomic':
      return { ...atomicSchema(plan, plan.facets ?? {}, style), ...(style.formats === true && formatOf(plan)) };
  }
}

const numberFormats: Readonly<Record<string, string>> = {
  int: 'int32',
  short: 'int16',
  byte: 'int8',
  unsignedInt: 'uint32',
  unsignedShort: 'uint16',
  unsignedByte: 'uint8',
  long: 'int64',
  unsignedLong: 'uint64',
  float: 'float',
  double: 'double',
  decimal: 'decimal',
};

/** The format of a number, as the registry of OpenAPI has it; those of times would refuse values without a time zone. */
function formatOf({ builtIn }: SimplePlan): JsonSchema {
  return defined({ format: numberFormats[builtIn] ?? formats[builtIn] });
}

/** The texts of a scalar mapping are mostly those of the type below. */
function mappedSchema(plan: SimplePlan, mapped: SimplePlan, style: SimpleStyle): JsonSchema {
  if (isCharacter(plan)) {
    return { type: 'string', minLength: 1, maxLength: 1 };
  }
  const schema = ownSchema(mapped, style);
  return plan.ownTexts && Object.keys(schema).join() !== 'type' ? { anyOf: [schema, { type: 'string' }] } : schema;
}

function listSchema(plan: SimplePlan, style: SimpleStyle): JsonSchema {
  const items = plan.item === undefined ? {} : simpleSchema(plan.item, style);
  const { length, minLength, maxLength } = plan.facets ?? {};
  return {
    type: 'array',
    items,
    ...defined({ minItems: length ?? minLength, maxItems: length ?? maxLength }),
  };
}

function atomicSchema(plan: SimplePlan, facets: Facets, style: SimpleStyle): JsonSchema {
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
      return textSchema(plan, facets, style);
  }
}

function nameSchema(): JsonSchema {
  return {
    type: 'object',
    properties: { namespace: { type: 'string' }, name: { type: 'string' } },
    required: ['namespace', 'name'],
  };
}

function textSchema(plan: SimplePlan, facets: Facets, style: SimpleStyle): JsonSchema {
  if (plan.builtIn === 'decimal') {
    return { type: 'string', pattern: '^[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)$' };
  }
  // Of dates and their kind, other texts may stand for the same values.
  if (plan.texts !== undefined) {
    return { ...(style.formats === true && { type: 'string' }), enum: [...plan.texts] };
  }
  return {
    type: 'string',
    ...defined({
      minLength: facets.length ?? facets.minLength,
      maxLength: facets.length ?? facets.maxLength,
      format: formats[plan.builtIn],
    }),
    ...patternsOf(facets, style),
  };
}

/** Of the patterns of one step of a derivation one has to match, and all steps hold. A step is left out if one of its patterns is. */
function patternsOf({ patterns }: Facets, { expressionOf }: SimpleStyle): JsonSchema {
  if (patterns === undefined || expressionOf === undefined) {
    return {};
  }
  const groups = patterns.groups.flatMap((group) => {
    const expressions = group.map(expressionOf);
    return expressions.includes(undefined) ? [] : [{ pattern: expressions.join('|') }];
  });
  return groups.length > 1 ? { allOf: groups } : (groups[0] ?? {});
}

/** The JSON form of the text of a value, where one follows from the other; undefined elsewhere. */
export function jsonOfText(plan: SimplePlan, text: string): unknown {
  if (plan.variety !== 'atomic' || plan.mapped !== undefined) {
    return undefined;
  }
  switch (jsonFormOf(plan)) {
    case 'boolean':
      return text === 'true' || text === '1';
    case 'number':
      return finite(text);
    case 'floating':
      return floatingWords.includes(text) ? text : finite(text);
    case 'digits':
    case 'octets':
    case 'text':
      return text;
    case 'name':
      return undefined;
  }
}

const strings: ReadonlySet<string> = new Set([
  'string',
  'normalizedString',
  'token',
  'language',
  'Name',
  'NCName',
  'NMTOKEN',
]);

/** A schema of the one value that there may be, where each value has one JSON form. */
export function fixedSchema(plan: SimplePlan, text: string): JsonSchema {
  const form = jsonFormOf(plan);
  const isOneForm = form === 'boolean' || form === 'number' || (form === 'text' && strings.has(plan.builtIn));
  return isOneForm ? defined({ const: jsonOfText(plan, text) }) : {};
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
