import { isSoapBinding } from '../../contract/binding-kinds.js';
import type { Operation, Part, Service } from '../../contract/model.js';
import { splitExpandedName } from '../../contract/names.js';
import { type MemberToName, memberNames } from '../content/member-names.js';
import type { BindContext } from '../context/context.js';

/** The property of a header block in the object of a direction's headers, by its part. */
export type HeaderMembers = (part: Part) => string;

/** The header blocks of one direction, over all SOAP bindings of an operation, as members of one object. */
export function headerMembers(
  service: Service,
  operation: Operation,
  direction: 'input' | 'output',
  context: BindContext,
): HeaderMembers {
  const headers = operation.bindings.filter(isSoapBinding).flatMap((binding) => binding[direction]?.headers ?? []);
  const things = headers.map(({ part }) => blockOf(part));
  const nameOf = memberNames(things, context.properties, service.namespace);
  return (part) => nameOf(blockOf(part));
}

/** A header block: its element, or its part, which is in no namespace of its own. */
function blockOf({ element, name }: Part): MemberToName {
  return element === undefined ? { namespace: '', local: name } : splitExpandedName(element);
}
