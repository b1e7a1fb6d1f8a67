/** An object of JSON that may have any properties. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for an object that is no array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a text of JSON means; `undefined` if it is not JSON. */
export function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** The object that a text of JSON means; one without properties if it means none. */
export function parsedRecord(text: string | undefined): JsonRecord {
  const value = parsedJson(text);
  return isRecord(value) ? value : {};
}

/** An object with its keys sorted. */
export function sortedRecord<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
