import type { Contract } from '../model.js';
import { byCodeUnits } from '../names.js';

/** Properties that come first in an object, in this order; the others follow sorted by code units. */
const firstKeys = ['formatVersion', 'kind', 'key', 'name', 'namespace', 'overload', 'documentation'];

/**
 * The JSON form of a contract (`schemas/contract.schema.json`): two spaces of indentation, a fixed order of properties and
 * a newline at the end, so that equal contracts give equal bytes.
 */
export function contractToJson(contract: Contract): string {
  return `${JSON.stringify(ordered(contract), null, 2)}\n`;
}

/** Data with the properties of all objects in the order of the JSON form. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const entries = Object.entries(value).filter(([, child]) => child !== undefined);
  entries.sort(([a], [b]) => rank(a) - rank(b) || byCodeUnits(a, b));
  return Object.fromEntries(entries.map(([key, child]) => [key, ordered(child)]));
}

function rank(property: string): number {
  const index = firstKeys.indexOf(property);
  return index < 0 ? firstKeys.length : index;
}
