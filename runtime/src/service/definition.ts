/**
 * What `make` gives, which is called at once. Bundlers leave out such a call if nothing uses its result, with all that only `make` names; of an object that is written
 * in its place, some keep what its properties name, because reading that might do something.
 */
export function definition<T>(make: () => T): T {
  return make();
}
