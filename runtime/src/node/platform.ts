/**
 * Clients on Node: `node:http`, the masker that hides each credential by itself, messages in several parts, and ways that make small calls fast.
 * Browsers and workers have `client/platform.ts` in its place: package.json chooses one of them as `#platform`.
 */

import type { ClientParts } from '../client/parts.js';
import { soapHeaderBlocks } from '../client/soap-headers.js';
import { contentMessages } from '../soap/content-messages.js';
import { soapPackages } from '../soap/packages.js';

export { tooLongForText as answerTooLong } from '../client/answer-too-long.js';
export { preciseMasking as clientMasking } from '../client/masking/precise-masking.js';
export { sharedCancellations as cancellations } from '../client/shared-cancellation.js';
export { transportFailure } from '../client/transport-failure.js';
export { fixedFrame as bodyFrame } from '../soap/envelope-frame.js';
export { rememberingEntry as envelopeEntry } from '../soap/envelope-starts.js';
export { withoutDefault } from '../xml/without-default.js';
export { defaultTransport } from './later-transport.js';
export { madeOptions } from './made-options.js';

/** The parts that every client has. */
export const defaultParts: ClientParts = {
  packages: soapPackages,
  headerBlocks: soapHeaderBlocks,
  contents: contentMessages,
};
