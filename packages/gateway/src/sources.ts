import { ByteCollector, isByteSource, isItemSource, openSource } from '@wsdl-codegen/runtime/extend';

/** The parts of a source one by one; it is let go of when nobody asks for more. */
export async function* partsOf(source: object): AsyncGenerator<unknown, void> {
  const reader = openSource(source);
  try {
    for (let step = await reader.next(); step.done !== true; step = await reader.next()) {
      yield step.value;
    }
  } finally {
    reader.release();
  }
}

/** A value with everything in it that comes one by one: lists as arrays, octets as one array of them. */
export async function collected(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || value instanceof Date) {
    return value;
  }
  if (isItemSource(value) || (isByteSource(value) && !isPlain(value))) {
    const parts: unknown[] = [];
    for await (const part of partsOf(value)) {
      parts.push(await collected(part));
    }
    return !Array.isArray(value) && parts.length > 0 && parts.every((part) => part instanceof Uint8Array)
      ? octetsOf(parts as Uint8Array[])
      : parts;
  }
  if (!isPlain(value)) {
    return value;
  }
  const entries: (readonly [string, unknown])[] = [];
  for (const [name, each] of Object.entries(value)) {
    entries.push([name, await collected(each)]);
  }
  return Object.fromEntries(entries);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Octets in one piece. */
function octetsOf(parts: readonly Uint8Array[]): Uint8Array {
  const all = new ByteCollector();
  for (const part of parts) {
    all.add(part);
  }
  return all.bytes();
}
