/** Defers inference: `T` comes from where the result is used. */
type NotInferred<T> = [T][T extends unknown ? 0 : never];

/**
 * An implementation of a service of which some methods are still missing: calls of those go to the `fallback` of the server.
 * `accountApi(unfinished({ getBalance }))`. Throws `TypeError` for what is no object.
 */
export function unfinished<Service extends object>(part: NotInferred<Partial<Service>>): Service {
  const given: unknown = part;
  if (typeof given !== 'object' || given === null) {
    throw new TypeError('unfinished needs an object with the methods that are implemented.');
  }
  const get = (target: object, name: string | symbol): unknown => methodOf(target, name);
  return new Proxy(given, { get }) as Service;
}

/** A method bound to its object, which may have private members; in the place of one that is missing, what passes calls on. */
function methodOf(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  if (typeof value === 'function') {
    return Object.assign((...given: readonly unknown[]): unknown => Reflect.apply(value, target, given), value);
  }
  return value === undefined && typeof name === 'string' ? missing(name) : value;
}

function missing(name: string): unknown {
  const method = (): never => {
    throw new Error(`${name} is not implemented: the server passes its calls on.`);
  };
  return Object.assign(method, { $passesOn: true });
}
