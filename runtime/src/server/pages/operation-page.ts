import { writtenPath } from '../../http/paths.js';
import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type { OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import type { Endpoint } from '../endpoint.js';
import type { ExchangeSample, SamplePlace } from '../sample.js';
import { escapeMarkup } from '../wording.js';
import { isOffered } from './help-page.js';
import { invocationForms, type PageTable } from './invocation-form.js';
import { breakableName, htmlPage, paragraph } from './layout.js';

/** An operation with its service: several may have one name. */
export interface NamedOperation {
  readonly service: ServiceDescriptor;
  readonly operation: OperationDescriptor;
}

/** The operations of a name, in the letter case in which it is written. */
export function operationsNamed(endpoint: Endpoint, name: string): readonly NamedOperation[] {
  return endpoint.services.flatMap((service) =>
    Object.values(service.operations)
      .filter((operation) => operation.name === name)
      .map((operation) => ({ service, operation })),
  );
}

/** The page of an operation: what it does, forms that invoke it, and sample messages in every binding. */
export function operationPage(
  endpoint: Endpoint,
  found: readonly NamedOperation[],
  place: SamplePlace,
  bindings: PageTable,
): string {
  const [{ operation: first, service: firstService } = { operation: undefined, service: undefined }] = found;
  const name = first?.name ?? '';
  const list = relativePath(endpoint);
  return htmlPage(
    `${name} – ${firstService?.name ?? ''} Web Service`,
    [
      `<nav aria-label="Breadcrumb"><a href="${escapeMarkup(list)}">${escapeMarkup(firstService?.name ?? '')}</a> <span class="dim">/ operation</span></nav>`,
      `<h1>${breakableName(name)}</h1>`,
    ],
    found.flatMap(({ service, operation }) => [
      ...paragraph(operation.documentation),
      ...parameters(operation),
      ...test(service, operation, list, bindings),
      '<h2>Samples</h2>',
      '<p>A request and its response in each binding. Replace the values in <var>bold</var> with actual ones.</p>',
      ...kindNames
        .filter((kind) => isOffered(service, operation, kind))
        .flatMap((kind) => samples(bindingKinds[kind].title, bindings[kind].sample(endpoint, operation, place))),
    ]),
  );
}

/** The endpoint's own page, relative to itself. `./` keeps a name with a colon from being taken for a scheme. */
function relativePath(endpoint: Endpoint): string {
  const name = endpoint.path.slice(endpoint.path.lastIndexOf('/') + 1);
  return `./${writtenPath(name)}`;
}

/** What the parameters mean, for an operation whose form cannot say it. */
function parameters({ parameters: documented = [] }: OperationDescriptor): readonly string[] {
  if (documented.length === 0) {
    return [];
  }
  const items = documented.map(
    ({ name, documentation }) => `<li><b>${breakableName(name)}</b>${paragraph(documentation).join('')}</li>`,
  );
  return ['<h2>Parameters</h2>', '<ul class="list">', ...items, '</ul>'];
}

function test(
  service: ServiceDescriptor,
  operation: OperationDescriptor,
  list: string,
  bindings: PageTable,
): readonly string[] {
  const forms = invocationForms(service, operation, list, bindings);
  return [
    '<h2>Test</h2>',
    ...(forms.length === 0
      ? ['<p class="dim">The operation cannot be invoked from a page: it has no HTTP GET or POST binding.</p>']
      : ['<p>The answer opens in a new page.</p>', ...forms]),
  ];
}

function samples(title: string, sample: ExchangeSample | undefined): readonly string[] {
  if (sample === undefined) {
    return [`<h3>${title}</h3>`, '<p class="dim">No sample can be made of these messages.</p>'];
  }
  return [`<h3>${title}</h3>`, '<h4>Request</h4>', block(sample.request), '<h4>Response</h4>', block(sample.response)];
}

/** A message. */
function block(text: string): string {
  const marked = escapeMarkup(text).replace(/&gt;([^&\n]+)&lt;\//g, '&gt;<var>$1</var>&lt;/');
  return `<pre>${marked}</pre>`;
}
