import type { FaultDescriptor, OperationDescriptor } from '@wsdl-codegen/runtime';
import type { JsonMembers, JsonSchema, SharedSchemas } from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import type { FaultStatuses, ProblemName } from './problems.js';

/** What the operations of a document share. */
export interface Writing {
  readonly schemas: SharedSchemas;
  readonly faults: FaultStatuses;
  readonly headerBlocks: boolean;
  readonly members: JsonMembers;
  /** The JSON of a sample of a message; undefined where there is none. */
  example(operation: OperationDescriptor, way: 'input' | 'output'): JsonValue | undefined;
  /** The schema of the problem that a fault is. */
  fault(fault: FaultDescriptor): JsonSchema;
  /** The schema of a problem. */
  problem(name: ProblemName): JsonSchema;
}
