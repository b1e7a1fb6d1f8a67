import { error, warning } from './entry.js';

/** Wording of the diagnostics of the typescript stage. */
export const typescript = {
  'typescript/empty-package': warning(
    'Package "{packageName}" has no services, elements or types.',
    'check that the inputs are WSDL or XML Schema documents, and that the filters select something.',
  ),
  'typescript/shared-namespace-name': warning(
    'The name "{name}" in the config has no effect, because several namespaces would share it: {uris}.',
    'give each of them a name of its own under "namespaces"; a whole URI takes precedence over one with *.',
  ),
  'typescript/unknown-namespace': warning(
    'The config has a name for the namespace "{uri}", in which the inputs declare nothing.',
    'correct the URI under "namespaces", or use * for the parts that change.',
  ),
  'typescript/unfit-scalar': error(
    'The scalar mapping "{setting}" cannot be used for "{type}"; it works for these types and their restrictions: {fits}.',
    'write your own mapping for the type: its TypeScript type, a module, and the names of its functions.',
  ),
  'typescript/unknown-scalar': warning(
    'The scalar mapping of "{type}" has no effect: no simple type has this name.',
    () => 'write the name of a simple type as {namespace}local, for built-in types xs:local.',
  ),
} as const;
