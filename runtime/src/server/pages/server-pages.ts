import type { ServerPages } from '../named-pages.js';
import { indexPage, isIndexPath } from './index-page.js';
import { errorPage } from './layout.js';
import { listLink } from './links.js';
import { answerPage } from './pages.js';
import { requireDistinctInMemory } from './served-documents.js';
import { requireReadableDocuments, servedServices } from './served-services.js';

/** Help pages, the list of services and `?WSDL`, for the option `pages` of servers. Servers on Node have them by default. */
export const serverPages: ServerPages = {
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
