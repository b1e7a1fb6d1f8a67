import type { ElementDescriptor, Type } from '../schema/descriptor/descriptor.js';
import { resolve } from '../schema/descriptor/resolve.js';
import type { ToJsonOptions } from '../schema/json/to-json.js';
import { particleNamed } from '../schema/json/value-walk.js';
import { type JsonMembers, MemberNames, namesOf } from '../schema/json-schema/member-names.js';
import { elementPlan, planOf, type TypePlan, targetOf as typeOfElement } from '../schema/plan/plan.js';
import type { AttachmentDescriptor, MessageDescriptor, OperationDescriptor } from '../service/descriptor.js';
import { everyFacts } from '../service/facts.js';

/** The names of the members of messages in JSON. */

/** The element or type of a message; undefined for one without content. */
export function targetOf({ element, content }: MessageDescriptor): ElementDescriptor | Type | undefined {
  return element ?? (content && resolve(content));
}

/** The type of an element, or a type itself, as the engine has it. */
export function planOfTarget(target: ElementDescriptor | Type): TypePlan {
  return target.kind === 'element' ? typeOfElement(elementPlan(target)) : planOf(target);
}

/** The options of `toJson`. */
export function toOptions(members: JsonMembers | undefined): ToJsonOptions {
  return members === undefined ? {} : { members };
}

/** The attachments that a message declares, over whichever binding. */
export function declaredAttachments(
  { soap11, soap12 }: OperationDescriptor,
  way: 'input' | 'output',
): readonly AttachmentDescriptor[] {
  const facts = [...everyFacts(soap11), ...everyFacts(soap12)];
  return facts.flatMap((each) => (way === 'input' ? each.inputAttachments : each.outputAttachments) ?? []);
}

/** The member of a property that is the only one of its object. */
export function memberOf(property: string, members: JsonMembers | undefined): string {
  return members === 'camelCase' ? new MemberNames([property]).member(property) : property;
}

/** The member of a property of an object of a type. */
export function memberIn(target: ElementDescriptor | Type, property: string, members: JsonMembers | undefined): string {
  const plan = planOfTarget(target);
  return members === 'camelCase' && plan.kind === 'complex' ? namesOf(plan).member(property) : property;
}

/** The members that a message has beside its attachments, with their properties. */
function bodyMembers(
  message: MessageDescriptor | undefined,
  members: JsonMembers | undefined,
): ReadonlyMap<string, string> {
  const target = message && targetOf(message);
  if (target === undefined || message?.unwrap !== undefined) {
    return new Map();
  }
  if (message?.property !== undefined) {
    return new Map([[memberOf(message.property, members), message.property]]);
  }
  const plan = planOfTarget(target);
  if (plan.kind === 'simple') {
    return new Map();
  }
  const { properties } = namesOf(plan);
  return members === 'camelCase' ? properties : new Map([...properties.values()].map((each) => [each, each]));
}

/** The members of the attachments of a message, by property. One whose name is that of another member has a mark of ours. */
export function attachmentMembers(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  members: JsonMembers | undefined,
): ReadonlyMap<string, string> {
  const names = [...new Set(declaredAttachments(operation, way).map(({ property }) => property))];
  if (members !== 'camelCase' || names.length === 0) {
    return new Map(names.map((name) => [name, name]));
  }
  const taken = bodyMembers(operation[way], members);
  const forms = new MemberNames(names);
  const free = (property: string): string | undefined =>
    [forms.member(property), property].find((name) => !taken.has(name));
  return new Map(names.map((name) => [name, free(name) ?? `${name}$attachment`]));
}

/** The members of the JSON of a message that is an object, with the properties of the parameter or result. */
export function messageMembers(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  members?: JsonMembers,
): ReadonlyMap<string, string> {
  const attachments = [...attachmentMembers(operation, way, members)].map(
    ([property, name]) => [name, property] as const,
  );
  return new Map([...bodyMembers(operation[way], members), ...attachments]);
}

/** The members of JSON on a way of properties that leads from a parameter or result through single values. */
export function stepsInJson(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  steps: readonly string[],
  members?: JsonMembers,
): readonly string[] {
  const message = operation[way];
  const target = message && targetOf(message);
  if (members !== 'camelCase' || target === undefined) {
    return steps;
  }
  const { property, unwrap } = message ?? {};
  let plan: TypePlan | undefined = planOfTarget(target);
  const [first, ...rest] = steps;
  if (first !== undefined && first === property) {
    return [memberOf(first, members), ...membersOnTheWay(plan, rest)];
  }
  if (unwrap !== undefined) {
    plan = planAt(plan, unwrap);
  }
  return membersOnTheWay(plan, steps);
}

function membersOnTheWay(from: TypePlan | undefined, steps: readonly string[]): readonly string[] {
  let plan = from;
  return steps.map((step) => {
    const member = plan?.kind === 'complex' ? namesOf(plan).member(step) : step;
    plan = planAt(plan, step);
    return member;
  });
}

function planAt(plan: TypePlan | undefined, property: string): TypePlan | undefined {
  const node = plan?.kind === 'complex' && plan.content ? particleNamed(plan.content, property) : undefined;
  return node?.kind === 'element' ? typeOfElement(node.element) : undefined;
}
