import { hidesContent } from '../../base/describe.js';
import type { AttributeDescriptor, ElementDescriptor, Lazy, Type, WildcardDescriptor } from './descriptor.js';

/** Global components by `{namespace}local` (without namespace `{}local` or `local`), for content that a schema leaves open (Part 1, 3.10.1, `processContents`). */
export interface Declarations {
  readonly elements?: ReadonlyMap<string, ElementDescriptor>;
  readonly attributes?: ReadonlyMap<string, AttributeDescriptor>;
  readonly types?: ReadonlyMap<string, Type>;
}

/** The global component of a name, `{namespace}local` (or `local`), or undefined; also from a map whose keys say `{}local`. */
export function declarationNamed<T>(declared: ReadonlyMap<string, T> | undefined, name: string): T | undefined {
  return declared?.get(name) ?? (name.startsWith('{') ? undefined : declared?.get(`{}${name}`));
}

/** The component that a reference means. */
export function resolve<T extends object>(reference: Lazy<T>): T {
  return typeof reference === 'function' ? (reference as () => T)() : reference;
}

/** Key of an expanded name: `{namespace}local`, or `local` if there is no namespace. */
export function expandedName(namespace: string, name: string): string {
  return namespace === '' ? name : `{${namespace}}${name}`;
}

/** Longest namespace of a name that is looked up. No descriptor has one that is nearly so long. */
const maxLookedUp = 2000;

/**
 * The namespace of a name in a document that is looked up among those of descriptors, or shown. A long one is cut, so that a
 * document cannot make each of its names cost as much as all of it; what is left is the namespace of nothing.
 */
export function lookedUp(namespace: string): string {
  return namespace.length > maxLookedUp ? `${namespace.slice(0, maxLookedUp)}…` : namespace;
}

/** As `expandedName`, for a name that is looked up or shown. */
export function lookUpName(namespace: string, name: string): string {
  return expandedName(lookedUp(namespace), name);
}

/** Namespace of the built-in types (Part 2, 3.1). */
export const schemaNamespace = 'http://www.w3.org/2001/XMLSchema';
/** Namespace of `xsi:type`, `xsi:nil` and the schema locations (Part 1, 2.6). */
export const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Value of a property of an object from any source: inherited names such as `toString` are ignored. Most optional properties are absent, and a
 * load of an absent property that many shapes of objects lack costs ten times as much as the question whether it is there.
 */
export function readProperty(object: object, property: string): unknown {
  if (Object.hasOwn(object, property)) {
    return (object as Record<string, unknown>)[property];
  }
  const prototype: unknown = Object.getPrototypeOf(object);
  // Accessors of a class are read, too.
  return prototype === Object.prototype || prototype === null || property in Object.prototype
    ? undefined
    : (object as Record<string, unknown>)[property];
}

/** Sets an own property, whatever its name. */
export function writeProperty(object: object, property: string, value: unknown): void {
  if (property === '__proto__') {
    Object.defineProperty(object, property, { value, writable: true, enumerable: true, configurable: true });
  } else {
    (object as Record<string, unknown>)[property] = value;
  }
}

/** True for an object whose properties are all that it has, and so can be written: not for a `Map` or a `Promise`. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || !hidesContent(value);
}

/** True for an object that can hold properties by name. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** True if the test holds for all items: `every` passes over empty places of a list. */
export function areAll(items: readonly unknown[], test: (item: unknown) => boolean): boolean {
  for (const item of items) {
    if (!test(item)) {
      return false;
    }
  }
  return true;
}

/** Whether a wildcard lets a name in (Part 1, 3.10.4). */
export function wildcardAllows(wildcard: WildcardDescriptor, namespace: string, name: string): boolean {
  const { namespaces, notNames } = wildcard;
  if (notNames?.includes(`{${namespace}}${name}`) === true) {
    return false;
  }
  if (namespaces === 'any') {
    return true;
  }
  return 'not' in namespaces ? !namespaces.not.includes(namespace) : namespaces.includes(namespace);
}
