import { entry } from './entry.js';

/** Wording of what the wsdl stage finds. */
export const wsdl = {
  // entries: 'wsdl/short-name': entry('error', (p: { name: string }) => `…`, (p) => `…`),
} as const;
