/** What is left of some properties without those that are `undefined`: options that a caller did not give stay absent. */
export type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** The properties of an object that are not `undefined`. */
export function given<T extends object>(properties: T): Given<T> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Given<T>;
}
