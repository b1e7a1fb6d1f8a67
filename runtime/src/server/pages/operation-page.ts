import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import type { Endpoint } from '../endpoint.js';
import type { ExchangeSample, SamplePlace } from '../sample.js';
import { escapeMarkup } from '../wording.js';
import { isOffered, serviceLinks } from './help-page.js';
import { invocationForms, type PageTable } from './invocation-form.js';
import { breadcrumb, breakableName, htmlPage, paragraph } from './layout.js';
import type { PageLinks } from './links.js';
import { markedMessage } from './marked-message.js';
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
      '<p>A request and its response in each binding. Replace the values in <var>bold</var> with actual ones. Comments say which values there are.</p>',
      ...kindNames
        .filter((kind) => isOffered(service, operation, kind))
        .flatMap((kind) => samples(kind, bindings[kind].sample(endpoint, operation, place))),
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

function samples(kind: BindingKind, sample: ExchangeSample | undefined): readonly string[] {
  const { title } = bindingKinds[kind];
  const heading = `<h3 id="${kind}">${title}</h3>`;
  if (sample === undefined) {
    return [heading, '<p class="dim">No sample can be made of these messages.</p>'];
  }
  return [
    heading,
    ...block('Request', `${kind}-request`, sample.request),
    ...block('Response', `${kind}-response`, sample.response),
    ...sample.faults.flatMap(({ name, response }, index) => block(`Fault ${name}`, `${kind}-fault-${index}`, response)),
  ];
}

/** Lines from which on a message is folded. */
const longMessage = 60;

/** A message, folded where it is long. */
function block(title: string, id: string, text: string): readonly string[] {
  const lines = text.split('\n').length;
  const message = `<pre id="${id}">${markedMessage(text)}</pre>`;
  const heading = `<h4>${escapeMarkup(title)}</h4>`;
  return lines <= longMessage
    ? [heading, message]
    : [`<details><summary>${heading} <span class="dim">${lines} lines</span></summary>`, message, '</details>'];
}
