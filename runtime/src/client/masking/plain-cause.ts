import { isError } from '../is-error.js';
import type { ValueRules } from './hide-deep.js';

const maxDepth = 8;

/**
 * What errors may show of a cause: the error itself if it has only texts and numbers, and no credential in them, which is
 * nearly always so. Otherwise its name, message and stack. Objects that are not errors are left out.
 */
export function plainCause(value: unknown, rules: ValueRules, depth = 0): unknown {
  if (typeof value === 'string') {
    return rules.text(value);
  }
  if (!/^(?:object|symbol|function)$/.test(typeof value) || value === null) {
    return value;
  }
  try {
    return isError(value) && depth < maxDepth ? errorCause(value, rules, depth) : `[${typeof value}]`;
  } catch {
    // A proxy, or an accessor in an unexpected place.
    return '[object]';
  }
}

function errorCause(error: Error, rules: ValueRules, depth: number): Error {
  const cause = plainCause(error.cause, rules, depth + 1);
  if (cause === error.cause && isHarmless(error, rules)) {
    return error;
  }
  const copy = new Error(rules.text(String(error.message)), cause === undefined ? undefined : { cause });
  for (const key of ['name', 'stack'] as const) {
    Object.defineProperty(copy, key, { value: rules.text(String(error[key])), configurable: true, writable: true });
  }
  return copy;
}

/** True for an error that shows nothing but texts and numbers without credentials: neither an accessor nor a method of its class prints it. */
function isHarmless(error: Error, rules: ValueRules): boolean {
  for (let at: object = error; at !== Error.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const key of Reflect.ownKeys(at)) {
      const { value, get } = Object.getOwnPropertyDescriptor(at, key) ?? {};
      if (
        key !== 'cause' &&
        key !== 'constructor' &&
        !isHarmlessMember(key, key === 'stack' ? error.stack : (get ?? value), rules)
      ) {
        return false;
      }
    }
  }
  return true;
}

function isHarmlessMember(key: PropertyKey, value: unknown, rules: ValueRules): boolean {
  if (typeof key === 'string' && rules.names.isSecret(key) && value !== undefined && value !== '') {
    return false;
  }
  if (Array.isArray(value)) {
    return value.every((item) => typeof item !== 'object' && isHarmlessMember('', item, rules));
  }
  return (
    value === null ||
    (typeof value === 'string' ? rules.text(value) === value : !/^(?:object|function|symbol)$/.test(typeof value))
  );
}
