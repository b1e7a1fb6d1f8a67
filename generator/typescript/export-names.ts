import { camelCase, toIdentifier } from './identifiers.js';
import type { ModuleBinding } from './package-binding.js';

/** Names under which the index of a package exports what is not a type or a service. */
export interface ExportNames {
  /** The map of global elements. */
  readonly elements: string;
  /** By path of the module: a namespace's types (unless they are exported flat) and schema modules as objects. */
  readonly modules: ReadonlyMap<string, string>;
}

/** Names of the index that nothing else takes. */
export const fixedExports: ReadonlySet<string> = new Set(['elements', 'schema']);

/**
 * Decides what the index calls its objects: `schema` and `elements`, or `common` and `commonSchema` where there are several
 * namespaces. `services` are the names that services export; they have the first choice.
 */
export function exportNames(
  bindings: readonly ModuleBinding[],
  flat: boolean,
  services: Iterable<string>,
): ExportNames {
  const taken = new Set(['elements', ...services]);
  const modules = new Map<string, string>();
  const claim = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) name += '$';
    taken.add(name);
    return name;
  };
  if (!flat) {
    for (const { module } of bindings) modules.set(module.typesPath, claim(toIdentifier(camelCase(module.slug))));
  }
  for (const { module } of bindings) {
    modules.set(module.schemaPath, flat ? 'schema' : claim(`${modules.get(module.typesPath)}Schema`));
  }
  return { elements: 'elements', modules };
}
