import type { ScopeStep, TypeKey } from '../model.js';

/**
 * Key of an anonymous type: the path of declarations that lead to it, each as `name#kind`: `{ns}Order#element/item#element`.
 * It depends only on that path, so other declarations may be added or removed.
 */
export function anonymousTypeKey(path: readonly ScopeStep[]): TypeKey {
  return path.map((step) => `${step.name}#${step.kind}`).join('/');
}
