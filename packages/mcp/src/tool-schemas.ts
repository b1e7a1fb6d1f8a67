import type { JsonSchema } from '@wsdl-codegen/runtime/json';
import { cutListSchema } from './cut-lists.js';
import { type InlineSchema, inlineSchema, reducedObject } from './inline-schema.js';
import { bytesOf, mapMembers, mapSchemas } from './schema-walk.js';

/** The part of a tool's size that its arguments may always have. */
const shareOfArguments = 0.75;

/** The schemas of a tool, and what they leave to `describe_type`. */
export interface ToolSchemas {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly collapsed: readonly string[];
}

/** What schemas of tools are made of. */
export interface SchemaSources {
  readonly arguments: JsonSchema;
  /** Absent for a method without result. */
  readonly answer: JsonSchema | undefined;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** The definitions as answers have them: `answerSchema`. */
  readonly answerDefinitions: Readonly<Record<string, JsonSchema>>;
  /** What describes the arguments, where the schema does not name them all. */
  readonly argumentsName: string;
}

/** Schemas without references that have no more than `maxBytes` octets together. Arguments come first; what the result is has the rest. */
export function toolSchemas(sources: SchemaSources, maxBytes: number): ToolSchemas {
  const first = argumentsSchema(sources, maxBytes * shareOfArguments);
  const output = outputSchema(sources, maxBytes - bytesOf(first.schema));
  const input = argumentsSchema(sources, maxBytes - bytesOf(output.schema));
  return {
    inputSchema: input.schema,
    outputSchema: output.schema,
    collapsed: [...new Set([...input.collapsed, ...output.collapsed])],
  };
}

function argumentsSchema(sources: SchemaSources, room: number): InlineSchema {
  const { arguments: schema, definitions, argumentsName } = sources;
  const closed = inlineSchema(schema, definitions, 0);
  const reduced = reducedObject(closed.schema, room);
  if (reduced !== closed.schema) {
    return { schema: reduced, collapsed: [argumentsName, ...closed.collapsed] };
  }
  return inlineSchema(schema, definitions, room);
}

/** The envelope of results: the value, and what of its lists is left. */
function outputSchema({ answer, answerDefinitions }: SchemaSources, room: number): InlineSchema {
  const envelope = (value: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { value, rest: restSchema },
    required: ['value'],
  });
  const whole = envelope(answer === undefined ? { type: 'null' } : answerSchema(answer));
  const inlined = inlineSchema(whole, answerDefinitions, room);
  return bytesOf(inlined.schema) <= room ? inlined : { schema: envelope({}), collapsed: [] };
}

/** The schema of what tells that lists of a value are cut. */
export const restSchema: JsonSchema = {
  type: 'object',
  properties: { cursor: { type: 'string' }, lists: { type: 'array', items: cutListSchema } },
  required: ['cursor', 'lists'],
};

/** Keywords that bound values. */
const bounds: ReadonlySet<string> = new Set(
  (
    'minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems ' +
    'multipleOf additionalProperties not'
  ).split(' '),
);

/**
 * A schema as answers have it: with the form of values and without bounds, so that a client which checks answers refuses none that the service gave,
 * and none whose lists are cut.
 */
function answerSchema(schema: JsonSchema): JsonSchema {
  const { allOf, ...others } = schema;
  // Beside members, `allOf` has rules of choices alone.
  const kept = allOf === undefined || others.properties !== undefined ? others : { ...others, allOf };
  const unbounded = Object.fromEntries(Object.entries(kept).filter(([keyword]) => !bounds.has(keyword)));
  return mapSchemas(unbounded, answerSchema);
}

/** The definitions as answers have them. */
export function answerDefinitions(definitions: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return mapMembers(definitions, (each) => answerSchema(each as JsonSchema)) as Record<string, JsonSchema>;
}
