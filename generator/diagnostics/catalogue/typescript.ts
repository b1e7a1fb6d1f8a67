import { entry } from './entry.js';

/** Wording of what the typescript stage finds. */
export const typescript = {
  'typescript/empty-package': entry(
    'warning',
    (p: { packageName: string }) => `Package "${p.packageName}" has no services, elements or types.`,
    () => 'Check that the inputs are WSDL or XML Schema documents and that filters leave something.',
  ),
  'typescript/unknown-scalar': entry(
    'warning',
    (p: { type: string }) => `The scalar mapping of "${p.type}" applies to nothing: no simple type has this name.`,
    () =>
      'Write the name of a simple type as {namespace}local, for built-in types {http://www.w3.org/2001/XMLSchema}local.',
  ),
} as const;
