import type { FastLayer } from './fast-layer.js';

/** In the place of `fast/fast-layer.ts` on hosts that load the fast layer only where a program names it. */
export const fastLayer: FastLayer | undefined = undefined;
