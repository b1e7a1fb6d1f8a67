import { entry } from './entry.js';

/** Wording of what the typescript stage finds. */
export const typescript = {
  'typescript/empty-package': entry(
    'warning',
    (p: { packageName: string }) => `Package "${p.packageName}" has no services, elements or types.`,
    () => 'Check that the inputs are WSDL or XML Schema documents and that filters leave something.',
  ),
} as const;
