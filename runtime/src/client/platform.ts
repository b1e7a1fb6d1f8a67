/** What clients have in browsers and workers, where size counts: `fetch`, the small masker, and no more than they name. */

export { noPackages as defaultPackages } from '../soap/packages.js';
export { defaultTransport } from './fetch-transport.js';
export { clientMasking } from './masking/cutting-masker.js';
