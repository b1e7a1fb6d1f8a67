import { bindingKinds, kindNames } from '../../service/binding-kinds.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { isOfferedAt } from '../../service/facts.js';
import type { RequestNeeds } from '../../soap/extension.js';
import { escapeMarkup } from '../base/wording.js';
import type { Profile } from '../profile/profile.js';
import { breadcrumb, breakableName, htmlPage, paragraph } from './layout.js';
import type { PageLinks } from './links.js';
import type { NamedOperation, NamedOperations } from './named-operations.js';
import { needsParagraph } from './request-needs.js';

/** What a page of services shows. */
export interface HelpPageView {
  readonly services: readonly ServiceDescriptor[];
  readonly operations: NamedOperations;
  readonly links: PageLinks;
  /** Which documents there are. */
  readonly metadata: Profile['metadata'];
  /** Name of an operation that was requested and does not exist. */
  readonly missing?: string;
  /** Words that operations are to contain. */
  readonly find: string;
  readonly needs: RequestNeeds;
}

/** Operations from which on a page can be searched. */
const manyOperations = 12;

/** The page that lists the operations of the services at one address. */
export function helpPage({ services, operations, links, metadata, missing, find, needs }: HelpPageView): string {
  const title = services.map(({ name }) => name).join(', ');
  const found = operations.all.filter(({ operation }) => hasWords(operation, find));
  return htmlPage(
    `${title} Web Service`,
    [
      ...(links.list === undefined
        ? ['<p class="dim">Web Service</p>']
        : [breadcrumb([[links.list, 'Services']], 'Web Service')]),
      `<h1>${breakableName(title)}</h1>`,
    ],
    [
      ...(missing === undefined ? [] : [`<p role="alert">There is no operation “${escapeMarkup(missing)}”.</p>`]),
      ...needsParagraph(needs),
      ...(operations.all.length >= manyOperations
        ? [...searchForm(find), shownCount(operations.all.length, found.length, find)]
        : []),
      ...services.flatMap((service) => section(service, metadata, services.length > 1, operations, found)),
    ],
    operations.all.length >= manyOperations,
  );
}

/** The page of a name that several operations have. */
export function choicePage(found: readonly NamedOperation[], operations: NamedOperations, links: PageLinks): string {
  const name = found[0]?.operation.name ?? '';
  const services = [...new Set(operations.all.map(({ service }) => service.name))].join(', ');
  return htmlPage(
    `${name} – ${services} Web Service`,
    [breadcrumb(serviceLinks(links, services), 'operations'), `<h1>${breakableName(name)}</h1>`],
    ['<p>Several operations have this name.</p>', ...operationList(found, operations)],
  );
}

/** The links above a page of an operation. */
export function serviceLinks({ list, service }: PageLinks, name: string): readonly [string | undefined, string][] {
  return [
    [list, 'Services'],
    [service, name],
  ];
}

/** A search without scripts: the server looks for the words. */
function searchForm(find: string): readonly string[] {
  return [
    '<form class="search" role="search" method="get">',
    `<label for="find">Find an operation</label><input id="find" name="find" type="search" value="${escapeMarkup(find)}" spellcheck="false" autocapitalize="off" autocomplete="off"> <button>Find</button>`,
    '</form>',
  ];
}

function shownCount(all: number, found: number, find: string): string {
  const text = find === '' ? `${all} operations` : `${found} of ${all} operations`;
  return `<p class="dim" role="status" id="count">${text}</p>`;
}

function hasWords({ name, documentation = '' }: OperationDescriptor, find: string): boolean {
  const text = `${name} ${documentation}`.toLowerCase();
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function section(
  service: ServiceDescriptor,
  metadata: Profile['metadata'],
  named: boolean,
  operations: NamedOperations,
  found: readonly NamedOperation[],
): readonly string[] {
  // WCF's page names both documents; ASP.NET has the one.
  const single = metadata === 'svc' ? ', or <a href="?singleWsdl">all of it in a single document</a>' : '';
  const description =
    service.documents === undefined
      ? ''
      : ` For a formal definition, please review the <a href="?WSDL">Service Description</a>${single}.`;
  const shown = found.filter((each) => each.service === service);
  const common = operations.all.length < manyOperations ? undefined : commonBindings(shown);
  return [
    ...(named ? [`<h2 id="${escapeMarkup(`service-${service.name}`)}">${escapeMarkup(service.name)}</h2>`] : []),
    ...paragraph(service.documentation),
    `<p>The following operations are supported.${description}</p>`,
    ...(common === undefined ? [] : [`<p class="dim">All of them: ${common}</p>`]),
    ...operationList(shown, operations, common === undefined),
  ];
}

/** The bindings that all operations have, if they all have the same ones. */
function commonBindings(shown: readonly NamedOperation[]): string | undefined {
  const [first, ...others] = new Set(shown.map(bindingsOf));
  return others.length === 0 ? first : undefined;
}

function operationList(
  found: readonly NamedOperation[],
  operations: NamedOperations,
  withBindings = true,
): readonly string[] {
  return ['<ul class="list">', ...found.map((each) => item(each, operations, withBindings)), '</ul>'];
}

function bindingsOf({ service, operation }: NamedOperation): string {
  return kindNames
    .filter((kind) => isOffered(service, operation, kind))
    .map((kind) => `<span class="whole">${bindingKinds[kind].title}</span>`)
    .join(' · ');
}

function item(each: NamedOperation, operations: NamedOperations, withBindings: boolean): string {
  const { operation } = each;
  const distinction = operations.distinction(each);
  const more = distinction === undefined ? '' : ` <span class="dim">${breakableName(distinction)}</span>`;
  return [
    `<li id="${escapeMarkup(operations.anchor(each))}"><a href="${escapeMarkup(operations.query(each))}">${breakableName(operation.name)}</a>${more}`,
    ...paragraph(operation.documentation),
    `${withBindings ? `<p class="dim">${bindingsOf(each)}</p>` : ''}</li>`,
  ].join('');
}

/** True if one of the service's ports has the operation in a binding. */
export function isOffered(service: ServiceDescriptor, operation: OperationDescriptor, kind: BindingKind): boolean {
  return service.ports.some((port) => port.binding === kind && isOfferedAt(operation, port));
}
