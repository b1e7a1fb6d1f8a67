import { describe } from '../base/describe.js';
import { didYouMean } from '../base/nearest.js';
import { checkOptions } from '../base/options.js';
import type { ValidationIssue } from '../schema/context/encoder.js';
import { isRecord, readProperty, writeProperty } from '../schema/descriptor/resolve.js';
import { readJson } from '../schema/json/from-json.js';
import { JsonError } from '../schema/json/json-error.js';
import { type JsonObject, toJson } from '../schema/json/to-json.js';
import { type JsonMembers, MemberNames } from '../schema/json-schema/member-names.js';
import type { HeaderDescriptor, OperationDescriptor } from '../service/descriptor.js';
import { everyFacts } from '../service/facts.js';
import { type MessageJsonOptions, messageJsonKinds } from './message-json.js';
import { toOptions } from './message-members.js';

/**
 * The declared header blocks of the messages of an operation from their JSON, by property. Blocks that are not declared have no JSON: what sends them is the
 * program. Throws `JsonError`.
 */
export function headersFromJson(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  json: unknown,
  options: MessageJsonOptions = {},
): Readonly<Record<string, unknown>> {
  checkOptions('`headersFromJson`', options, messageJsonKinds);
  const { coerce = false, validate = true, members } = options;
  const declared = headersByMember(operation, way, members);
  const result: Record<string, unknown> = {};
  const issues: ValidationIssue[] = [];
  if (!isRecord(json ?? {})) {
    issues.push({ path: [], code: 'wrong-type', message: `expected an object, got ${describe(json)}` });
  }
  for (const [member, each] of Object.entries(isRecord(json) ? json : {})) {
    const header = declared.get(member);
    if (header === undefined) {
      const meant = didYouMean(member, declared.keys(), issues.length);
      const message = `the operation declares no such header block${meant}`;
      issues.push({ path: [member], code: 'unknown-property', message });
    } else if (each !== undefined) {
      const read = readJson(header.element, each, { coerce, validate, ...toOptions(members) });
      for (const issue of read.issues ?? []) {
        issues.push({ ...issue, path: [member, ...issue.path] });
      }
      writeProperty(result, header.property, 'value' in read ? read.value : undefined);
    }
  }
  const [first, ...others] = issues;
  if (first !== undefined) {
    throw new JsonError(operation.name, [first, ...others]);
  }
  return result;
}

/** The JSON of the declared header blocks of a message by property, without those that it does not have. Throws `JsonError`. */
export function headersToJson(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  headers: object,
  options: MessageJsonOptions = {},
): JsonObject {
  checkOptions('`headersToJson`', options, messageJsonKinds);
  const { members } = options;
  const present = [...headersByMember(operation, way, members)].flatMap(([member, { property, element }]) => {
    const value = readProperty(headers, property);
    return value === undefined ? [] : [[member, toJson(element, value, toOptions(members))] as const];
  });
  return Object.fromEntries(present);
}

/** The declared header blocks of the messages of an operation by property, over whichever SOAP binding. */
function headersOf(
  { soap11, soap12 }: OperationDescriptor,
  way: 'input' | 'output',
): ReadonlyMap<string, HeaderDescriptor> {
  const facts = [...everyFacts(soap11), ...everyFacts(soap12)];
  const declared = facts.flatMap((each) => (way === 'input' ? each.inputHeaders : each.outputHeaders) ?? []);
  // The first one of a property counts: bindings of one operation have the same blocks.
  return new Map(declared.reverse().map((header) => [header.property, header]));
}

/** The same by the members of their JSON. */
export function headersByMember(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  members: JsonMembers | undefined,
): ReadonlyMap<string, HeaderDescriptor> {
  const declared = headersOf(operation, way);
  if (members !== 'camelCase') {
    return declared;
  }
  const names = new MemberNames(declared.keys());
  return new Map([...declared].map(([property, header]) => [names.member(property), header]));
}
