import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type { BindingKind, OperationDescriptor } from '../../service/descriptor.js';
import type { RequestNeeds } from '../../soap/extension.js';
import { escapeMarkup } from '../base/wording.js';
import type { Endpoint } from '../routes/endpoint.js';
import { clientCode } from './client-code.js';
import { consoleForms } from './console-form.js';
import { exchangeSample } from './exchange-sample.js';
import { isOffered, serviceLinks } from './help-page.js';
import { breadcrumb, breakableName, htmlPage, paragraph } from './layout.js';
import type { PageLinks } from './links.js';
import { markedMessage } from './marked-message.js';
import type { NamedOperation, NamedOperations } from './named-operations.js';
import { needsOf, needsParagraph, unmakeable } from './request-needs.js';
import type { ExchangeSample, SamplePlace } from './samples.js';

/** What the page of an operation shows. */
export interface OperationPageView {
  readonly endpoint: Endpoint;
  readonly operations: NamedOperations;
  readonly links: PageLinks;
  readonly place: SamplePlace & { readonly base: string };
}

/** The page of an operation: what it does, forms that invoke it, and sample messages in every binding. */
export function operationPage(
  shown: NamedOperation,
  { endpoint, operations, links, place }: OperationPageView,
): string {
  const { service, operation } = shown;
  const { name } = operation;
  const distinction = operations.distinction(shown);
  const needs = needsOf(endpoint);
  const kinds = kindNames.filter((kind) => isOffered(service, operation, kind));
  return htmlPage(
    `${distinction ?? name} – ${service.name} Web Service`,
    [
      breadcrumb(serviceLinks(links, service.name), 'operation'),
      `<h1>${breakableName(name)}</h1>`,
      ...(distinction === undefined ? [] : [`<p class="dim">${breakableName(distinction)}</p>`]),
    ],
    [
      contents(kinds),
      ...paragraph(operation.documentation),
      ...parameters(operation),
      ...test(shown, links, place, needs),
      '<h2 id="code">Client code</h2>',
      '<p>With the client that <code>codegen</code> makes of the WSDL, in TypeScript.</p>',
      `<pre id="client-code">${escapeMarkup(clientCode(shown, place.base, place))}</pre>`,
      '<h2 id="samples">Samples</h2>',
      '<p>A request and its response in each binding. Replace the values in <var>bold</var> with actual ones. Comments say which values there are.</p>',
      ...needsParagraph(needs, ' The samples are messages without it, which the server refuses as they are.'),
      ...kinds.flatMap((kind) => samples(kind, exchangeSample({ endpoint, operation, place }, kind))),
    ],
    true,
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

/** Links to the parts of the page. */
function contents(kinds: readonly BindingKind[]): string {
  const parts = [['test', 'Test'], ['code', 'Client code'], ...kinds.map((kind) => [kind, bindingKinds[kind].title])];
  return `<nav class="contents" aria-label="On this page">${parts.map(([id, title]) => `<a class="whole" href="#${id}">${title}</a>`).join(' ')}</nav>`;
}

function test(shown: NamedOperation, links: PageLinks, place: SamplePlace, needs: RequestNeeds): readonly string[] {
  const lacking = unmakeable(needs);
  const forms = consoleForms(shown, links, place, needs);
  const plain = forms.some((form) => form.includes(' action="'));
  return [
    '<h2 id="test">Test</h2>',
    ...(lacking === ''
      ? []
      : [
          `<p role="note">Requests need ${lacking}, which this page cannot make: the server refuses what is sent from here. Use the client below, or put in a message that another program has protected.</p>`,
        ]),
    ...(plain
      ? ['<noscript><p>The answer opens in a new page.</p></noscript>']
      : [
          '<noscript><p class="dim">The operation cannot be invoked from a page without scripts: it has no HTTP GET or POST binding.</p></noscript>',
        ]),
    ...forms,
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
