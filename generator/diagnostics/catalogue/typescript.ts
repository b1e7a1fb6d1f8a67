import { entry } from './entry.js';

/** Wording of what the typescript stage finds. */
export const typescript = {
  // entries: 'typescript/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
