import type { ServerPages } from '../server/named-pages.js';

/** In browsers and workers, servers have pages where the option `pages` names them. */
export const noPages: ServerPages | undefined = undefined;
