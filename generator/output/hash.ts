import { createHash } from 'node:crypto';

/** SHA-256 in hex of a text. Line endings are hashed as line feeds: version control may turn them into the platform's own. */
export function hashText(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

/** SHA-256 in hex of bytes. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 in hex of a file in any encoding that agrees with ASCII. Line endings are hashed as line feeds, as in `hashText`. */
export function hashLines(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return hashBytes(Buffer.from(text.replaceAll('\r\n', '\n'), 'latin1'));
}

/** SHA-256 of plain data; the order of an object's keys does not matter, absent and `undefined` are the same. */
export function hashData(data: unknown): string {
  return hashText(canonical(data));
}

function canonical(data: unknown): string {
  if (Array.isArray(data)) {
    return `[${data.map(canonical).join(',')}]`;
  }
  if (typeof data !== 'object' || data === null) {
    return JSON.stringify(data) ?? 'null';
  }
  const fields = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${canonical(value)}`);
  return `{${fields.join(',')}}`;
}
