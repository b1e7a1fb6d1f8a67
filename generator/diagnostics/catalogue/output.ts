import { entry } from './entry.js';

/** Wording of what the output stage finds. */
export const output = {
  // entries: 'output/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
