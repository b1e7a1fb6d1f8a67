import { wellFormed } from '../../http/form.js';
import { newBoundary } from '../../http/multipart.js';
import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { LexicalError, type ValuePath, XmlEncodeError } from '../../schema/descriptor/errors.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { formatSimple } from '../../schema/document/document.js';
import type { HttpParameterDescriptor } from '../../service/descriptor.js';
import { flagNames, formMapping, propertyOf } from '../../service/facts.js';
import { encodeError } from '../../xml/text/errors.js';

/**
 * A parameter's value as a query or form carries it. That is its XML form, but for ASP.NET `char`, which is the character itself, and for the
 * infinities, which .NET's number parser knows as `Infinity` and `-Infinity`, not as `INF`. Absent is the empty string. `steps` lead to the value from that of the
 * parameter. Throws `XmlEncodeError`.
 */
export function formatFormValue(
  operation: string,
  parameter: HttpParameterDescriptor,
  value: unknown,
  steps: ValuePath,
): string {
  if (value === undefined || value === null) {
    return '';
  }
  try {
    const type = resolve(parameter.type);
    const text = formMapping(type)?.format(value) ?? flagsText(type, value) ?? formatSimple(type, value);
    if (wellFormed(text) !== text) {
      throw new LexicalError('a lone surrogate cannot be sent in a query or form');
    }
    return isInfinity(value) ? String(value) : text;
  } catch (error) {
    const place = [propertyOf(parameter), ...steps];
    throw error instanceof LexicalError
      ? new XmlEncodeError('wrong-value', error.message, operation, place)
      : encodeError(error, operation, place);
  }
}

/** The names of flags as .NET's `Enum.Parse` reads them; no flag at all is the number 0. Undefined for values of other types. */
function flagsText(type: SimpleType, value: unknown): string | undefined {
  if (flagNames(type) === undefined) {
    return undefined;
  }
  return formatSimple(type, value).replaceAll(' ', ',') || '0';
}

function isInfinity(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
}

/** A `multipart/form-data` body with its content type. */
export interface Multipart {
  readonly contentType: string;
  readonly body: string;
}

/** Writes parameters as `multipart/form-data` (RFC 7578), one part a parameter. */
export function formatMultipart(parameters: readonly (readonly [name: string, value: string])[]): Multipart {
  const boundary = newBoundary();
  const parts = parameters.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"\r\n\r\n${value}\r\n`,
  );
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}

/** HTML's rule for names in a quoted string. */
function escapeName(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}
