import type { Lexical } from './lexical.js';

/** A check that has to read values. What that takes is loaded only when there is such a check. */
export type ValueCheck = (lexical: Lexical) => void;
