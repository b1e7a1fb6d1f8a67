import type { Contract, TypeKey } from '../contract/model.js';
import { splitExpandedName, xsdNamespace } from '../contract/names.js';
import type { MemberName } from '../contract/positions.js';
import { type ContractIndex, indexContract } from '../contract/queries.js';
import { declarationsOfKey } from '../contract/types/keys.js';
import type { ChangeCode } from './catalogue.js';
import type { Effects } from './change.js';
import type { Shift } from './relation.js';
import { type Uses, usesOf, usesOfDocuments } from './uses.js';

/** One of two contracts. */
export interface Side {
  readonly contract: Contract;
  readonly index: ContractIndex;
  readonly uses: Uses;
}

/** Two contracts that are compared. */
export interface Comparison {
  readonly old: Side;
  readonly now: Side;
  /** Keys of old types by which they are known in the new contract: renamed ones, and anonymous ones of renamed owners. */
  readonly renamed: ReadonlyMap<TypeKey, TypeKey>;
  /** True if both are of schemas alone. */
  readonly ofDocuments: boolean;
}

/** A member that changed; each side only where the contract has it. */
export interface ChangedMember {
  readonly old?: MemberName;
  readonly new?: MemberName;
}

/** A difference with the member that it is about. */
export function ofMember<T extends ContractDifference>(difference: T, members: ChangedMember): T {
  return { ...difference, members };
}

/** A difference, before it is known whom it concerns. */
export interface ContractDifference {
  readonly code: ChangeCode;
  readonly message: string;
  /** For a thing with a new name, the subject that it was before. */
  readonly formerly?: string;
  /** For an element with a new name, both names. */
  readonly renamed?: { readonly from: string; readonly to: string };
  /** The member of the type or operation that changed, before and now: the place of the change is its line. */
  readonly members?: ChangedMember;
  /** The sets of documents and values that changed, if it has effects that follow from its directions. */
  readonly shifts?: readonly Shift[];
  /** Effects that do not depend on directions. */
  readonly effects?: Effects;
}

/** One of two contracts, with its look-ups. */
export function sideOf(contract: Contract, ofDocuments: boolean): Side {
  return { contract, index: indexContract(contract), uses: ofDocuments ? usesOfDocuments(contract) : usesOf(contract) };
}

/** The key by which an old type is known in the new contract. */
export function currentKey({ renamed }: Comparison, key: TypeKey): TypeKey {
  return renamed.get(key) ?? key;
}

/** Whether no message of either contract contains an old type. */
export function isUnusedType(key: TypeKey, comparison: Comparison): boolean {
  const { old, now } = comparison;
  return !old.uses.hasType(key) && !now.uses.hasType(currentKey(comparison, key));
}

/** A type as people name it. */
export function typeText(key: TypeKey): string {
  const declarations = declarationsOfKey(key);
  if (declarations) {
    return `the type of ${declarations.map(localOf).join('.')}`;
  }
  const { namespace, local } = splitExpandedName(key);
  return namespace === xsdNamespace ? `xs:${local}` : local;
}

/** The local part of an expanded name, or the name itself. */
export function localOf(name: string): string {
  return name.startsWith('{') ? splitExpandedName(name).local : name;
}

/** Everybody notices: what is written no longer fits what is read, on the wire and in code. */
export const everything: Shift = { wire: 'other', code: 'other' };
