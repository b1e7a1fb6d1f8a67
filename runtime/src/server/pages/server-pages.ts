import type { ServerOptions } from '../settings/options.js';
import type { ServerPages } from '../settings/pages.js';
import { indexPage, isIndexPath } from './index-page.js';
import { answerPage } from './later-pages.js';
import { errorPage } from './layout.js';
import { listLink } from './links.js';
import { requireDistinctInMemory } from './served-documents.js';
import { requireReadableDocuments, servedServices } from './served-services.js';

/** The pages of a server with these options; undefined for one without. */
export function pagesOf({ pages = true }: Pick<ServerOptions, 'pages'>): ServerPages | undefined {
  return pages ? serverPages : undefined;
}

const serverPages: ServerPages = {
  prepare: (services) => {
    const served = servedServices(services);
    requireReadableDocuments(served);
    return served;
  },
  check: requireDistinctInMemory,
  isIndex: isIndexPath,
  index: indexPage,
  answer: answerPage,
  error: ({ status, message, advice, headers }, request, basePath) => {
    const list = request === undefined || basePath === undefined ? undefined : listLink(request, basePath);
    return errorPage(status, message, advice, headers, list);
  },
};
