import type { LexicalChecker } from './lexical.js';

/** A check that has to read values. The engine for this is loaded only if there is such a check. */
export type ValueCheck = (lexical: LexicalChecker) => void;
