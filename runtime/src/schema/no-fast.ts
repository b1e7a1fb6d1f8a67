import type * as fast from './fast.js';

/** In the place of the fast layer, where there is none: everything is read and written in the general way. */

/** Texts are read event by event. */
export const wholeText: typeof fast.wholeText = () => undefined;

/** Binary content is read as text. */
export const wholeOctets: typeof fast.wholeOctets = () => undefined;

/** No document is scanned. */
export const readerOf: typeof fast.readerOf = () => undefined;

/** Finds no fields. */
export const scanFields: typeof fast.scanFields = () => {};

/** No content is written in the fast way. */
export const fastGroup: typeof fast.fastGroup = () => undefined;

/** Never called: no content is written in the fast way. */
export const writeGroup: typeof fast.writeGroup = () => {};

/** No output takes markup. */
export const readyOf: typeof fast.readyOf = () => undefined;

/** Writes nothing. */
export const writeAtOnce: typeof fast.writeAtOnce = () => false;
