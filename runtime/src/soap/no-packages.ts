import type { SoapPackages } from './packages.js';

/** For clients whose messages come in one part, unless they name what reads others. */
export const noPackages: SoapPackages | undefined = undefined;
