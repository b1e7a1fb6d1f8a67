/** Most characters that the headers of one part of a package or form may have: as many as Node allows those of a request. */
export const maxPartHeaders = 16_384;
/** Most header lines of one part. */
export const maxPartHeaderLines = 100;
/** Longest boundary (RFC 2046, 5.1.1). */
export const maxBoundary = 70;

/**
 * Header fields of a part of a `multipart` body (RFC 2046, 5.1) by lower-case name, from the text before its empty line.
 * Folded lines are joined. Of several fields with one name, the first is used; lines without a colon are ignored. Undefined
 * when the headers are longer or have more lines than any sender writes.
 */
export function parsePartHeaders(text: string): ReadonlyMap<string, string> | undefined {
  if (text.length > maxPartHeaders) {
    return undefined;
  }
  const headers = new Map<string, string>();
  const lines = text.split('\n');
  if (lines.length > maxPartHeaderLines) {
    return undefined;
  }
  for (let at = 0; at < lines.length; ) {
    const field = [lines[at++] ?? ''];
    while (isFolded(lines[at])) {
      field.push(lines[at++] ?? '');
    }
    addField(headers, field.map((line) => line.trim()).join(' '));
  }
  return headers;
}

function isFolded(line: string | undefined): boolean {
  return line?.startsWith(' ') === true || line?.startsWith('\t') === true;
}

function addField(headers: Map<string, string>, field: string): void {
  const colon = field.indexOf(':');
  const name = field.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  if (name !== '' && !headers.has(name)) {
    headers.set(name, field.slice(colon + 1).trim());
  }
}
