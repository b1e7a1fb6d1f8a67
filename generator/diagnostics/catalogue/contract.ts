import { entry } from './entry.js';

/** Wording of what the contract stage finds. */
export const contract = {
  // entries: 'contract/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
