import { RecognizedError } from '../../recognized-error.js';
import { isError } from '../is-error.js';
import { cover } from './find.js';
import type { IsSecret } from './small-names.js';

/** The functions that hide credentials. */
export interface SmallRules {
  readonly isSecret: IsSecret;
  /** The text without credentials. */
  text(text: string): string;
}

/** Plain values with credentials hidden in their texts: numbers, bytes and objects of classes stay. */
export function hideData(value: unknown, rules: SmallRules, name = ''): unknown {
  if (typeof value === 'string') {
    return value && rules.isSecret(name) ? cover : rules.text(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => hideData(item, rules, name));
  }
  return isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hideData(member, rules, key)]))
    : value;
}

function isPlain(value: unknown): value is object {
  return Object(value) === value && Object.getPrototypeOf(value) === Object.prototype;
}

const noCause = '[object]';

/**
 * What errors show of a cause: of an error a copy with its name and text, and of one of this package its class and its facts as well; of other objects nothing, because nobody
 * knows what they print.
 */
export function hideInCause(cause: unknown, rules: SmallRules): unknown {
  try {
    return isError(cause) ? copyOf(cause, rules) : Object(cause) === cause ? noCause : rules.text(String(cause));
  } catch {
    // A proxy, or an accessor in an unexpected place.
    return noCause;
  }
}

/** The members of errors about values. */
interface ValueError extends Error {
  readonly path?: string;
  readonly segments?: readonly (string | number)[];
}

function copyOf(error: ValueError, rules: SmallRules): Error {
  const { name, message, stack = '', path, segments = [] } = error;
  const isOurs = error instanceof RecognizedError;
  // An error about a credential may quote it.
  const isQuoted = segments.some((step) => rules.isSecret(String(step)));
  const text = isQuoted ? () => `${path}: ${cover}` : rules.text;
  const facts = isOurs ? hideData({ ...error, ...(isQuoted && { reason: cover }) }, rules) : { name: rules.text(name) };
  const copy = Object.assign(new Error(text(message)), facts, { stack: text(stack) });
  return isOurs ? Object.setPrototypeOf(copy, Object.getPrototypeOf(error)) : copy;
}
