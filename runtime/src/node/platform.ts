/** What clients have on Node: `node:http`, the masker that hides each credential by itself, messages in several parts. */
export { clientMasking } from '../client/masking/masker.js';
export { soapPackages as defaultPackages } from '../soap/packages.js';
export { defaultTransport } from './transport.js';
