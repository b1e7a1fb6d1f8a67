import { TemplateError } from './template-error.js';

/**
 * A view that throws when a property is read that it does not have, so that a typo in a template is an error and never an
 * empty text. Objects below are strict in the same way.
 */
export function strictView<T extends object>(view: T): T {
  return strict(view, '') as T;
}

/**
 * The result of printing an object or comparing it with a text. Handlebars compares contexts, so the conversion itself cannot
 * throw; the text in the output is the error.
 */
const printedObject = (path: string): string => `\u0000object ${path}\u0000`;

/** Throws if a rendered text contains an object that a template printed as if it were text. */
export function checkPrinted(text: string): string {
  const [, path] = /\u0000object ([^\u0000]*)\u0000/.exec(text) ?? [];
  if (path === undefined) {
    return text;
  }
  const mentions = path.replace(/\[\]$/, '').split(/\W/).at(-1) || undefined;
  const message = `it prints the object or list "${path}" where it needs one of its properties`;
  throw new TemplateError(message, mentions === undefined ? {} : { mentions });
}

function strict(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return new Proxy(value, {
    get(target, key) {
      if (key === Symbol.toPrimitive) {
        return () => printedObject(path);
      }
      if (typeof key === 'symbol') {
        return Reflect.get(target, key);
      }
      const here = Array.isArray(target) ? `${path}[]` : path === '' ? key : `${path}.${key}`;
      if (!Object.hasOwn(target, key) && !(Array.isArray(target) && key in target)) {
        throw new TemplateError(`the view has no property "${here}"`, { mentions: key });
      }
      return strict(Reflect.get(target, key), here);
    },
  });
}
