import type * as fastWays from './fast-ways.js';

/** Programs for browsers and workers read and write everything the general way: see `fast-ways.ts`. */

/** Finds no fields. */
export const scanFields: typeof fastWays.scanFields = () => {};

/** No content is written in one go. */
export const fastGroup: typeof fastWays.fastGroup = () => undefined;

/** Never called: no content is written in one go. */
export const writeGroup: typeof fastWays.writeGroup = () => {};

/** Writes nothing. */
export const writeAtOnce: typeof fastWays.writeAtOnce = () => false;
