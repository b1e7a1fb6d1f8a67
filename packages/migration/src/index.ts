/** Replacing a service step by step: what is not there yet is passed on, and answers are compared. */

export type { CompareRule } from './compare-rules.js';
export type { AnswerDifference } from './infoset-differences.js';
export type { OlderServiceOptions } from './older-service.js';
export { type FallbackOptions, fallback } from './older-service.js';
export { type ShadowOptions, type ShadowOutcome, type ShadowReport, shadow } from './shadow.js';
export { unfinished } from './unfinished.js';
