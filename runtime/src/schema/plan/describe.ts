/** Short description of a value for messages; never its whole content. */
export function describe(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (typeof value === 'bigint') {
    return `${value}n`;
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (typeof value === 'object') {
    return value instanceof Date ? 'a Date' : 'an object';
  }
  return typeof value === 'function' ? 'a function' : String(value);
}
