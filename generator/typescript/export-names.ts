import { camelCase, toIdentifier } from './identifiers.js';
import type { ModuleBinding } from './package-binding.js';

/** Names under which the index of a package exports what is not a type or a service. */
export interface ExportNames {
  /** The map of global elements. */
  readonly elements: string;
  /** By path of the module: a namespace's types (unless they are exported flat) and schema modules as objects. */
  readonly modules: ReadonlyMap<string, string>;
  /** Every name that is taken by these or by the types themselves. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Decides what the index calls its objects: `schema` and `elements`, or `common` and `commonSchema` where there are several
 * namespaces. Types that are exported flat have the first choice, then namespaces.
 */
export function exportNames(bindings: readonly ModuleBinding[], flat: boolean): ExportNames {
  const taken = new Set(flat ? bindings.flatMap(({ types }) => types.map((type) => type.name)) : []);
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
  const elements = claim('elements');
  for (const { module } of bindings) {
    modules.set(module.schemaPath, claim(flat ? 'schema' : `${modules.get(module.typesPath)}Schema`));
  }
  return { elements, modules, taken };
}
