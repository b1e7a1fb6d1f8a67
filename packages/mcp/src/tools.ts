import type { ServiceDescriptor } from '@wsdl-codegen/runtime';
import { type JsonMembers, type JsonSchema, SharedSchemas } from '@wsdl-codegen/runtime/json';
import { type ArgumentMapping, argumentMapping } from './arguments.js';
import { CallLimits } from './call-limits.js';
import { type ChosenOperation, chosenOperations } from './chosen-operations.js';
import { companionTools } from './companion-tools.js';
import { SecretCover } from './covered-secrets.js';
import { KeptAnswers } from './kept-answers.js';
import { type Calling, callOperation } from './operation-call.js';
import { bytesOf } from './schema-walk.js';
import { shownText } from './shown-text.js';
import { hintsOf, type Tool } from './tool.js';
import { checkToolOptions, type ToolOptions, type ToolService } from './tool-options.js';
import { answerDefinitions, toolSchemas } from './tool-schemas.js';

const defaults = {
  maxToolBytes: 8192,
  maxDocumentation: 600,
  maxAnswerBytes: 32_768,
  maxArgumentBytes: 1_048_576,
  members: 'properties',
} as const;

/** An operation with its tool. */
export interface OperationTool {
  readonly chosen: ChosenOperation;
  readonly mapping: ArgumentMapping;
  readonly members: JsonMembers;
  readonly tool: Tool;
}

/** The tools of services, and what else is told of them. */
export interface Toolset {
  /** All tools: those of operations, and those that tell of them. */
  readonly tools: readonly Tool[];
  readonly operations: readonly OperationTool[];
  readonly schemas: SharedSchemas;
}

/**
 * The operations of services as tools: schemas for function calling, and the functions. `describe_type` tells of types that are too large for a tool,
 * and `get_rest` gives what was cut of answers; they are there where they may be needed. Throws `TypeError` for names that no operation has.
 */
export function toolsOf(services: readonly ToolService[], options: ToolOptions = {}): readonly Tool[] {
  return toolsetOf(services, options).tools;
}

/** As `toolsOf`, with the operations of the tools. */
export function toolsetOf(services: readonly ToolService[], options: ToolOptions = {}): Toolset {
  checkToolOptions(options);
  const settings = { ...defaults, ...options };
  // Documentation leaves most of a small tool to the schemas.
  const maxDocumentation = Math.min(settings.maxDocumentation, Math.floor(settings.maxToolBytes / 12));
  const chosen = chosenOperations(services, settings);
  const schemas = new SharedSchemas({
    services: [...new Set(services.map(({ service }) => service as ServiceDescriptor))],
    members: settings.members,
  });
  const described = chosen.map((each) => ({
    chosen: each,
    request: schemas.request(each.operation),
    answer: schemas.answer(each.operation),
  }));
  const { definitions } = schemas;
  const ofAnswers = answerDefinitions(definitions);
  const calling: Omit<Calling, 'mapping' | 'hints' | 'chosen'> = {
    settings,
    limits: new CallLimits(options.rate),
    kept: new KeptAnswers(settings.maxAnswerBytes),
    cover: new SecretCover(options.secrets),
  };
  const collapsed = new Set<string>();
  /** What describes arguments of tools that are too large for the tool. */
  const roots: Record<string, JsonSchema> = {};
  const operations = described.map(({ chosen: each, request, answer }): OperationTool => {
    const { name } = each;
    const mapping = argumentMapping(request, definitions);
    const hints = hintsOf(each.annotations);
    const head = { name, description: descriptionOf(each, mapping, maxDocumentation), annotations: hints };
    const argumentsName = `${name}:arguments`;
    const sources = { arguments: mapping.schema, answer, definitions, answerDefinitions: ofAnswers, argumentsName };
    const room = settings.maxToolBytes - bytesOf({ ...head, inputSchema: 0, outputSchema: 0 });
    const { collapsed: left, ...both } = toolSchemas(sources, room);
    roots[argumentsName] = mapping.schema;
    for (const type of left) {
      collapsed.add(type);
    }
    const operation = { service: each.source.service.name, method: each.method };
    const call: Tool['call'] = (args, context) =>
      callOperation({ ...calling, mapping, hints, chosen: each }, args, context ?? {});
    return { chosen: each, mapping, members: settings.members, tool: { ...head, ...both, operation, call } };
  });
  const companions = companionTools({
    definitions: { ...definitions, ...roots },
    collapsed,
    kept: calling.kept,
    limits: calling.limits,
    settings,
  });
  return { tools: [...operations.map(({ tool }) => tool), ...companions], operations, schemas };
}

/** What a tool does, in our words; those of the contract are quoted, and bounded. */
function descriptionOf(
  { source, operation, annotations }: ChosenOperation,
  { exclusive }: ArgumentMapping,
  maxDocumentation: number,
): string {
  const { name } = source.service;
  const documentation = shownText(annotations.description ?? operation.documentation ?? '', maxDocumentation);
  const quoted = annotations.description === undefined ? `The contract says: “${documentation}”` : documentation;
  return [
    `Calls the operation ${shownText(operation.name, 100)} of ${shownText(name, 100)}.`,
    ...(documentation === '' ? [] : [quoted]),
    ...(exclusive.length === 0
      ? []
      : [shownText(`Some of these arguments exclude each other: ${exclusive.join(', ')}.`, 400)]),
    ...(operation.oneWay === true ? ['The service does not answer.'] : []),
  ].join(' ');
}
