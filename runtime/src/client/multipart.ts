import { freeBoundary } from '../http/free-boundary.js';

/** A `multipart/form-data` body with its content type. */
export interface Multipart {
  readonly contentType: string;
  readonly body: string;
}

/** Writes parameters as `multipart/form-data` (RFC 7578), one part a parameter. */
export function formatMultipart(parameters: readonly (readonly [name: string, value: string])[]): Multipart {
  const boundary = freeBoundary('----parameter', parameters.flat());
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
