import { element } from '@wsdl-codegen/runtime/schema';
import { packagedFile } from '../config/packaged-file.js';
import type { Contract } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { localOf } from '../diff/context.js';
import { descriptorsOfBinding } from '../memory/descriptors.js';
import type { BindOptions } from '../typescript/names/options.js';
import { documentPage } from './document-page.js';
import { type PageContent, pageText } from './layout.js';
import { operationPage } from './operation-page.js';
import { indexPage, namespacePage, servicePage } from './overview-pages.js';
import { documentRoots } from './places.js';
import { type BindingSample, documentSample, operationSamples } from './samples.js';
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
  addDocuments(site, samples, add);
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

function addDocuments(site: Site, withSamples: boolean, add: (page: PageContent) => void): void {
  const { documents } = site.places;
  if (documents.length === 0) {
    return;
  }
  const descriptors = descriptorsOfBinding(site.bound);
  for (const { name, path } of documents) {
    const { namespace, local } = splitExpandedName(name);
    const type = descriptors.types.get(name);
    const root = descriptors.elements.get(name) ?? (type && element(namespace, local, () => type));
    add(
      documentPage(
        site,
        name,
        path,
        withSamples && root ? documentSample(root, site.contract, descriptors) : undefined,
      ),
    );
  }
}

/** How many services or documents a title names. */
const mostNames = 3;

function titleOf(contract: Contract): string {
  const { services } = contract;
  const names = services.length > 0 ? services.map(({ name }) => name) : documentRoots(contract).map(localOf);
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return names.length === 0 ? 'Contract' : names.slice(0, mostNames).join(', ') + more;
}
