import type { ServerPages } from '../settings/pages.js';

// The build for bundlers puts `pages.js` in the place of this module: some bundlers cannot make one file of a program that loads something later.

let loaded: typeof import('./pages.js') | undefined;

/** As `answerPage`, whose module is loaded for the first page: with samples, pages are a tenth of the runtime, and most servers are never asked for one. */
export const answerPage: ServerPages['answer'] = async (...request) => {
  loaded ??= await import('./pages.js');
  return loaded.answerPage(...request);
};
