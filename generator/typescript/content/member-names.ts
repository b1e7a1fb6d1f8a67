import { ownedByEveryObject } from '@wsdl-codegen/runtime/extend';
import { countsOf } from '../../contract/grouping.js';
import type { PropertyNaming } from './properties.js';

/** What becomes a member of an object that no complex type declares: a part of a message, a header block. */
export interface MemberToName {
  readonly namespace: string;
  readonly local: string;
}

/**
 * The members of one object, by `{namespace}local`. A local name that occurs once is the name, in the form that the naming
 * gives; two that would become the same keep their own form. Of one that occurs in several namespaces, `home` has it, and the
 * others get `$` and the short name of theirs.
 */
export function memberNames(
  things: readonly MemberToName[],
  naming: PropertyNaming,
  home = '',
): (thing: MemberToName) => string {
  const owners = new Map<string, Set<string>>();
  for (const { namespace, local } of things) {
    owners.set(local, (owners.get(local) ?? new Set()).add(namespace));
  }
  const forms = new Map([...owners.keys()].map((local) => [local, naming.nameOf(local)]));
  const counts = countsOf([...forms].flatMap(([local, form]) => (local === form ? [local] : [local, form])));
  return ({ namespace, local }) => {
    if ((owners.get(local)?.size ?? 1) > 1 && namespace !== home) {
      return `${local}$${naming.slugOf(namespace)}`;
    }
    const form = forms.get(local) ?? local;
    return counts.get(form) === 1 && !ownedByEveryObject.has(form) ? form : local;
  };
}
