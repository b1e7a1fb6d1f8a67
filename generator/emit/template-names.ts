import type { TemplateName } from './views.js';

/** Every template, one for each kind of emitted file. */
export const templateNames: readonly TemplateName[] = [
  'types.ts',
  'schema.ts',
  'schema-index.ts',
  'elements.ts',
  'service.ts',
  'client.ts',
  'server.ts',
  'wsdl.ts',
  'index.ts',
  'package.json',
  'tsconfig.json',
  'README.md',
];

/** Every partial that templates can include. */
export const partialNames: readonly string[] = ['header', 'unchecked', 'imports', 'declaration', 'member'];
