import { didYouMean } from '@wsdl-codegen/runtime/extend';
import type { JsonSchema } from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import type { CallLimits } from './call-limits.js';
import { describeTypeTool, getRestTool } from './chosen-operations.js';
import { inlineSchema } from './inline-schema.js';
import type { KeptAnswers } from './kept-answers.js';
import { isSchema } from './schema-walk.js';
import { errorResult, hintsOf, type Tool, type ToolResult } from './tool.js';
import { restSchema } from './tool-schemas.js';

/** What the tools that tell of others know. */
export interface CompanionSources {
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** Names of types that some tool does not have in full. */
  readonly collapsed: ReadonlySet<string>;
  readonly kept: KeptAnswers;
  readonly limits: CallLimits;
  readonly settings: { readonly maxAnswerBytes: number };
}

const annotations = hintsOf({ readOnly: true, openWorld: false });

/** The tools beside those of operations. The first is there only where a type is collapsed. */
export function companionTools(sources: CompanionSources): readonly Tool[] {
  const tools = [...(sources.collapsed.size === 0 ? [] : [describeType(sources)]), getRest(sources)];
  return tools.map((tool) => limited(tool, sources.limits));
}

/** A tool whose calls count as those of operations do. */
function limited(tool: Tool, limits: CallLimits): Tool {
  const call: Tool['call'] = async (args, context) => {
    const wait = limits.begin();
    if (wait !== undefined) {
      return errorResult(wait);
    }
    try {
      return await tool.call(args, context);
    } finally {
      limits.end();
    }
  };
  return { ...tool, call };
}

function describeType({ definitions, kept, settings }: CompanionSources): Tool {
  return {
    name: describeTypeTool,
    description: 'Gives the JSON Schema of a type that the schemas of other tools only name.',
    inputSchema: {
      type: 'object',
      properties: {
        type: { type: 'string', description: 'The name, as a description has it before “: see describe_type”' },
      },
      required: ['type'],
      additionalProperties: false,
    },
    outputSchema: envelope({ type: 'object' }),
    annotations,
    call: async (args, { principal } = {}) => {
      const { type } = membersOf(args);
      const name = typeof type === 'string' ? type : '';
      const schema = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
      if (schema === undefined) {
        return errorResult(`/type: there is no type of this name${didYouMean(name, Object.keys(definitions))}`);
      }
      const inlined = inlineSchema(schema, definitions, settings.maxAnswerBytes / 2);
      return kept.result(inlined.schema as JsonValue, principal);
    },
  };
}

function getRest({ kept }: CompanionSources): Tool {
  return {
    name: getRestTool,
    description:
      'Gives the next items of a list that was cut in the result of another tool: the cursor of its “rest”, and path and next of one of the lists there.',
    inputSchema: {
      type: 'object',
      properties: { cursor: { type: 'string' }, path: { type: 'string' }, next: { type: 'integer', minimum: 0 } },
      required: ['cursor', 'path', 'next'],
      additionalProperties: false,
    },
    outputSchema: envelope({ type: 'array' }),
    annotations,
    call: async (args, { principal } = {}) => {
      const { cursor, path, next } = membersOf(args);
      return typeof cursor === 'string' && typeof path === 'string' && Number.isInteger(next) && (next as number) >= 0
        ? kept.rest(cursor, path, next as number, principal)
        : wrongRest();
    },
  };
}

function wrongRest(): ToolResult {
  return errorResult('Give `cursor`, and `path` and `next` of a list, as the member `rest` of the result has them.');
}

function envelope(value: JsonSchema): JsonSchema {
  return { type: 'object', properties: { value, rest: restSchema }, required: ['value'] };
}

function membersOf(args: unknown): JsonSchema {
  return isSchema(args) ? args : {};
}
