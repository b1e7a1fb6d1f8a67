import { breachesOf } from '../contract/invariants.js';
import type { Contract } from '../contract/model.js';
import { byCodeUnits } from '../contract/names.js';
import { openPlaceholders } from '../contract/placeholders.js';
import { misfitOf } from './contract-form.js';

/** A contract that a plug-in returned, or its mistakes. */
export type CheckedContract = { readonly contract: Contract } | { readonly problem: string };

/**
 * Checks that a value is a contract: of the published form (`schemas/contract.schema.json`), and with everything in it on which later
 * stages rely. The result is a copy in canonical order, which the plug-in cannot change any more.
 */
export function checkContract(value: unknown): CheckedContract {
  if (typeof value !== 'object' || value === null) {
    return { problem: 'it is not an object; the hook must return the contract' };
  }
  const copied = copyOf(value);
  if ('problem' in copied) {
    return copied;
  }
  const wrong = misfitOf(copied.copy);
  if (wrong !== undefined) {
    return { problem: wrong };
  }
  const contract = inOrder(copied.copy as Contract);
  const [first, ...others] = breachesOf(contract);
  if (first === undefined) {
    return { contract };
  }
  return { problem: others.length === 0 ? first : `${first} (and ${others.length} more)` };
}

/** The part of a value that JSON keeps: contracts are plain data. */
function copyOf(value: object): { readonly copy: unknown } | { readonly problem: string } {
  try {
    return { copy: JSON.parse(JSON.stringify(value)) };
  } catch (error) {
    return { problem: `it cannot be written as JSON: ${String((error as Partial<Error>).message).split('\n', 1)[0]}` };
  }
}

function inOrder(contract: Contract): Contract {
  const sorted = <T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] =>
    [...items].sort((a, b) => byCodeUnits(keyOf(a), keyOf(b)));
  const parts = {
    types: sorted(contract.types, ({ key }) => key),
    elements: sorted(contract.elements, ({ name }) => name),
    attributes: sorted(contract.attributes, ({ name }) => name),
    services: sorted(contract.services, ({ namespace, name }) => `${namespace} ${name}`),
  };
  const { formatVersion, roots, prefixes, versions } = contract;
  return {
    formatVersion,
    placeholders: openPlaceholders(parts),
    ...parts,
    ...(roots && { roots }),
    ...(prefixes && { prefixes }),
    ...(versions && { versions }),
  };
}
