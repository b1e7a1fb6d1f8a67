import { entry } from './entry.js';

/** Wording of what the xsd stage finds. */
export const xsd = {
  // entries: 'xsd/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
