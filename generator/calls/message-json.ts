import type {
  Attachment,
  BindingKind,
  MessageDescriptor,
  OperationDescriptor,
  SoapFaultError,
} from '@wsdl-codegen/runtime';
import {
  type ElementDescriptor,
  fromJson,
  JsonError,
  type JsonValue,
  type Type,
  toJson,
} from '@wsdl-codegen/runtime/schema';
import { given } from '../config/given.js';
import { isSingleValue } from './parameters.js';

/** How the JSON of a message is read. */
export interface MessageJsonOptions {
  /** Check the value against every facet and occurrence. Default true. */
  readonly validate?: boolean;
}

/**
 * The parameter of a method from its JSON; texts in the place of other values are taken for them. Attachments are objects with `contentType` and
 * `content` in base64. Throws `JsonError`.
 */
export function requestFromJson(
  operation: OperationDescriptor,
  json: unknown,
  { validate = true }: MessageJsonOptions = {},
): unknown {
  const { input } = operation;
  const read: ReadJson = (target, part) => fromJson(target as ElementDescriptor, part, { coerce: true, validate });
  const names = attachmentsOf(operation, 'input');
  const [rest, parts] = apart(json, names);
  const { element, property } = input;
  const isSingle = element !== undefined && property === undefined && isSingleValue(input);
  const own = isSingle ? (propertyOf(rest, element.name) ?? rest) : property === undefined ? (rest ?? {}) : rest;
  return withAttachments(bodyFromJson(input, own, read), parts);
}

/** The result of a method from its JSON, in which texts may stand for other values. Throws `JsonError`. */
export function answerFromJson(operation: OperationDescriptor, json: unknown): unknown {
  const [rest, parts] = apart(json, attachmentsOf(operation, 'output'));
  const read: ReadJson = (target, part) => fromJson(target as ElementDescriptor, part, { coerce: true });
  return withAttachments(operation.output && bodyFromJson(operation.output, rest, read), parts);
}

type ReadJson = (target: ElementDescriptor | Type, json: unknown) => unknown;

function bodyFromJson(message: MessageDescriptor, json: unknown, read: ReadJson): unknown {
  const { property, unwrap } = message;
  const target = targetOf(message);
  if (target === undefined) {
    return undefined;
  }
  if (property !== undefined) {
    return { [property]: read(target, propertyOf(json, property)) };
  }
  if (unwrap === undefined) {
    return read(target, json);
  }
  return propertyOf(read(target, json === undefined || json === null ? {} : { [unwrap]: json }), unwrap);
}

function withAttachments(own: unknown, parts: readonly (readonly [string, unknown])[]): unknown {
  const attachments = parts.map(([name, part]) => [name, attachmentFromJson(part)]);
  return parts.length === 0 ? own : { ...(own as object | undefined), ...Object.fromEntries(attachments) };
}

/** The element or type of a message; `undefined` for one without content. */
export function targetOf({ element, content }: MessageDescriptor): ElementDescriptor | Type | undefined {
  return element ?? (content && resolved(content));
}

const missingCodes: ReadonlySet<string> = new Set(['missing-element', 'missing-attribute']);

/** The place of the first required value that the JSON of a parameter lacks. */
export function missingPath(operation: OperationDescriptor, json: unknown): readonly (string | number)[] | undefined {
  try {
    requestFromJson(operation, json);
    return undefined;
  } catch (error) {
    if (error instanceof JsonError) {
      return error.issues.find(({ code }) => missingCodes.has(code))?.path;
    }
    throw error;
  }
}

/** The JSON of a method's result, as it came over a binding; null for none. Throws `JsonError`. */
export function answerToJson(operation: OperationDescriptor, binding: BindingKind, value: unknown): JsonValue {
  if (value === undefined || value === null) {
    return null;
  }
  const facts = binding === 'httpGet' || binding === 'httpPost' ? operation[binding] : undefined;
  const ofMessage = (): JsonValue => messageToJson(operation.output, value, attachmentsOf(operation, 'output'));
  if (facts === undefined) {
    return ofMessage();
  }
  // An answer over HTTP may be the element of the binding, or the message itself.
  const { output } = facts;
  return output === undefined ? plainJson(value) : (jsonOrNone(() => toJson(output, value)) ?? ofMessage());
}

function jsonOrNone(make: () => JsonValue): JsonValue | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof JsonError) {
      return undefined;
    }
    throw error;
  }
}

/** The JSON of a method's parameter. Throws `JsonError`. */
export function requestToJson(operation: OperationDescriptor, value: unknown): JsonValue {
  return value === undefined || value === null
    ? null
    : messageToJson(operation.input, value, attachmentsOf(operation, 'input'));
}

