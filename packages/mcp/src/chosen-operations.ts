import type { OperationDescriptor, ServiceDescriptor } from '@wsdl-codegen/runtime';
import { didYouMean } from '@wsdl-codegen/runtime/extend';
import { ownName, toolName } from './legal-names.js';
import type { ToolAnnotations } from './tool.js';
import type { ToolOptions, ToolService } from './tool-options.js';

/** An operation that becomes a tool. */
export interface ChosenOperation {
  readonly source: ToolService;
  readonly method: string;
  readonly operation: OperationDescriptor;
  /** Name of the tool. */
  readonly name: string;
  readonly annotations: ToolAnnotations;
}

/** Names of the tools that tell of others. */
export const describeTypeTool = 'describe_type';
/** As `describeTypeTool`. */
export const getRestTool = 'get_rest';

/** The operations that the options choose, with names that differ. Throws `TypeError` for a name that no operation has. */
export function chosenOperations(services: readonly ToolService[], options: ToolOptions): readonly ChosenOperation[] {
  const all = withNames(services);
  const { tools, annotations = {}, readOnly = false } = options;
  const known = new Set(all.flatMap(namesOf));
  for (const name of [...(tools ?? []), ...Object.keys(annotations)]) {
    if (!known.has(name)) {
      throw new TypeError(`No service has an operation "${name}"${didYouMean(name, known)}.`);
    }
  }
  return all
    .filter((each) => tools === undefined || namesOf(each).some((name) => tools.includes(name)))
    .map((each) => ({ ...each, annotations: annotationsOf(each, annotations) }))
    .filter((each) => !readOnly || each.annotations.readOnly === true);
}

type Named = Omit<ChosenOperation, 'annotations'>;

/** The name of a tool depends on its own operation alone, but where two would have the same one: then both are named more exactly. */
function withNames(services: readonly ToolService[]): readonly Named[] {
  const all = services.flatMap((source) =>
    Object.entries<OperationDescriptor>(source.service.operations as ServiceDescriptor['operations']).map(
      ([method, operation]) => ({
        source,
        method,
        operation,
        name: toolName(source.service.name, method),
      }),
    ),
  );
  const counts = new Map([
    [describeTypeTool, 1],
    [getRestTool, 1],
  ]);
  for (const { name } of all) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const taken = new Set(all.map(({ name }) => name));
  return all.map(({ name, ...each }) => ({
    ...each,
    name: counts.get(name) === 1 ? name : exactName(name, each, taken),
  }));
}

function exactName(name: string, { source, method }: Omit<Named, 'name'>, taken: Set<string>): string {
  const { namespace, name: service } = source.service;
  return ownName(name, `${namespace}\n${service}\n${method}`, taken);
}

function annotationsOf(each: Named, table: Readonly<Record<string, ToolAnnotations>>): ToolAnnotations {
  // The more exact name counts.
  const found = namesOf(each).filter((name) => Object.hasOwn(table, name));
  return Object.assign({}, ...found.map((name) => table[name])) as ToolAnnotations;
}

function namesOf({ source, method, operation }: Named): readonly string[] {
  const { name } = source.service;
  return [...new Set([operation.name, method, `${name}.${operation.name}`, `${name}.${method}`])];
}
