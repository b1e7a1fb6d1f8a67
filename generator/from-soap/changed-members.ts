import type { SimpleType, Type } from '@wsdl-codegen/runtime/schema';
import { kindBefore, kindNow, listIn, membersOf, type ScriptKind } from './targets.js';

/** How many members are named. */
const mostNamed = 6;

/** What is another thing now in a value of a type, for people: `price: string (was number)`. The first of many. */
export function changedMembers(type: Type): readonly string[] {
  const found = changesIn(type, '', new Set());
  return found.length > mostNamed ? [...found.slice(0, mostNamed), '…'] : found;
}

function changesIn(type: Type, path: string, above: ReadonlySet<Type>): readonly string[] {
  const name = path || 'the value';
  if (type.kind === 'simple') {
    const kind = changedKind(type);
    return kind === undefined ? [] : [`${name}: ${kind} (was ${kindBefore(type)})`];
  }
  if (above.has(type) || above.size > 4) {
    return [];
  }
  const seen = new Set([...above, type]);
  const list = listIn(type);
  if (list !== undefined) {
    return [`${name}: a list (was an object with ${list.name})`, ...changesIn(list.type, `${path}[]`, seen)];
  }
  return membersOf(type).flatMap(({ isAttribute, property, list: isList, type: own }) => {
    const place = `${path === '' ? '' : `${path}.`}${property}${isList ? '[]' : ''}`;
    const moved = isAttribute ? [`${place}: beside the elements (was in attributes)`] : [];
    return [...moved, ...changesIn(own, place, seen)];
  });
}

/** The kind of a value, if it is another one than that of `soap`. */
export function changedKind(type: SimpleType): ScriptKind | undefined {
  const kind = kindNow(type);
  return kind === kindBefore(type) ? undefined : kind;
}
