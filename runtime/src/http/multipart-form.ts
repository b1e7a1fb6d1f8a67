import { FormLimitError } from './form.js';
import { PackageError, wholeParts } from './multipart.js';

/**
 * Fields of a `multipart/form-data` body (RFC 7578) in order. Parts without a name are left out; a file is read as its text.
 * Bytes are read as UTF-8. A body that is not such a form has no fields. Throws `FormLimitError` past `maxFields`.
 */
export function parseMultipartForm(
  body: Uint8Array,
  boundary: string,
  maxFields = 1000,
): readonly (readonly [name: string, value: string])[] {
  const fields: (readonly [string, string])[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    for (const { headers, content } of wholeParts(body, boundary, { decoder, maxParts: Infinity })) {
      const name = /;[ \t]*name="([^"]*)"/i.exec(headers.get('content-disposition') ?? '')?.[1];
      if (name !== undefined) {
        if (fields.length === maxFields) {
          throw new FormLimitError(`The form has more than ${maxFields} fields.`);
        }
        fields.push([unescapeName(name), decoder.decode(content)]);
      }
    }
  } catch (error) {
    if (!(error instanceof PackageError)) {
      throw error;
    }
  }
  return fields;
}

/** Browsers write `"` and line ends in names as percent-escapes (WHATWG HTML, multipart/form-data encoding). */
function unescapeName(name: string): string {
  return name.replace(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
