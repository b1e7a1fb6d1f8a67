/** Bodies up to this length are not analysed: their size in memory is estimated by the worst case. */
export const unseenBody = 1024;
/** Bytes of memory for each byte of a message at most, which lists of names take. */
const largestFactor = 40;
/** Values of an input that are examined. */
const maxValues = 1_000_000;

/** The bytes of memory that a call with a body of this length may need. */
export function mostHeldBytes(bodyBytes: number): number {
  return largestFactor * bodyBytes;
}

/**
 * Estimates the bytes of memory that a call holds while its handler runs: the body as it was received, the text of which
 * strings may be parts, and the input. Costs little compared with reading the message.
 */
export function heldBytes(bodyBytes: number, input: unknown): number {
  return bodyBytes <= unseenBody ? mostHeldBytes(bodyBytes) : 2 * bodyBytes + inputBytes(input);
}

function inputBytes(input: unknown): number {
  const open: object[] = [];
  let bytes = add(input, open);
  for (let count = 0; count < maxValues; count++) {
    const value = open.pop();
    if (value === undefined) {
      break;
    }
    bytes += Array.isArray(value) ? itemBytes(value, open) : memberBytes(value, open);
  }
  return bytes;
}

/** Bytes of a value in its place; its parts are put on `open`. */
function add(value: unknown, open: object[]): number {
  if (typeof value === 'string' && value !== '') {
    return 32 + value.length;
  }
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0)) {
    return 8;
  }
  if (ArrayBuffer.isView(value)) {
    return 200 + value.byteLength;
  }
  open.push(value);
  return 32;
}

function itemBytes(items: readonly unknown[], open: object[]): number {
  let bytes = 16;
  for (const item of items) {
    bytes += add(item, open);
  }
  return bytes;
}

/** Objects of classes are values of the caller's own scalar types: they are not looked into. */
function memberBytes(value: object, open: object[]): number {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return 200;
  }
  let bytes = 0;
  for (const name in value) {
    bytes += add((value as Record<string, unknown>)[name], open);
  }
  return bytes;
}
