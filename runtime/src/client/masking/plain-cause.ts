import { isError } from '../is-error.js';
import { cover } from './find.js';
import type { ValueRules } from './hide-deep.js';

const maxDepth = 8;
const renderers: readonly PropertyKey[] = ['toJSON', Symbol.for('nodejs.util.inspect.custom')];

type Members = Readonly<Record<PropertyKey, unknown>>;

/**
 * What errors may show of a cause: the error itself if it has only texts and numbers, and no credential in them, which is
 * nearly always so. Otherwise a copy of its texts and numbers, of the same class where that has no own way to show itself. Objects that are not errors
 * are left out.
 */
export function plainCause(value: unknown, rules: ValueRules, depth = 0): unknown {
  switch (typeof value) {
    case 'string':
      return rules.text(value);
    case 'symbol':
    case 'function':
      return `[${typeof value}]`;
    case 'object':
      return value === null ? value : objectCause(value, rules, depth);
    default:
      return value;
  }
}

function objectCause(value: object, rules: ValueRules, depth: number): unknown {
  try {
    return isError(value) && depth < maxDepth ? errorCause(value, rules, depth) : '[object]';
  } catch {
    // A proxy, or an accessor in an unexpected place.
    return '[object]';
  }
}

function errorCause(error: Error, rules: ValueRules, depth: number): Error {
  const copy = new Error();
  let isSame = isOrdinary(error);
  Object.setPrototypeOf(copy, isSame ? Object.getPrototypeOf(error) : Error.prototype);
  const show = (key: PropertyKey): void => {
    const shown = memberCause((error as unknown as Members)[key], key, rules, depth);
    isSame &&= Object.is(shown, (error as unknown as Members)[key]);
    const enumerable = Object.getOwnPropertyDescriptor(error, key)?.enumerable ?? false;
    Object.defineProperty(copy, key, { value: shown, enumerable, configurable: true, writable: true });
  };
  for (const key of new Set<PropertyKey>(['name', 'message', 'stack', ...Reflect.ownKeys(error)])) {
    show(key);
  }
  return isSame && rules.text(String(error)) === String(error) ? error : copy;
}

/** True for an error whose members are all that it shows: its class has no accessors, and no function that prints it. */
function isOrdinary(error: Error): boolean {
  for (let at: object = error; at !== Error.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (get !== undefined && key !== 'stack') {
        return false;
      }
    }
  }
  return (
    renderers.every((key) => (error as unknown as Members)[key] === undefined) &&
    error.toString === Error.prototype.toString
  );
}

function memberCause(value: unknown, key: PropertyKey, rules: ValueRules, depth: number): unknown {
  if (typeof key === 'string' && rules.names.isSecret(key) && value !== undefined && value !== '') {
    return cover;
  }
  if (key === 'cause') {
    return plainCause(value, rules, depth + 1);
  }
  return Array.isArray(value)
    ? itemsCause(value, rules)
    : typeof value === 'object' && value !== null
      ? undefined
      : plainCause(value, rules, depth);
}

/** A list of texts and numbers, such as a path. */
function itemsCause(items: readonly unknown[], rules: ValueRules): unknown {
  const shown = items.map((item) => (typeof item === 'object' ? undefined : plainCause(item, rules, 0)));
  return shown.every((item, index) => Object.is(item, items[index])) ? items : shown;
}
