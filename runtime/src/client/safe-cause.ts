import { isError } from './is-error.js';
import type { Secrets } from './secrets.js';

/** Parts of a cause that are looked at before it counts as too large to know. */
const maxVisited = 500;
const maxDepth = 16;

/**
 * A cause as errors may show it: itself when it is small and holds no credential, which is nearly always. Else a copy of the same class with the
 * credentials hidden, and without the objects that it holds: HTTP packages keep whole requests there.
 */
export function safeCause(cause: unknown, secrets: Secrets): unknown {
  if (typeof cause === 'string') {
    return secrets.hide(cause);
  }
  return isError(cause) && !isSafe(cause, secrets, { left: maxVisited }, 0) ? copy(cause, secrets, 0) : cause;
}

function isSafe(value: unknown, secrets: Secrets, budget: { left: number }, depth: number): boolean {
  if (typeof value === 'string') {
    return secrets.hide(value) === value;
  }
  if (typeof value === 'function' || typeof value !== 'object' || value === null) {
    return true;
  }
  if (--budget.left < 0 || depth > maxDepth) {
    return false;
  }
  if (value instanceof Uint8Array) {
    return isSafe(new TextDecoder().decode(value.subarray(0, 65_536)), secrets, budget, depth);
  }
  return Reflect.ownKeys(value).every((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    const found: unknown = property !== undefined && 'value' in property ? property.value : undefined;
    return isSafe(found, secrets, budget, depth + 1);
  });
}

function copy(error: Error, secrets: Secrets, depth: number): Error {
  const result: Error = Object.create(Object.getPrototypeOf(error));
  for (const key of Reflect.ownKeys(error)) {
    const property = Object.getOwnPropertyDescriptor(error, key);
    const value: unknown = key === 'stack' ? error.stack : property?.value;
    const safe = copyValue(value, secrets, depth);
    if (safe !== undefined) {
      const enumerable = property?.enumerable ?? false;
      Object.defineProperty(result, key, { value: safe, enumerable, configurable: true, writable: true });
    }
  }
  return result;
}

/** Undefined for what is left out. */
function copyValue(value: unknown, secrets: Secrets, depth: number): unknown {
  if (typeof value === 'string') {
    return secrets.hide(value);
  }
  if (isError(value)) {
    return depth < maxDepth ? copy(value, secrets, depth + 1) : undefined;
  }
  if (Array.isArray(value)) {
    const items = value.slice(0, 100).map((item: unknown) => copyValue(item, secrets, depth + 1));
    return items.filter((item) => item !== undefined);
  }
  return typeof value === 'object' || typeof value === 'function' ? undefined : value;
}
