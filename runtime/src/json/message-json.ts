import { describe } from '../base/describe.js';
import { didYouMean } from '../base/nearest.js';
import { checkOptions, flag, type OptionKinds, oneOf } from '../base/options.js';
import type { ValidationIssue } from '../schema/context/encoder.js';
import type { ElementDescriptor, Type } from '../schema/descriptor/descriptor.js';
import type { ValuePath } from '../schema/descriptor/errors.js';
import { isRecord, readProperty, resolve, writeProperty } from '../schema/descriptor/resolve.js';
import { type FromJsonOptions, readJson } from '../schema/json/from-json.js';
import { JsonError } from '../schema/json/json-error.js';
import { type JsonObject, type JsonValue, toJson } from '../schema/json/to-json.js';
import { particleNamed } from '../schema/json/value-walk.js';
import { type JsonMembers, membersKind } from '../schema/json-schema/member-names.js';
import type { BindingKind, MessageDescriptor, OperationDescriptor } from '../service/descriptor.js';
import type { Attachment } from '../soap/mime.js';
import { attachmentMembers, memberIn, memberOf, planOfTarget, targetOf, toOptions } from './message-members.js';
import { attachmentFromJson, attachmentToJson, jsonOrNone, untypedJson } from './untyped-json.js';

/** How the JSON of a message is read and written. */
export interface MessageJsonOptions {
  /** Also take what stands for a value though it is not in its JSON form, as `fromJson` does. Default false. */
  readonly coerce?: boolean;
  /** Check the value against every facet, occurrence, choice and identity constraint (default). */
  readonly validate?: boolean;
  /** How members are called. Default: as properties. In camel case, members that there are not are always refused. */
  readonly members?: JsonMembers;
}

/** How the JSON of a result is written. */
export interface AnswerJsonOptions extends MessageJsonOptions {
  /** The binding over which it came. A result over HTTP GET or POST may have another form than that over SOAP. */
  readonly binding?: BindingKind;
}

/** The kinds of these options. */
export const messageJsonKinds: OptionKinds<MessageJsonOptions> = { coerce: flag, validate: flag, members: membersKind };
const answerKinds: OptionKinds<AnswerJsonOptions> = {
  ...messageJsonKinds,
  binding: oneOf('soap11', 'soap12', 'httpGet', 'httpPost'),
};

/**
 * The parameter of a method from its JSON. Attachments are objects with `contentType` and `content` in base64. Throws `JsonError`, whose paths
 * are those of the JSON.
 */
export function requestFromJson(
  operation: OperationDescriptor,
  json: unknown,
  options: MessageJsonOptions = {},
): unknown {
  checkOptions('`requestFromJson`', options, messageJsonKinds);
  const { input } = operation;
  const { element, property } = input;
  const isNamed = options.coerce === true && element !== undefined && property === undefined && isSingleValue(input);
  const own = isNamed ? (propertyOf(json, memberOf(element.name, options.members)) ?? json) : json;
  const isNull = own === null && options.coerce !== true;
  return readMessage(operation, 'input', isNull ? null : (own ?? undefined), options);
}

/** The result of a method from its JSON, as `requestFromJson`. Throws `JsonError`. */
export function answerFromJson(
  operation: OperationDescriptor,
  json: unknown,
  options: MessageJsonOptions = {},
): unknown {
  checkOptions('`answerFromJson`', options, messageJsonKinds);
  return readMessage(operation, 'output', json, options);
}

/** The JSON of a method's parameter; null for none. Throws `JsonError`. */
export function requestToJson(
  operation: OperationDescriptor,
  value: unknown,
  options: MessageJsonOptions = {},
): JsonValue {
  checkOptions('`requestToJson`', options, messageJsonKinds);
  return value === undefined || value === null ? null : messageToJson(operation, 'input', value, options);
}

/** The JSON of a method's result; null for none. Throws `JsonError`. */
export function answerToJson(
  operation: OperationDescriptor,
  value: unknown,
  options: AnswerJsonOptions = {},
): JsonValue {
  checkOptions('`answerToJson`', options, answerKinds);
  if (value === undefined || value === null) {
    return null;
  }
  const { binding, members } = options;
  const facts = binding === 'httpGet' || binding === 'httpPost' ? operation[binding] : undefined;
  const ofMessage = (): JsonValue => messageToJson(operation, 'output', value, options);
  if (facts === undefined) {
    return ofMessage();
  }
  // An answer over HTTP may be the element of the binding, or the message itself.
  const { output } = facts;
  return output === undefined
    ? untypedJson(value)
    : (jsonOrNone(() => toJson(output, value, toOptions(members))) ?? ofMessage());
}

/** The JSON of a method's parameter without its attachments; null for one that has no JSON. */
export function valuesToJson(operation: OperationDescriptor, value: unknown): JsonValue {
  const [rest] = apart(value, attachmentMembers(operation, 'input', undefined));
  const hasValues = targetOf(operation.input) !== undefined && rest !== undefined && rest !== null;
  return hasValues ? (jsonOrNone(() => bodyToJson(operation.input, rest, undefined)) ?? null) : null;
}

/** True for a message whose value is that of an element of simple type: it has no properties. */
function isSingleValue({ element, content, property }: MessageDescriptor): boolean {
  return (
    content === undefined && property === undefined && element !== undefined && resolve(element.type).kind === 'simple'
  );
}

/** What is read, and the problems so far. */
interface Reading extends MessageJsonOptions {
  readonly issues: ValidationIssue[];
}

