import { camelCase, toIdentifier } from './identifiers.js';
import type { NamespaceModule } from './modules.js';

/** Names under which the index of a package exports the modules of namespaces. */
export interface ExportNames {
  /** By path of the module: a namespace's types (unless they are exported flat) and schema modules as objects. */
  readonly modules: ReadonlyMap<string, string>;
}

/** The modules of a namespace, and the names of the types in them. */
export interface ExportedModule {
  readonly module: NamespaceModule;
  readonly types: readonly { readonly name: string }[];
}

/** Names of the index that nothing else uses. */
export const fixedExports: ReadonlySet<string> = new Set(['elements', 'prefixes', 'schema']);

/**
 * Decides what the index calls its objects: `schema`, and `common` and `commonSchema` for each namespace that
 * is not exported flat. `services` are the names that services export; they are chosen first, followed by the types that are
 * exported flat.
 */
export function exportNames(bindings: readonly ExportedModule[], services: Iterable<string>): ExportNames {
  const types = bindings.flatMap(({ module, types }) => (module.flat ? types.map(({ name }) => name) : []));
  const taken = new Set([...fixedExports, ...services, ...types]);
  const modules = new Map<string, string>();
  const claim = (wanted: string): string => {
    let name = wanted;
    while (taken.has(name)) {
      name += '$';
    }
    taken.add(name);
    return name;
  };
  const grouped = bindings.filter(({ module }) => !module.flat);
  for (const { module } of grouped) {
    modules.set(module.typesPath, claim(toIdentifier(camelCase(module.slug))));
  }
  for (const { module } of bindings) {
    modules.set(module.schemaPath, module.flat ? 'schema' : claim(`${modules.get(module.typesPath)}Schema`));
  }
  return { modules };
}
