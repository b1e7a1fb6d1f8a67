/** The kind of an object, as far as it matters for hiding credentials. */
export type SecretKind =
  | 'error'
  | 'array'
  | 'plain'
  | 'map'
  | 'set'
  | 'bytes'
  /** Pairs of texts: `Headers`, `URLSearchParams`, `FormData`. */
  | 'pairs'
  /** `Request` and `Response`. */
  | 'http'
  /** Objects whose text says everything: `URL`, `RegExp`, `String`. */
  | 'text'
  /** Objects that contain no text: `Date`, `Number`, `Boolean`. */
  | 'simple'
  /** An instance of a class. */
  | 'instance'
  /** Objects that may show more than can be inspected: promises, weak references, iterators. */
  | 'closed';

const byTag: ReadonlyMap<string, SecretKind> = new Map([
  ['Map', 'map'],
  ['Set', 'set'],
  ['ArrayBuffer', 'bytes'],
  ['SharedArrayBuffer', 'bytes'],
  ['DataView', 'bytes'],
  ['Headers', 'pairs'],
  ['URLSearchParams', 'pairs'],
  ['FormData', 'pairs'],
  ['Request', 'http'],
  ['Response', 'http'],
  ['URL', 'text'],
  ['RegExp', 'text'],
  ['String', 'text'],
  ['Date', 'simple'],
  ['Number', 'simple'],
  ['Boolean', 'simple'],
  ['BigInt', 'simple'],
  ['Promise', 'closed'],
  ['WeakMap', 'closed'],
  ['WeakSet', 'closed'],
  ['WeakRef', 'closed'],
]);

/** Determines the kind of an object. Throws the errors of a proxy. */
export function kindOf(value: object): SecretKind {
  if (isError(value)) {
    return 'error';
  }
  if (Array.isArray(value)) {
    return 'array';
  }
  if (ArrayBuffer.isView(value)) {
    return 'bytes';
  }
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return byTag.get(tag) ?? (isPlain(value) ? 'plain' : / Iterator$|^Generator$/.test(tag) ? 'closed' : 'instance');
}

/** True for `{}` and objects without a prototype, also those of another realm. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf'))
  );
}

/** The bytes of a buffer or a view. */
export function bytesOf(value: object): Uint8Array {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value as ArrayBuffer);
}

/** The pairs of `Headers` and its like. */
export function pairsOf(value: object): (readonly [name: string, value: unknown])[] {
  const pairs: (readonly [string, unknown])[] = [];
  (value as Headers).forEach((item: unknown, name: string) => {
    pairs.push([name, item]);
  });
  return pairs;
}

/** The visible parts of a `Request` or `Response`, without reading its body. */
export function httpFacts(value: object): Readonly<Record<string, unknown>> {
  const facts: Record<string, unknown> = {};
  for (const name of ['method', 'url', 'status', 'statusText', 'headers']) {
    const fact = (value as Readonly<Record<string, unknown>>)[name];
    if (fact !== undefined) {
      facts[name] = fact;
    }
  }
  return facts;
}

/** Methods that printers of objects call, and that may show more than the properties do. */
export const renderers: readonly PropertyKey[] = [Symbol.for('nodejs.util.inspect.custom'), 'toJSON', 'toString'];

const ordinaryRenderers: ReadonlySet<unknown> = new Set([
  undefined,
  Object.prototype.toString,
  Error.prototype.toString,
  Array.prototype.toString,
  Date.prototype.toString,
  Date.prototype.toJSON,
]);

/** True if an object has its own way to print itself. */
export function hasOwnRenderer(value: object): boolean {
  return renderers.some((name) => !ordinaryRenderers.has((value as Readonly<Record<PropertyKey, unknown>>)[name]));
}

/** Name of an object's class, which is shown in its place. */
export function className(value: object): string {
  try {
    const maker: unknown = value.constructor;
    return typeof maker === 'function' && /^[\w$]{1,64}$/.test(maker.name) ? maker.name : 'Object';
  } catch {
    return 'Object';
  }
}

/**
 * True for errors, also those of another realm: in a `vm` context, the errors of the host are not instances of the program's
 * `Error`.
 */
export function isError(value: unknown): value is Error {
  return value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(Object.prototype.toString.call(value));
}
