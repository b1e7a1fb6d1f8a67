import type { SoapPackages } from './packages.js';

/** In browsers and workers clients have only what they name. */
export const defaultPackages: SoapPackages | undefined = undefined;
