/** A value as JSON has it: what `JSON.stringify` writes and `JSON.parse` reads without loss. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** An object of JSON. */
export interface JsonObject {
  readonly [property: string]: JsonValue;
}