/** The JSON of a method's parameter without its attachments; null for one that has no JSON. */
export function valuesToJson(operation: OperationDescriptor, value: unknown): JsonValue {
  const [rest] = apart(value, attachmentsOf(operation, 'input'));
  const hasValues = targetOf(operation.input) !== undefined && rest !== undefined && rest !== null;
  return hasValues ? (jsonOrNone(() => bodyToJson(operation.input, rest)) ?? null) : null;
}

function messageToJson(message: MessageDescriptor | undefined, value: unknown, names: ReadonlySet<string>): JsonValue {
  const [rest, parts] = apart(value, names);
  const attachments = Object.fromEntries(parts.map(([name, part]) => [name, attachmentToJson(part as Attachment)]));
  const own = bodyToJson(message, rest);
  return parts.length === 0 ? own : { ...(own as Readonly<Record<string, JsonValue>>), ...attachments };
}

function bodyToJson(message: MessageDescriptor | undefined, value: unknown): JsonValue {
  const target = message && (targetOf(message) as ElementDescriptor | undefined);
  if (target === undefined) {
    return plainJson(value);
  }
  const { property, unwrap } = message as MessageDescriptor;
  if (property !== undefined) {
    return { [property]: toJson(target, propertyOf(value, property) as never) };
  }
  if (unwrap === undefined) {
    return toJson(target, value);
  }
  const json = toJson(target, { [unwrap]: value } as never) as Readonly<Record<string, JsonValue>>;
  return json[unwrap] ?? null;
}

/** A fault as JSON. */
export interface CallFault {
  /** The local name of a code of SOAP, in the words of SOAP 1.1; others in the form `{namespace}local`. */
  readonly code: string;
  readonly subcodes?: readonly string[];
  /** The text for people. */
  readonly string: string;
  /** Name of the declared fault. */
  readonly name?: string;
  readonly actor?: string;
  /** Of a declared fault its value, otherwise the elements of the detail. */
  readonly detail?: JsonValue;
}

/** The JSON of a fault. */
export function faultToJson(operation: OperationDescriptor, error: SoapFaultError): CallFault {
  const { kind, code, subcodes, reason, faultName, actor, detail } = error;
  const declared = operation.faults?.find(({ name }) => name === faultName)?.element;
  return {
    code: kind ?? nameText(code),
    ...(subcodes.length > 0 && { subcodes: subcodes.map(nameText) }),
    string: reason,
    ...given({ name: faultName, actor }),
    ...(detail !== undefined && {
      detail: declared === undefined || detail === null ? plainJson(detail) : toJson(declared, detail),
    }),
  };
}

function nameText({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === '' ? name : `{${namespace}}${name}`;
}

/** JSON of a value whose type is not known. */
function plainJson(value: unknown): JsonValue {
  switch (typeof value) {
    case 'bigint':
      return String(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      break;
    default:
      return null;
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString('base64');
  }
  if (Array.isArray(value)) {
    return value.map(plainJson);
  }
  return value === null
    ? null
    : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainJson(part)]));
}

function attachmentsOf({ soap11, soap12 }: OperationDescriptor, way: 'input' | 'output'): ReadonlySet<string> {
  const facts = soap11 ?? soap12;
  const attachments = way === 'input' ? facts?.inputAttachments : facts?.outputAttachments;
  return new Set((attachments ?? []).map(({ property }) => property));
}

/** An object without some of its properties, and these. */
function apart(
  value: unknown,
  names: ReadonlySet<string>,
): readonly [rest: unknown, parts: readonly (readonly [string, unknown])[]] {
  if (names.size === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [value, []];
  }
  const entries = Object.entries(value);
  return [
    Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    entries.filter(([name]) => names.has(name)),
  ];
}

function attachmentFromJson(json: unknown): Attachment {
  const isObject = typeof json === 'object' && json !== null && !ArrayBuffer.isView(json);
  const { contentType = 'application/octet-stream', content = '' } = (isObject ? json : { content: json }) as {
    readonly contentType?: string;
    readonly content?: string | Uint8Array;
  };
  return { contentType, content: typeof content === 'string' ? Buffer.from(content, 'base64') : content };
}

function attachmentToJson({ contentType, content }: Attachment): JsonValue {
  return { contentType, content: Buffer.from(content).toString('base64') };
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function resolved<T extends object>(reference: T | (() => T)): T {
  return typeof reference === 'function' ? (reference as () => T)() : reference;
}
