import { placeholdersIn } from '../source/placeholder-values.js';
import { nameProperties, namespaceProperties } from './name-properties.js';
import { byCodeUnits, splitExpandedName } from './names.js';

/** Properties that contain a namespace or an address. */
const textKeys: ReadonlySet<string> = new Set([...namespaceProperties, 'address', 'location']);

/** Properties that may contain an expanded name. */
const nameKeys: ReadonlySet<string> = new Set([...nameProperties, 'notNames']);

/** Names of the placeholders in namespaces and addresses of a contract or a part of one, sorted. */
export function openPlaceholders(contract: unknown): readonly string[] {
  const found = new Set<string>();
  collect(contract, '', found);
  return [...found].sort(byCodeUnits);
}

function collect(value: unknown, property: string, found: Set<string>): void {
  if (typeof value === 'string') {
    for (const name of placeholdersIn(namespaceText(value, property))) {
      found.add(name);
    }
  } else if (Array.isArray(value)) {
    for (const item of value) {
      collect(item, property, found);
    }
  } else if (typeof value === 'object' && value !== null) {
    const children = value as Readonly<Record<string, unknown>>;
    for (const key in children) {
      // Facets contain only values, and types share those that they inherit.
      if (key !== 'facets') {
        collect(children[key], key, found);
      }
    }
  }
}

function namespaceText(value: string, property: string): string {
  if (textKeys.has(property)) {
    return value;
  }
  // Keys of anonymous types contain `#`; their namespaces are those of the components that own them.
  if (!nameKeys.has(property) || !value.startsWith('{') || !value.includes('{', 1)) {
    return '';
  }
  const { namespace, local } = splitExpandedName(value);
  return local.includes('#') ? '' : namespace;
}
