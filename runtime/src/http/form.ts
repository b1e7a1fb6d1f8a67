/** A field of a query or form. `value` is undefined if there was no `=` (`?wsdl`). */
export type FormField = readonly [name: string, value: string | undefined];

/** How `parseForm` reads. */
export interface FormOptions {
  /** Encoding of `%XX` bytes (WHATWG label); default `utf-8`, which also stands in for an unknown one. */
  readonly charset?: string;
  /** Fields that are read at most; default 1000. More is a `FormLimitError`. */
  readonly maxFields?: number;
}

/** A query or form with more fields than allowed. */
export class FormLimitError extends Error {
  override readonly name = 'FormLimitError';
}

/**
 * Writes `name=value` pairs as `application/x-www-form-urlencoded`, which is also the form of a query. A space becomes `%20`,
 * which every decoder of either reads (`+` is not one everywhere in a query). Throws `RangeError` on a lone surrogate, which UTF-8 cannot carry.
 */
export function formatForm(pairs: Iterable<readonly [name: string, value: string]>): string {
  let result = '';
  for (const [name, value] of pairs) {
    result += `${result === '' ? '' : '&'}${escapeFormText(name)}=${escapeFormText(value)}`;
  }
  return result;
}

/** Percent-encodes everything but letters, digits and `-._~` (RFC 3986, 2.3). Throws `RangeError` on a lone surrogate. */
export function escapeFormText(text: string): string {
  if (/^[\w.~-]*$/.test(text)) {
    return text;
  }
  try {
    return encodeURIComponent(text).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    throw new RangeError('The text contains a lone surrogate, which cannot be sent in a query or form.');
  }
}

/**
 * Reads a query (without `?`) or form: fields in order, repeated ones kept, empty ones left out. `+` is a space, `%XX` a byte of the charset
 * (invalid ones become U+FFFD), `%uXXXX` a UTF-16 unit (.NET's own clients write it); a `%` that begins neither stands for itself.
 */
export function parseForm(text: string, options: FormOptions = {}): FormField[] {
  const fields: FormField[] = [];
  const maxFields = options.maxFields ?? 1000;
  const decoder = formDecoder(options.charset);
  let start = 0;
  while (start < text.length) {
    let end = text.indexOf('&', start);
    if (end < 0) {
      end = text.length;
    }
    if (end > start) {
      if (fields.length === maxFields) {
        throw new FormLimitError(`The query or form has more than ${maxFields} fields.`);
      }
      fields.push(parseField(text.slice(start, end), decoder));
    }
    start = end + 1;
  }
  return fields;
}

function parseField(text: string, decoder: TextDecoder): FormField {
  const equals = text.indexOf('=');
  return equals < 0
    ? [unescapeWith(text, decoder), undefined]
    : [unescapeWith(text.slice(0, equals), decoder), unescapeWith(text.slice(equals + 1), decoder)];
}

const escapeSequence = /%u([0-9A-Fa-f]{4})|(?:%[0-9A-Fa-f]{2})+/g;

/** Undoes `+`, `%XX` (bytes of `charset`) and `%uXXXX`. */
export function unescapeFormText(text: string, charset?: string): string {
  return unescapeWith(text, formDecoder(charset));
}

function unescapeWith(text: string, decoder: TextDecoder): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) {
    return spaced;
  }
  const result = spaced.replace(escapeSequence, (sequence, unit: string | undefined) =>
    unit === undefined ? decoder.decode(escapedBytes(sequence)) : String.fromCharCode(Number.parseInt(unit, 16)),
  );
  // Halves of a surrogate pair arrive one by one.
  return wellFormed(result);
}

/** A text with U+FFFD in the place of lone surrogates, which XML and UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}

/** The bytes that `%XX`, one after the other, stand for. */
export function escapedBytes(run: string): Uint8Array {
  const bytes = new Uint8Array(run.length / 3);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(run.slice(index * 3 + 1, index * 3 + 3), 16);
  }
  return bytes;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

function formDecoder(charset: string | undefined): TextDecoder {
  if (charset === undefined || /^utf-?8$/i.test(charset)) {
    return utf8;
  }
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return utf8;
  }
}
