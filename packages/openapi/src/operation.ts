import type { FaultDescriptor, OperationDescriptor } from '@wsdl-codegen/runtime';
import type { JsonSchema, SharedSchemas } from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import { responsesOf } from './answer.js';
import type { FaultStatuses, ProblemName } from './problems.js';
import { requestParts } from './request.js';
import type { JsonRoute } from './routes.js';

/** What the operations of a document share. */
export interface Writing {
  readonly schemas: SharedSchemas;
  readonly faults: FaultStatuses;
  readonly headerBlocks: boolean;
  /** The JSON of a sample of a message; undefined where there is none. */
  example(operation: OperationDescriptor, way: 'input' | 'output'): JsonValue | undefined;
  /** The schema of the problem that a fault is. */
  fault(fault: FaultDescriptor): JsonSchema;
  /** The schema of a problem. */
  problem(name: ProblemName): JsonSchema;
}

/** The Operation Object of a route (OpenAPI 3.1, 4.8.10). */
export function operationObject(route: JsonRoute, writing: Writing): object {
  const { operation, operationId, tags } = route;
  const { documentation } = operation;
  const request = requestParts(route, writing);
  return {
    operationId,
    tags,
    ...(documentation !== undefined && documented(documentation)),
    ...request,
    responses: responsesOf(route, writing, request.requestBody !== undefined),
  };
}

/** Longer first sentences are no summaries. */
const longestSummary = 120;

function documented(text: string): { readonly summary?: string; readonly description?: string } {
  const [summary] = /^[^\n]*?[.!?](?=\s|$)|^[^\n]+/.exec(text) ?? [];
  const short = summary === undefined || summary.length > longestSummary ? {} : { summary };
  return short.summary === text ? short : { ...short, description: text };
}
