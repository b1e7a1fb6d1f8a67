/** What clients have in browsers and workers, where size counts: `fetch`, the small masker, and no more than they name. */

export { simpleEntry as envelopeEntry } from '../soap/envelope-entry.js';
export { noPackages as defaultPackages } from '../soap/no-packages.js';
export { anyLength as answerTooLong } from './any-length.js';
export { singleDeadlines as callDeadlines } from './deadlines.js';
export { defaultTransport } from './fetch-transport.js';
export { clientMasking } from './masking/small-masker.js';
export { namedExchanges as callExchanges } from './named-exchanges.js';
export { namedExtensions as callExtensions } from './named-extensions.js';
export { noHeaderBlocks as defaultHeaderBlocks } from './named-header-blocks.js';
export { namedPrefixes as callPrefixes } from './named-prefixes.js';
export { namedRetries as callRetries } from './named-retries.js';
export { noAddressing as declaredAddressing, noDefaultAddressing as defaultAddressing } from './no-addressing.js';
