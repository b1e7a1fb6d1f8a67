import { entry } from './entry.js';

/** Wording of the diagnostics of the typescript stage. */
export const typescript = {
  'typescript/empty-package': entry(
    'warning',
    (p: { packageName: string }) => `Package "${p.packageName}" has no services, elements or types.`,
    () => 'check that the inputs are WSDL or XML Schema documents, and that the filters select something.',
  ),
  'typescript/shared-namespace-name': entry(
    'warning',
    (p: { name: string; uris: string }) =>
      `The name "${p.name}" in the config has no effect, because several namespaces would share it: ${p.uris}.`,
    () => 'give each of them a name of its own under "namespaces"; a whole URI takes precedence over one with *.',
  ),
  'typescript/unknown-namespace': entry(
    'warning',
    (p: { uri: string }) => `The config has a name for the namespace "${p.uri}", in which the inputs declare nothing.`,
    () => 'correct the URI under "namespaces", or use * for the parts that change.',
  ),
  'typescript/unfit-scalar': entry(
    'error',
    (p: { type: string; setting: string; fits: string }) =>
      `The scalar mapping "${p.setting}" cannot be used for "${p.type}"; it works for these types and their restrictions: ${p.fits}.`,
    () => 'write your own mapping for the type: its TypeScript type, a module, and the names of its functions.',
  ),
  'typescript/unknown-scalar': entry(
    'warning',
    (p: { type: string }) => `The scalar mapping of "${p.type}" has no effect: no simple type has this name.`,
    () => 'write the name of a simple type as {namespace}local, for built-in types xs:local.',
  ),
} as const;
