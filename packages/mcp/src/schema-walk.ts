import type { JsonSchema } from '@wsdl-codegen/runtime/json';

/** Keywords whose value is a schema. */
const single: ReadonlySet<string> = new Set(['items', 'not', 'additionalProperties', 'if', 'then', 'else']);
/** Keywords whose value is a list of schemas. */
const several: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
/** Keywords whose value is a table of schemas. Their names are not keywords. */
const tables: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs']);

/** A copy of a schema, in which each schema directly within it is what `each` makes of it. Values such as `enum` and `default` stay as they are. */
export function mapSchemas(schema: JsonSchema, each: (schema: JsonSchema) => JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (single.has(keyword) && isSchema(value)) {
        return [keyword, each(value)];
      }
      if (several.has(keyword) && Array.isArray(value)) {
        return [keyword, value.map((part: JsonSchema) => each(part))];
      }
      if (tables.has(keyword) && isSchema(value)) {
        return [keyword, mapMembers(value, (member) => each(member as JsonSchema))];
      }
      return [keyword, value];
    }),
  );
}

/** A table with other values. Names such as `__proto__` stay names. */
export function mapMembers(table: JsonSchema, each: (value: unknown, name: string) => unknown): JsonSchema {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, each(value, name)]));
}

/** True for what can be a schema with keywords. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Octets of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length;
}
