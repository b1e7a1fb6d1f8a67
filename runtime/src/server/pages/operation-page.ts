import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type { OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import type { Endpoint } from '../endpoint.js';
import type { ExchangeSample, SamplePlace } from '../sample.js';
import { escapeMarkup } from '../wording.js';
import { isOffered, serviceLinks } from './help-page.js';
import { invocationForms, type PageTable } from './invocation-form.js';
import { breadcrumb, breakableName, htmlPage, paragraph } from './layout.js';
import type { PageLinks } from './links.js';
import type { NamedOperation, NamedOperations } from './named-operations.js';

/** What the page of an operation shows. */
export interface OperationPageView {
  readonly endpoint: Endpoint;
  readonly operations: NamedOperations;
  readonly links: PageLinks;
  readonly place: SamplePlace;
  readonly bindings: PageTable;
}

/** The page of an operation: what it does, forms that invoke it, and sample messages in every binding. */
export function operationPage(
  shown: NamedOperation,
  { endpoint, operations, links, place, bindings }: OperationPageView,
): string {
  const { service, operation } = shown;
  const { name } = operation;
  const distinction = operations.distinction(shown);
  return htmlPage(
    `${distinction ?? name} – ${service.name} Web Service`,
    [
      breadcrumb(serviceLinks(links, service.name), 'operation'),
      `<h1>${breakableName(name)}</h1>`,
      ...(distinction === undefined ? [] : [`<p class="dim">${breakableName(distinction)}</p>`]),
    ],
    [
      ...paragraph(operation.documentation),
      ...parameters(operation),
      ...test(service, operation, links.base, bindings),
      '<h2>Samples</h2>',
      '<p>A request and its response in each binding. Replace the values in <var>bold</var> with actual ones.</p>',
      ...kindNames
        .filter((kind) => isOffered(service, operation, kind))
        .flatMap((kind) => samples(bindingKinds[kind].title, bindings[kind].sample(endpoint, operation, place))),
    ],
  );
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
  base: string,
  bindings: PageTable,
): readonly string[] {
  const forms = invocationForms(service, operation, base, bindings);
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
