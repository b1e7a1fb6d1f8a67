import { sampleRequest } from '@wsdl-codegen/runtime';
import { type JsonSchema, requestToJson } from '@wsdl-codegen/runtime/json';
import { referenceOf } from './inline-schema.js';
import { mapSchemas } from './schema-walk.js';
import { shownText } from './shown-text.js';
import type { OperationTool, Toolset } from './tools.js';

/** Characters of documentation in a resource. */
const maxDocumentation = 4000;

/** The contract of a service, as far as its tools show it, for models that want to read all of it. */
export interface ContractResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** JSON, without addresses. */
  text(): string;
}

/** One resource for each service that has tools. */
export function contractResources(toolset: Toolset): readonly ContractResource[] {
  const services = new Map<string, OperationTool[]>();
  for (const each of toolset.operations) {
    const { service } = each.chosen.source;
    const uri = `contract:///${encodeURIComponent(service.name)}?namespace=${encodeURIComponent(service.namespace)}`;
    services.set(uri, [...(services.get(uri) ?? []), each]);
  }
  return [...services].map(([uri, operations]) => {
    const name = operations[0]?.chosen.source.service.name ?? '';
    return {
      uri,
      name: shownText(name, 100),
      description: `The operations of ${shownText(name, 100)} with the JSON Schemas of all their types`,
      text: () => JSON.stringify(contractOf(operations, toolset)),
    };
  });
}

function contractOf(operations: readonly OperationTool[], { schemas }: Toolset): object {
  const { service } = operations[0]?.chosen.source ?? {};
  const described = operations.map(({ chosen: { operation, method }, mapping, tool }) => {
    const faults = (operation.faults ?? []).map((fault) => [fault.name, schemas.fault(fault) ?? {}] as const);
    const result = schemas.answer(operation);
    return [
      method,
      {
        tool: tool.name,
        ...documented(operation.documentation),
        arguments: mapping.schema,
        ...(result !== undefined && { result }),
        ...(faults.length > 0 && { faults: Object.fromEntries(faults) }),
      },
    ] as const;
  });
  const all = Object.fromEntries(described);
  return {
    service: service?.name,
    ...documented(service?.documentation),
    operations: all,
    $defs: definitionsOf(
      described.map(([, each]) => each),
      schemas.definitions,
    ),
  };
}

function documented(documentation = ''): { readonly documentation?: string } {
  const text = shownText(documentation, maxDocumentation);
  return text === '' ? {} : { documentation: text };
}

/** The definitions that schemas refer to, and those that these refer to. */
function definitionsOf(
  operations: readonly {
    readonly arguments: JsonSchema;
    readonly result?: JsonSchema;
    readonly faults?: Readonly<Record<string, JsonSchema>>;
  }[],
  definitions: Readonly<Record<string, JsonSchema>>,
): Readonly<Record<string, JsonSchema>> {
  const used = new Set<string>();
  const use = (schema: JsonSchema): JsonSchema => {
    const name = referenceOf(schema);
    if (name !== undefined) {
      used.add(name);
    }
    return mapSchemas(schema, use);
  };
  for (const { arguments: parameter, result, faults = {} } of operations) {
    for (const schema of [parameter, ...(result === undefined ? [] : [result]), ...Object.values(faults)]) {
      use(schema);
    }
  }
  // The set grows while it is read.
  for (const name of used) {
    use(definitions[name] ?? {});
  }
  return Object.fromEntries([...used].sort().map((name) => [name, definitions[name] ?? {}]));
}

/** A prompt that asks for a valid call of a tool, with a sample; undefined for a parameter of which none can be made. */
export function samplePrompt({ chosen: { operation }, mapping, members, tool }: OperationTool): string | undefined {
  try {
    const sample = mapping.arguments(requestToJson(operation, sampleRequest(operation), { members }));
    return `Call the tool ${tool.name}. Its arguments have this form; ask me for the values:\n${JSON.stringify(sample, undefined, 2)}`;
  } catch {
    return undefined;
  }
}
