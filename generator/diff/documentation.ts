import { listed } from '../diagnostics/listed.js';

/** How many members a message names. */
const maxNames = 3;

/**
 * One sentence that says which documentation of a thing changed: its own, or that of members that both versions have; undefined
 * if none did. Members that came or went are changes of their own.
 */
export function documentationChange(old: object, now: object): string | undefined {
  const [before, after] = [documentedParts(old), documentedParts(now)];
  const changed = [...after].filter(([path, text]) => before.has(path) && before.get(path) !== text);
  if (changed.length === 0) {
    return undefined;
  }
  const names = changed.flatMap(([path]) => (path === '' ? [] : path.slice(path.lastIndexOf('/') + 1)));
  const subjects = [...(names.length < changed.length ? ['its documentation'] : []), ...memberTexts(names)];
  return `${listed(subjects)} changed`;
}

function memberTexts(names: readonly string[]): readonly string[] {
  if (names.length === 0) {
    return [];
  }
  const shown = names.slice(0, maxNames);
  const rest = names.length - shown.length;
  return [`the documentation of ${rest > 0 ? `${shown.join(', ')} and ${rest} more` : listed(shown)}`];
}

/** The documentation of a thing, and of its members by the names that lead to them; an empty text where there is none. */
function documentedParts(thing: object): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  collect(thing, '', parts);
  return parts;
}

/** Operations are compared for themselves. */
function collect(thing: object, path: string, parts: Map<string, string>): void {
  const { documentation } = thing as { readonly documentation?: string };
  parts.set(path, (parts.get(path) ?? '') + (documentation ?? ''));
  for (const [property, value] of Object.entries(thing)) {
    if (Array.isArray(value) && property !== 'operations') {
      for (const each of value) {
        collectMember(each, path, parts);
      }
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      collect(value as object, path, parts);
    }
  }
}

/** Elements, attributes, ports and values of enumerations have names; groups have none and count as what contains them. */
function collectMember(member: unknown, path: string, parts: Map<string, string>): void {
  if (typeof member === 'object' && member !== null) {
    const { name, value } = member as { readonly name?: unknown; readonly value?: unknown };
    const own = typeof name === 'string' ? name : typeof value === 'string' ? value : undefined;
    collect(member, own === undefined ? path : `${path}/${own}`, parts);
  }
}
