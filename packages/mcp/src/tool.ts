import type { JsonSchema } from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import type { CutList } from './cut-lists.js';

/** What the program says about an operation. Nothing of it is guessed: without an entry, a tool may do harm. */
export interface ToolAnnotations {
  /** A title for people. */
  readonly title?: string;
  /** True if the operation changes nothing. Default false. */
  readonly readOnly?: boolean;
  /** True if what the operation changes may be lost. Default true; of no meaning for one that changes nothing. */
  readonly destructive?: boolean;
  /** True if calling twice does the same as calling once. Default false. */
  readonly idempotent?: boolean;
  /** True if the operation reaches others than the service itself. Default true. */
  readonly openWorld?: boolean;
  /** Words for the model, in the place of the documentation of the contract. */
  readonly description?: string;
}

/** Hints of a tool in the words of the Model Context Protocol. */
export interface ToolHints {
  readonly title?: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** The result of a tool: the envelope of an answer. */
export interface ToolValue {
  readonly value: JsonValue;
  /** Lists that are cut, and what `get_rest` needs to know for the rest of them. */
  readonly rest?: { readonly cursor: string; readonly lists: readonly CutList[] };
}

/** What a model gets. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  /** Absent in errors. */
  readonly structuredContent?: ToolValue;
  readonly isError?: true;
}

/** What is known of who calls a tool. */
export interface ToolContext {
  /** Ends the call of the service when it is aborted. */
  readonly signal?: AbortSignal;
  /** Who calls: a name for the audit. */
  readonly principal?: string;
}

/** A tool: its description for models, and the function that they call. */
export interface Tool {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** Of an object, without references, alternatives at its root, and illegal names of members. */
  readonly inputSchema: JsonSchema;
  /** The schema of `structuredContent`. */
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolHints;
  /** The operation; absent for tools that tell of others. */
  readonly operation?: { readonly service: string; readonly method: string };
  /** Never rejects: what goes wrong is an error for the model. */
  call(args: unknown, context?: ToolContext): Promise<ToolResult>;
}

/** The result for a value. */
export function valueResult(structuredContent: ToolValue): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
}

/** The result for a mistake or a failure, in words by which a model can mend its call. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** The hints that annotations give. */
export function hintsOf({ title, readOnly, destructive, idempotent, openWorld }: ToolAnnotations): ToolHints {
  return {
    ...(title !== undefined && { title }),
    readOnlyHint: readOnly === true,
    destructiveHint: readOnly !== true && destructive !== false,
    idempotentHint: readOnly === true || idempotent === true,
    openWorldHint: openWorld !== false,
  };
}
