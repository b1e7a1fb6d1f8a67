import type { ScopeStep, TypeKey } from '../model.js';
import { splitExpandedName } from '../names.js';

/**
 * Key of an anonymous type: the path of declarations that lead to it, each as `name#kind`: `{ns}Order#element/item#element`.
 * It depends only on that path, so other declarations may be added or removed.
 */
export function anonymousTypeKey(path: readonly ScopeStep[]): TypeKey {
  return path.map((step) => `${step.name}#${step.kind}`).join('/');
}

/** A step of the key of an anonymous type; the namespace of its name may contain slashes, `#`, and placeholders in braces. */
const keyStep = /\/?((?:\{(?:[^{}]|\{[^{}]*\})*\})?[^/#{}]+)#[^/]*/gy;

/**
 * Names of the declarations that lead to an anonymous type, from its owner on, as its key has them: expanded names for global
 * declarations. Undefined for the key of a named type.
 */
export function declarationsOfKey(key: TypeKey): readonly string[] | undefined {
  return splitExpandedName(key).local.includes('#')
    ? [...key.matchAll(keyStep)].map(([, name = '']) => name)
    : undefined;
}
