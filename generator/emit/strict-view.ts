/** What a template did wrong. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * A view that refuses to be asked for what it does not have, so that a typo in a template is an error and never an empty
 * text. Objects below are strict in the same way.
 */
export function strictView<T extends object>(view: T): T {
  return strict(view, '') as T;
}

function strict(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      if (typeof key === 'symbol') return Reflect.get(target, key);
      const here = Array.isArray(target) ? `${path}[]` : path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(target, key) && !(Array.isArray(target) && key in target)) {
        throw new TemplateError(`the view has no property "${here}"`);
      }
      return strict(Reflect.get(target, key), here);
    },
  });
}
