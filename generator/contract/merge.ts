import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { CONTRACT_FORMAT_VERSION, type Contract } from './model.js';
import { byCodeUnits } from './names.js';
import { openPlaceholders } from './placeholders.js';

/**
 * One contract of several, as when WSDL documents and short descriptions are the inputs of one package. What is declared
 * in several of them in the same way is there once; where two differ the first counts, and that is reported.
 */
export function mergeContracts(contracts: readonly Contract[]): Result<Contract> {
  const [first] = contracts;
  if (contracts.length === 1 && first !== undefined) return [first, []];
  const diagnostics: Diagnostic[] = [];
  const union = <T extends object>(kind: string, items: readonly T[], keyOf: (item: T) => string): readonly T[] => {
    const byKey = new Map<string, T>();
    for (const item of items) {
      const known = byKey.get(keyOf(item));
      if (known === undefined) byKey.set(keyOf(item), item);
      else if (!isSame(known, item)) diagnostics.push(diagnostic('contract/conflict', { kind, name: keyOf(item) }));
    }
    return [...byKey].sort(([a], [b]) => byCodeUnits(a, b)).map(([, item]) => item);
  };
  const types = contracts.flatMap((contract) => contract.types);
  const elements = contracts.flatMap((contract) => contract.elements);
  const attributes = contracts.flatMap((contract) => contract.attributes);
  const services = contracts.flatMap((contract) => contract.services);
  const parts = {
    types: union('type', types, (type) => type.key),
    elements: union('element', elements, (element) => element.name),
    attributes: union('attribute', attributes, (attribute) => attribute.name),
    services: union('service', services, (service) => `${service.namespace} ${service.name}`),
  };
  return [{ formatVersion: CONTRACT_FORMAT_VERSION, placeholders: openPlaceholders(parts), ...parts }, diagnostics];
}

/** Equal but for the file that a service came from, whatever the order of properties. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [entriesOf(a), entriesOf(b)];
  if (left.size !== right.size) return false;
  return [...left].every(([key, value]) => right.has(key) && isSame(value, right.get(key)));
}

function entriesOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([key, item]) => key !== 'source' && item !== undefined));
}
