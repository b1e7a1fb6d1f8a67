import { entry } from './entry.js';

/** Wording of what the source stage finds. */
export const source = {
  // entries: 'source/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
