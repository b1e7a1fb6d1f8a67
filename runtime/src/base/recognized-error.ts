/**
 * Base of the errors that programs tell apart by `instanceof`. A program may have this package twice: as an ES module and as
 * CommonJS, or in two versions. An error of the one is an instance of the other's class, if both classes have the same mark.
 */
export abstract class RecognizedError extends Error {
  /**
   * The class as all copies of this package know it. Each class declares its own; a class of the user inherits it, and is
   * then compared as JavaScript does it.
   * @internal
   */
  static readonly $mark: string = 'RecognizedError';

  /** `facts` become properties. */
  constructor(message?: string, options?: ErrorOptions, facts?: object) {
    super(message, options);
    // Defined and not assigned: errors of JavaScriptCore have a line and a column of their own, which nothing that prints errors finds.
    Object.defineProperties(this, Object.getOwnPropertyDescriptors({ name: new.target.$mark, ...facts }));
  }

  /** True for instances of this class, and of the same class in another copy of this package. */
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isInstance;
}

type MarkedClass = object & { readonly $mark?: string };

function isInstance(this: MarkedClass, value: unknown): boolean {
  let isFound = Function.prototype[Symbol.hasInstance].call(this, value);
  let type: unknown = Object.hasOwn(this, '$mark') ? (Object(value) as object).constructor : undefined;
  for (; !isFound && typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    isFound = (type as MarkedClass).$mark === this.$mark;
  }
  return isFound;
}

/**
 * True for errors, also those of another realm: in a `vm` context, the errors of the host are not instances of the program's
 * `Error`.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(Object.prototype.toString.call(value));
}
