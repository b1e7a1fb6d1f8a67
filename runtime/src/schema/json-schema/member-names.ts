import { type OptionKind, oneOf } from '../../base/options.js';
import { propertiesOfPlan } from '../encode/own-properties.js';
import type { ComplexPlan, GroupNode } from '../plan/plan.js';
import { camelCase, ownedByEveryObject } from './camel-case.js';

/**
 * How the members of JSON objects are called: as the properties of values (default), or in camel case. Two members of one object that would get one name keep their own, and so
 * do those with `$`, which are no names of the contract.
 */
export type JsonMembers = 'properties' | 'camelCase';

/** The kind of the option. */
export const membersKind: OptionKind = oneOf('properties', 'camelCase');

/** The members of one object of JSON, and the properties of its value. */
export class MemberNames {
  readonly #members: ReadonlyMap<string, string>;
  readonly #properties: ReadonlyMap<string, string>;

  constructor(properties: Iterable<string>) {
    this.#members = membersByProperty([...properties]);
    this.#properties = new Map([...this.#members].map(([property, member]) => [member, property]));
  }

  /** All members, with their properties. */
  get properties(): ReadonlyMap<string, string> {
    return this.#properties;
  }

  /** The member of a property. */
  member(property: string): string {
    return this.#members.get(property) ?? property;
  }
}

function membersByProperty(properties: readonly string[]): ReadonlyMap<string, string> {
  const forms = new Map(properties.map((each) => [each, each.includes('$') ? each : camelCase(each)]));
  const owners = new Map<string, Set<string>>();
  for (const [property, form] of forms) {
    for (const name of [property, form]) {
      owners.set(name, (owners.get(name) ?? new Set()).add(property));
    }
  }
  const isFree = (form: string): boolean => owners.get(form)?.size === 1 && !ownedByEveryObject.has(form);
  return new Map([...forms].map(([property, form]) => [property, isFree(form) ? form : property]));
}

const known = new WeakMap<ComplexPlan | GroupNode, MemberNames>();

/** The members of the objects of a type, or of one occurrence of a group that has a property of its own. */
export function namesOf(owner: ComplexPlan | GroupNode): MemberNames {
  let names = known.get(owner);
  if (names === undefined) {
    names = new MemberNames(owner.kind === 'complex' ? propertiesOfPlan(owner) : owner.properties);
    known.set(owner, names);
  }
  return names;
}
