import { entry } from './entry.js';

/** Wording of what the emit stage finds. */
export const emit = {
  // entries: 'emit/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
