/**
 * True for errors, also those of another realm: in a `vm` context, the errors of the host are not instances of the program's
 * `Error`.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(Object.prototype.toString.call(value));
}
