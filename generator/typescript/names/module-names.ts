import { camelCase, toIdentifier } from './identifiers.js';

/** Name of the constant for a namespace, from the namespace's short name: `api`, `serialization`. */
export function namespaceConstant(slug: string): string {
  return toIdentifier(camelCase(slug));
}

/**
 * The name under which one module of the package imports another as a whole; undefined for modules whose exports are imported by
 * name. Types and schema modules are imported whole, but for the roots of documents: their own namespace's as `t` and `s`, others under the namespace's short name.
 * Paths are below `src/`, without extension.
 */
export function importAlias(path: string, target: string): string | undefined {
  const [folder = '', slug] = target.split('/');
  if (folder !== 'types' && folder !== 'schema') {
    return undefined;
  }
  // Bundlers leave out a root that is not used if what it is made of is a name, and no property.
  if (path === 'elements' && folder === 'schema') {
    return undefined;
  }
  const short = folder === 'types' ? 't' : 's';
  if (slug === undefined || path === `schema/${slug}` || path.startsWith(`schema/${slug}/`)) {
    return short;
  }
  const name = toIdentifier(camelCase(slug));
  const inFolder = path.startsWith('types/') || path.startsWith('schema/');
  if (inFolder ? path.startsWith(`${folder}/`) : folder === 'types') {
    return name;
  }
  return folder === 'types' ? `${name}Types` : `${name}Schema`;
}
