/** Replacing a service step by step: what is not there yet is passed on, and answers are compared. */

export { FallbackError, type ServerFallback, type ServerShadow } from '../server/fallback.js';
export { type FallbackOptions, fallback } from './fallback.js';
export { unfinished } from './unfinished.js';
