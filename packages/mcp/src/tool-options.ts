import type { CallOptions, ServiceDescriptor } from '@wsdl-codegen/runtime';
import {
  callback,
  flag,
  number,
  type OptionKinds,
  object,
  oneOf,
  requireOptions,
  text,
  texts,
} from '@wsdl-codegen/runtime/extend';
import type { JsonMembers } from '@wsdl-codegen/runtime/json';
import type { ToolRate } from './call-limits.js';
import type { ToolAnnotations, ToolHints } from './tool.js';

/** What calls the operations of a service: a generated client, or a `DynamicClient`. */
export interface ToolClient {
  /** As the method that clients have. */
  $exchange(method: never, input: unknown, options?: CallOptions): Promise<{ readonly value: unknown }>;
}

/** A service whose operations become tools. */
export interface ToolService {
  /** The descriptor: of a generated package, or of `descriptorsOf`. */
  readonly service: ServiceDescriptor<object>;
  /** What calls it, with addresses and credentials. Absent for descriptions alone: then a call is an error. */
  readonly client?: ToolClient;
  /** Values of declared header blocks by property, in their JSON form, for the operations that declare them. Models neither see nor give them. */
  readonly headerBlocks?: Readonly<Record<string, unknown>>;
}

/** A call that waits for a yes. */
export interface ToolCall {
  readonly tool: string;
  readonly service: string;
  readonly method: string;
  readonly hints: ToolHints;
  /** As the model gave them. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly principal: string | undefined;
}

/** How a call of a tool ended. */
export type ToolOutcome = 'answer' | 'fault' | 'failed' | 'refused' | 'declined' | 'limited';

/** What the audit gets of each call. */
export interface ToolAudit extends Omit<ToolCall, 'hints' | 'arguments'> {
  /** The arguments with credentials hidden, as far as their names tell. */
  readonly arguments: unknown;
  readonly outcome: ToolOutcome;
  readonly milliseconds: number;
  /** Octets of the JSON that the model got. */
  readonly answerBytes: number;
  /** What was thrown, for the program alone: it may name addresses. */
  readonly error?: unknown;
}

/** Options of `toolsOf`. */
export interface ToolOptions {
  /** The operations that become tools: `METHOD` or `SERVICE.METHOD`, also by their names on the wire. Default: all. */
  readonly tools?: readonly string[];
  /** Only operations that `annotations` call read-only. */
  readonly readOnly?: boolean;
  /** What operations do, by the names that `tools` takes. */
  readonly annotations?: Readonly<Record<string, ToolAnnotations>>;
  /** Octets of the description of a tool with its schemas. Default 8,192; at least 2,048. */
  readonly maxToolBytes?: number;
  /** Characters of documentation that a description has. Default 600. */
  readonly maxDocumentation?: number;
  /** Octets of arguments. Default 1,048,576. */
  readonly maxArgumentBytes?: number;
  /** Octets of an answer that a model gets at once; longer lists are cut. Default 32,768. */
  readonly maxAnswerBytes?: number;
  /** Also take what stands for a value though it is not in its JSON form, as `fromJson` does. Default false. */
  readonly coerce?: boolean;
  /** How members of arguments and answers are called: as the properties of values (default), or in camel case. Names of `headerBlocks` stay as they are. */
  readonly members?: JsonMembers;
  readonly rate?: ToolRate;
  /** Asked before each call of an operation; false, or words for the model, decline it. */
  readonly confirm?: (call: ToolCall) => boolean | string | Promise<boolean | string>;
  /** Told of each call. Errors that it throws are ignored. */
  readonly audit?: (record: ToolAudit) => void;
  /** Texts that no model may see, such as the credentials that clients send: they are covered in all answers. */
  readonly secrets?: readonly string[];
}

const kinds: OptionKinds<ToolOptions> = {
  tools: texts,
  readOnly: flag,
  annotations: object,
  maxToolBytes: number,
  maxDocumentation: number,
  maxArgumentBytes: number,
  maxAnswerBytes: number,
  coerce: flag,
  members: oneOf('properties', 'camelCase'),
  rate: object,
  confirm: callback,
  audit: callback,
  secrets: texts,
};

const rateKinds: OptionKinds<ToolRate> = { calls: number, seconds: number, concurrent: number };
const annotationKinds: OptionKinds<ToolAnnotations> = {
  title: text,
  readOnly: flag,
  destructive: flag,
  idempotent: flag,
  openWorld: flag,
  description: text,
};
/** A description needs room for its envelope. */
const leastToolBytes = 2048;

/** Throws `TypeError` for options that do not exist or are of another kind, and `RangeError` for tools that are too small. */
export function checkToolOptions(options: ToolOptions): void {
  requireOptions('toolsOf', options, kinds);
  requireOptions('The `rate` of `toolsOf`', options.rate ?? {}, rateKinds);
  for (const [name, each] of Object.entries(options.annotations ?? {})) {
    requireOptions(`The annotations of "${name}"`, each, annotationKinds);
  }
  if (options.maxToolBytes !== undefined && !(options.maxToolBytes >= leastToolBytes)) {
    throw new RangeError(`The option \`maxToolBytes\` of \`toolsOf\` is at least ${leastToolBytes}.`);
  }
}
