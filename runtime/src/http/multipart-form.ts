import { FormLimitError } from './form.js';
import { maxBoundary, maxPartHeaders } from './part-headers.js';

/**
 * Fields of a `multipart/form-data` body (RFC 7578) in order. Parts without a name are left out; a file is read as its text.
 * Bytes are read as UTF-8. A body that is not such a form has no fields. Throws `FormLimitError` past `maxFields`.
 */
export function parseMultipartForm(
  body: Uint8Array,
  boundary: string,
  maxFields = 1000,
): readonly (readonly [name: string, value: string])[] {
  // Without a limit the search for a long boundary would cost its length for each byte.
  if (boundary.length > maxBoundary) {
    return [];
  }
  const text = new TextDecoder('utf-8').decode(body);
  const fields: (readonly [string, string])[] = [];
  const delimiter = `--${boundary}`;
  let start = text.startsWith(delimiter) ? delimiter.length : afterDelimiter(text, delimiter, 0);
  while (start >= 0 && !text.startsWith('--', start)) {
    const next = text.indexOf(`\r\n${delimiter}`, start);
    if (next < 0) {
      break;
    }
    const field = parsePart(text.slice(start, next));
    if (field !== undefined) {
      if (fields.length === maxFields) {
        throw new FormLimitError(`The form has more than ${maxFields} fields.`);
      }
      fields.push(field);
    }
    start = next + delimiter.length + 2;
  }
  return fields;
}

function afterDelimiter(text: string, delimiter: string, from: number): number {
  const found = text.indexOf(`\r\n${delimiter}`, from);
  return found < 0 ? -1 : found + delimiter.length + 2;
}

/** A part after its delimiter: header lines, an empty line, the value. */
function parsePart(part: string): readonly [string, string] | undefined {
  const end = part.indexOf('\r\n\r\n');
  const name = end < 0 || end > maxPartHeaders ? undefined : /;[ \t]*name="([^"]*)"/i.exec(part.slice(0, end))?.[1];
  return name === undefined ? undefined : [unescapeName(name), part.slice(end + 4)];
}

/** Browsers write `"` and line ends in names as percent-escapes (WHATWG HTML, multipart/form-data encoding). */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
