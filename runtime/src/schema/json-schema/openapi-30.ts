import { isRecord } from '../descriptor/resolve.js';
import type { JsonSchema } from './simple-schema.js';

const definitions = '#/$defs/';
const components = '#/components/schemas/';

/**
 * A schema of `toJsonSchema` as a Schema Object of OpenAPI 3.0 (4.7.24). Its definitions are in `components.schemas`, to be moved to those of the document: the
 * references stay right there.
 */
export function toOpenApi30({ $defs, $schema: _, ...schema }: JsonSchema): JsonSchema {
  const all = isRecord($defs) ? Object.entries($defs) : [];
  const names = componentNames(all.map(([name]) => name));
  const schemas = all.map(([name, each]) => [names.get(name) ?? name, schemaObject(each, names)]);
  return { ...schemaObject(schema, names), components: { schemas: Object.fromEntries(schemas) } };
}

/** Names that components may have (4.7.7.1), by those of the definitions. */
function componentNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const result = new Map<string, string>();
  for (const name of names) {
    const plain = name.replace(/[^\w.-]/g, '_');
    let free = plain;
    for (let i = 2; taken.has(free); i++) {
      free = `${plain}_${i}`;
    }
    taken.add(free);
    result.set(name, free);
  }
  return result;
}

/** Keywords whose value is a schema, a list of them, or a table. */
const nested: ReadonlySet<string> = new Set(['items', 'not', 'additionalProperties', 'anyOf', 'allOf']);

function schemaObject(schema: unknown, names: ReadonlyMap<string, string>): JsonSchema {
  if (!isRecord(schema)) {
    return {};
  }
  const { $ref, const: constant, exclusiveMinimum, exclusiveMaximum, contentEncoding, ...kept } = schema;
  if (kept.type === 'null') {
    return { type: 'string', nullable: true, enum: [null] };
  }
  const walked = Object.entries(kept).map(([key, value]) => [key, keywordValue(key, value, names)]);
  return {
    ...Object.fromEntries(walked),
    ...(constant !== undefined && { enum: [constant] }),
    ...bound('minimum', kept.minimum, exclusiveMinimum, 1),
    ...bound('maximum', kept.maximum, exclusiveMaximum, -1),
    ...encodings.get(contentEncoding),
    ...(typeof $ref === 'string' && reference($ref, walked.length > 0, names)),
  };
}

function keywordValue(key: string, value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (key === 'properties' && isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaObject(each, names)]));
  }
  if (!nested.has(key) || typeof value === 'boolean') {
    return value;
  }
  return Array.isArray(value) ? value.map((each) => schemaObject(each, names)) : schemaObject(value, names);
}

/** Nothing may stand beside a reference. */
function reference($ref: string, hasOthers: boolean, names: ReadonlyMap<string, string>): JsonSchema {
  const name = decodeURIComponent($ref.slice(definitions.length));
  const target = { $ref: components + (names.get(name) ?? name) };
  return hasOthers ? { allOf: [target] } : target;
}

/** The narrower of a bound and one that excludes itself, which is a boolean beside it. */
function bound(key: 'minimum' | 'maximum', inclusive: unknown, exclusive: unknown, sign: 1 | -1): JsonSchema {
  if (typeof exclusive !== 'number' || (typeof inclusive === 'number' && sign * inclusive > sign * exclusive)) {
    return {};
  }
  return { [key]: exclusive, [key === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum']: true };
}

const encodings: ReadonlyMap<unknown, JsonSchema> = new Map([
  ['base64', { format: 'byte' }],
  ['base16', { pattern: '^([0-9A-Fa-f]{2})*$' }],
]);
