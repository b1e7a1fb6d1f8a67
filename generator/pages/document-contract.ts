import { packagedFile } from '../config/packaged-file.js';
import type { Contract } from '../contract/model.js';
import { descriptorsOfBinding } from '../memory/descriptors.js';
import type { BindOptions } from '../typescript/names/options.js';
import { type PageContent, pageText } from './layout.js';
import { operationPage } from './operation-page.js';
import { indexPage, namespacePage, servicePage } from './overview-pages.js';
import { type BindingSample, operationSamples } from './samples.js';
import { searchIndex } from './search-index.js';
import { methodOf, type Site, siteOf } from './site.js';
import { typePage } from './type-page.js';

/** How a contract is documented. */
export interface DocumentOptions
  extends Pick<
    BindOptions,
    'enumerations' | 'members' | 'wrappedArrays' | 'namespaces' | 'properties' | 'namespaceOrder'
  > {
  /** Title of the first page. Default: the names of the services. */
  readonly title?: string;
  /** npm name of the package that samples of client code import. Default: `my-services`. */
  readonly packageName?: string;
  /** Show a message of each operation in each binding. Default true. */
  readonly samples?: boolean;
}

/** `documentContract` of the programmatic interface. */
export async function documentContract(
  contract: Contract,
  options: DocumentOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const { title = titleOf(contract), packageName = 'my-services', samples = true, ...binding } = options;
  const site = siteOf(contract, title, { packageName, ...binding });
  const files = new Map<string, string>([
    ['style.css', packagedFile('pages/style.css')],
    ['search.js', packagedFile('pages/search.js')],
    ['search-index.js', searchIndex(site)],
  ]);
  const add = (page: PageContent): void => {
    files.set(page.path, pageText(title, page));
  };
  add(indexPage(site));
  for (const service of contract.services) {
    add(servicePage(site, service));
  }
  await addOperations(site, samples, add);
  for (const namespace of site.places.namespaces) {
    add(namespacePage(site, namespace));
    for (const page of namespace.pages) {
      add(typePage(site, page));
    }
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function addOperations(site: Site, withSamples: boolean, add: (page: PageContent) => void): Promise<void> {
  const { services } = descriptorsOfBinding(site.bound);
  for (const service of site.contract.services) {
    for (const operation of service.operations) {
      const bound = methodOf(site, operation);
      const descriptor = bound && services.get(bound.service.names.descriptor);
      const samples: readonly BindingSample[] =
        withSamples && bound && descriptor ? await operationSamples(descriptor, bound.method.name) : [];
      add(operationPage(site, service, operation, samples));
    }
  }
}

/** How many services a title names. */
const mostNames = 3;

function titleOf({ services }: Contract): string {
  const names = services.map(({ name }) => name);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return names.length === 0 ? 'Contract' : names.slice(0, mostNames).join(', ') + more;
}
