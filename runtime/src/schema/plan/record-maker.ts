/** Makes empty objects, ordinary ones to all that see them. */
export type RecordMaker = new () => Record<string, unknown>;

/**
 * Makes the objects of one type. They have room for their properties in themselves, and no other objects get theirs by the same steps: that takes less
 * time than with `{}`, which all objects begin as.
 */
export function recordMaker(): RecordMaker {
  function Plain(this: object): void {}
  Plain.prototype = Object.prototype;
  return Plain as unknown as RecordMaker;
}
