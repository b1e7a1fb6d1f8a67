import { entry } from './entry.js';

/** Wording of what the config stage finds. */
export const config = {
  // entries: 'config/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
