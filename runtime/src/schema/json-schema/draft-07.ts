import { isRecord } from '../descriptor/resolve.js';
import type { JsonSchema } from './simple-schema.js';

const definitions = '#/$defs/';

/** A schema of `toJsonSchema` in draft 07, where definitions have another name. */
export function toDraft07({ $defs, ...schema }: JsonSchema): JsonSchema {
  return {
    ...(withReferences(schema) as JsonSchema),
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: withReferences($defs),
  };
}

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withReferences);
  }
  if (!isRecord(value)) {
    return value;
  }
  // A schema may have a property that is called `$ref`, whose value is then a schema.
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string' && part.startsWith(definitions)
        ? `#/definitions/${part.slice(definitions.length)}`
        : withReferences(part),
    ]),
  );
}
