/** Clients in browsers and workers, where size counts: `fetch`, the small masker, and no more than they name. See `node/platform.ts`. */

import type { ClientParts } from './parts.js';

export { writtenFrame as bodyFrame } from '../soap/body-frame.js';
export { simpleEntry as envelopeEntry } from '../soap/envelope-entry.js';
export { withoutPrefixes as withoutDefault } from '../xml/without-prefixes.js';
export { defaultTransport } from './fetch-transport.js';
export { clientMasking } from './masking/small-masker.js';
export { namedOptions as madeOptions } from './named-options.js';
export { anyLength as answerTooLong } from './small-answer-too-long.js';
export { smallCancellations as cancellations } from './small-cancellation.js';
export { smallTransportFailure as transportFailure } from './small-transport-failure.js';

/** The parts that every client has. */
export const defaultParts: ClientParts = {};
