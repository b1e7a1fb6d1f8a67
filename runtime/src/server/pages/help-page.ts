import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { isOfferedAt } from '../../service/port-facts.js';
import type { Profile } from '../profile.js';
import { escapeMarkup } from '../wording.js';
import { breakableName, htmlPage, paragraph } from './layout.js';

/**
 * The page that lists the operations of the services at one address. Links are relative, so they work behind any proxy.
 * `metadata` says which documents there are; `missing` is the name of an operation that was requested and does not exist.
 */
export function helpPage(
  services: readonly ServiceDescriptor[],
  metadata: Profile['metadata'],
  missing?: string,
): string {
  const title = services.map(({ name }) => name).join(', ');
  return htmlPage(
    `${title} Web Service`,
    ['<p class="dim">Web Service</p>', `<h1>${breakableName(title)}</h1>`],
    [
      ...(missing === undefined ? [] : [`<p role="alert">There is no operation “${escapeMarkup(missing)}”.</p>`]),
      ...services.flatMap((service) => section(service, metadata, services.length > 1)),
    ],
  );
}

function section(service: ServiceDescriptor, metadata: Profile['metadata'], named: boolean): readonly string[] {
  // WCF's page names both documents; ASP.NET has the one.
  const single = metadata === 'svc' ? ', or <a href="?singleWsdl">all of it in a single document</a>' : '';
  const description =
    service.documents === undefined
      ? ''
      : ` For a formal definition, please review the <a href="?WSDL">Service Description</a>${single}.`;
  return [
    ...(named ? [`<h2>${escapeMarkup(service.name)}</h2>`] : []),
    ...paragraph(service.documentation),
    `<p>The following operations are supported.${description}</p>`,
    '<ul class="list">',
    ...Object.values(service.operations).map((operation) => item(service, operation)),
    '</ul>',
  ];
}

function item(service: ServiceDescriptor, operation: OperationDescriptor): string {
  const bindings = kindNames
    .filter((kind) => isOffered(service, operation, kind))
    .map((kind) => `<span class="whole">${bindingKinds[kind].title}</span>`);
  return [
    `<li><a href="?op=${encodeURIComponent(operation.name)}">${breakableName(operation.name)}</a>`,
    ...paragraph(operation.documentation),
    `<p class="dim">${bindings.join(' · ')}</p></li>`,
  ].join('');
}

/** True if one of the service's ports has the operation in a binding. */
export function isOffered(service: ServiceDescriptor, operation: OperationDescriptor, kind: BindingKind): boolean {
  return service.ports.some((port) => port.binding === kind && isOfferedAt(operation, port));
}
