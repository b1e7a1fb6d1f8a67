/** True for errors, also those of another realm: in a `vm` context the host's own are no instances of the program's `Error`. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(Object.prototype.toString.call(value));
}
