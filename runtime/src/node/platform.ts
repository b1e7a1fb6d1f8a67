/** What clients have on Node: `node:http`, the masker that hides each credential by itself, messages in several parts, and what makes small calls fast. */

export { declaredAddressing } from '../addressing/declared.js';
export { wsAddressing as defaultAddressing } from '../addressing/ws-addressing.js';
export { sharedDeadlines as callDeadlines } from '../client/deadlines.js';
export { extensionsOf as callExtensions } from '../client/extensions.js';
export { preciseMasking as clientMasking } from '../client/masking/precise-masking.js';
export { prefixesOf as callPrefixes } from '../client/prefixes.js';
export { retriesOf as callRetries } from '../client/retry.js';
export { soapHeaderBlocks as defaultHeaderBlocks } from '../client/soap-headers.js';
export { tooLongForText as answerTooLong } from '../client/too-long.js';
export { exchangesOf as callExchanges } from '../exchange/client-exchanges.js';
export { rememberingEntry as envelopeEntry } from '../soap/envelope-starts.js';
export { soapPackages as defaultPackages } from '../soap/packages.js';
export { defaultTransport } from './later-transport.js';
