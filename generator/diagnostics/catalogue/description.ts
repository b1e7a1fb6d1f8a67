import { entry } from './entry.js';

/** Wording of what the description stage finds. */
export const description = {
  // entries: 'description/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