function readMessage(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  json: unknown,
  options: MessageJsonOptions,
): unknown {
  const message = operation[way];
  const target = message && targetOf(message);
  const reading: Reading = { ...options, issues: [] };
  const names = new Map(
    [...attachmentMembers(operation, way, options.members)].map(([name, member]) => [member, name]),
  );
  const [rest, parts] = apart(json, names);
  const value = readBody(message, way, rest, names, reading);
  const attachments = parts.map(([name, part]) => [names.get(name), attachmentFromJson(name, part, reading)]);
  const [first, ...others] = reading.issues;
  if (first !== undefined) {
    throw new JsonError(target === undefined || target.name === '' ? operation.name : target.name, [first, ...others]);
  }
  return parts.length === 0 ? value : { ...(value as object | undefined), ...Object.fromEntries(attachments) };
}

function readBody(
  message: MessageDescriptor | undefined,
  way: 'input' | 'output',
  json: unknown,
  attachments: ReadonlyMap<string, string>,
  reading: Reading,
): unknown {
  const target = message && targetOf(message);
  if (message === undefined || target === undefined) {
    refuseMembers(json, new Set(attachments.keys()), reading);
    return undefined;
  }
  const { property, unwrap, absent } = message;
  if (property !== undefined) {
    const member = memberOf(property, reading.members);
    refuseMembers(json, new Set([member, ...attachments.keys()]), reading);
    return { [property]: read(target, propertyOf(json, member), [member], reading) };
  }
  if (unwrap !== undefined) {
    return readUnwrapped(target, unwrap, json, reading);
  }
  if (json === null && absent === 'null') {
    return null;
  }
  return read(target, json ?? (json === undefined && way === 'input' ? {} : json), [], reading);
}

/** The value of a property of the element's value. Null stands for one that is absent, unless it can be nil. */
function readUnwrapped(target: ElementDescriptor | Type, unwrap: string, json: unknown, reading: Reading): unknown {
  const isAbsent = json === undefined || (json === null && !isNillable(target, unwrap));
  const member = memberIn(target, unwrap, reading.members);
  const { issues, ...result } = readJson(target, isAbsent ? {} : { [member]: json }, optionsOf(reading));
  for (const issue of issues ?? []) {
    reading.issues.push(issue.path[0] === member ? { ...issue, path: issue.path.slice(1) } : issue);
  }
  return propertyOf((result as { readonly value?: unknown }).value, unwrap);
}

function isNillable(target: ElementDescriptor | Type, property: string): boolean {
  const plan = planOfTarget(target);
  const node =
    plan.kind === 'complex' && plan.content !== undefined ? particleNamed(plan.content, property) : undefined;
  return node?.kind === 'element' && node.element.nillable && !node.list;
}

function read(target: ElementDescriptor | Type, json: unknown, at: ValuePath, reading: Reading): unknown {
  const { issues, ...result } = readJson(target, json, optionsOf(reading));
  // One by one: there may be more than a call takes arguments.
  for (const issue of issues ?? []) {
    reading.issues.push(at.length === 0 ? issue : { ...issue, path: [...at, ...issue.path] });
  }
  return (result as { readonly value?: unknown }).value;
}

function optionsOf({ coerce = false, validate = true, members }: Reading): FromJsonOptions {
  return { coerce, validate, ...toOptions(members) };
}

/** Reports what is no object, and members of one that the message does not have. */
function refuseMembers(json: unknown, known: ReadonlySet<string>, { issues, coerce }: Reading): void {
  if (json === undefined || json === null) {
    return;
  }
  if (!isRecord(json)) {
    // Whoever reads values of programs and forms takes anything for nothing.
    if (known.size > 0 || coerce !== true) {
      issues.push({ path: [], code: 'wrong-type', message: `expected an object, got ${describe(json)}` });
    }
    return;
  }
  for (const [name, value] of Object.entries(json)) {
    if (!known.has(name) && value !== undefined) {
      const meant = didYouMean(name, known, issues.length);
      const message = `the message has no such property${meant}`;
      issues.push({ path: [name], code: 'unknown-property', message });
    }
  }
}

function messageToJson(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  value: unknown,
  { members }: MessageJsonOptions,
): JsonValue {
  const names = attachmentMembers(operation, way, members);
  const [rest, parts] = apart(value, names);
  const own = bodyToJson(operation[way], rest, members);
  if (parts.length === 0) {
    return own;
  }
  const attachments = parts.map(([name, part]) => [names.get(name), attachmentToJson(part as Attachment)]);
  return { ...(own as JsonObject | null), ...Object.fromEntries(attachments) };
}

function bodyToJson(
  message: MessageDescriptor | undefined,
  value: unknown,
  members: JsonMembers | undefined,
): JsonValue {
  const target = message && (targetOf(message) as ElementDescriptor | undefined);
  if (target === undefined) {
    return untypedJson(value);
  }
  const { property, unwrap } = message as MessageDescriptor;
  const options = toOptions(members);
  if (property !== undefined) {
    return { [memberOf(property, members)]: toJson(target, propertyOf(value, property) as never, options) };
  }
  if (unwrap === undefined) {
    return toJson(target, value, options);
  }
  const json = toJson(target, { [unwrap]: value } as never, options) as JsonObject;
  return json[memberIn(target, unwrap, members)] ?? null;
}

/** An object without some of its properties, and these. */
function apart(
  value: unknown,
  names: { readonly size: number; has(name: string): boolean },
): readonly [rest: unknown, parts: readonly (readonly [string, unknown])[]] {
  if (names.size === 0 || !isRecord(value)) {
    return [value, []];
  }
  const entries = Object.entries(value);
  const rest: Record<string, unknown> = {};
  for (const [name, each] of entries) {
    if (!names.has(name)) {
      writeProperty(rest, name, each);
    }
  }
  return [rest, entries.filter(([name, part]) => names.has(name) && part !== undefined)];
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? readProperty(value, name) : undefined;
}
