import { RecognizedError } from '../../recognized-error.js';
import { cover } from './find.js';
import type { IsSecret } from './small-names.js';

/** Gives a text without credentials. */
export type HideInText = (text: string) => string;

/** Plain values with credentials hidden in their texts: numbers, bytes and objects of classes stay. */
export function hideInData(value: unknown, text: HideInText): unknown {
  if (typeof value === 'string') {
    return text(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => hideInData(item, text));
  }
  return value && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, hideInData(member, text)]))
    : value;
}

const unknownCause = '[object]';

/**
 * A cause as errors show it: of an error a copy with its name and text, and of one of this package its class and its facts as well; of other objects nothing, because nobody
 * knows what they print.
 */
export function hideInCause(cause: unknown, text: HideInText, isSecret: IsSecret): unknown {
  try {
    return Object(cause) === cause ? copyOf(cause as ValueError, text, isSecret) : text(String(cause));
  } catch {
    // A proxy, or an accessor in an unexpected place.
    return unknownCause;
  }
}

/** The members of errors about values. */
interface ValueError extends Error {
  readonly path?: string;
  readonly segments?: readonly (string | number)[];
}

function copyOf(error: ValueError, hide: HideInText, isSecret: IsSecret): Error {
  const { name = '', message = unknownCause, stack = '', path = '', segments } = error;
  // An error about a credential may quote it, and name more than one value.
  const about = segments ? segments.join('/') + message.slice(path.length) : '';
  const isQuoted = about.split(/[\s/:;"[\]]+/).some(isSecret);
  const text = isQuoted ? () => `${path}: ${cover}` : hide;
  const copy = Object.assign(new Error(text(message)), { name: hide(name), stack: text(stack) });
  return error instanceof RecognizedError
    ? Object.assign(
        Object.setPrototypeOf(copy, Object.getPrototypeOf(error)),
        hideInData({ ...error, ...(isQuoted && { reason: cover }) }, hide),
      )
    : copy;
}
