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
  static readonly $mark: string = 'wsdl-codegen:';

  constructor(message?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.$mark.slice(RecognizedError.$mark.length);
  }

  /** True for instances of this class, and of the same class in another copy of this package. */
  static override readonly [Symbol.hasInstance]: (value: unknown) => boolean = isInstance;
}

function isInstance(this: object, value: unknown): boolean {
  const mark = markOf(this);
  return Function.prototype[Symbol.hasInstance].call(this, value) || (mark !== undefined && hasMark(value, mark));
}

/** The mark that a class declares itself. */
function markOf(type: object & { readonly $mark?: unknown }): unknown {
  return Object.hasOwn(type, '$mark') ? type.$mark : undefined;
}

function hasMark(value: unknown, mark: unknown): boolean {
  let type: unknown = (Object(value) as object).constructor;
  for (; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
    if (markOf(type) === mark) {
      return true;
    }
  }
  return false;
}
