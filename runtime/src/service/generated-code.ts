import type { ServiceDocument } from './descriptor.js';

/**
 * What `make` gives, which is called at once. Bundlers leave out such a call if nothing uses its result, with all that only `make` names; of an object that is written
 * in its place, some keep what its properties name, because reading that might do something.
 */
export function definition<T>(make: () => T): T {
  return make();
}

/** Where the scripts of generated packages put their documents: they neither import nor export, so that ES modules and CommonJS share them. */
const place = Symbol.for('wsdl-codegen.documents');

/**
 * The documents that a script of a generated package has put under a key. For generated code, which runs the script before. Throws
 * `TypeError` if nothing is there, as when a bundler leaves the script out.
 */
export function sharedDocuments(key: string): readonly ServiceDocument[] {
  const shared: ReadonlyMap<string, readonly ServiceDocument[]> | undefined = Reflect.get(globalThis, place);
  const found = shared?.get(key);
  if (found === undefined) {
    throw new TypeError(
      `The documents "${key}" are missing: the module of the package that contains them has not run.`,
    );
  }
  return found;
}
