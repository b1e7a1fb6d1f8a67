import type { Service } from '../contract/model.js';
import { splitExpandedName } from '../contract/names.js';
import { graphMarkup } from './graph.js';
import { facts, heading, hrefTo, type PageContent, table } from './layout.js';
import { breakable, documentation, html, type Insert, join, type Markup } from './markup.js';
import { bindingNames } from './operation-page.js';
import { type NamespacePlace, operationTitle, type TypePage } from './places.js';
import { References } from './references.js';
import { serviceGraph } from './service-graph.js';
import { rootDocumentation, rootText, type Site } from './site.js';

/** The first page: services and namespaces. */
export function indexPage(site: Site): PageContent {
  const path = 'index.html';
  const links = new References(site, path);
  const { contract, places, title } = site;
  const services = contract.services.map(
    (service) =>
      html`<li><h3>${links.link(places.service(service), breakable(service.name))}</h3>${documentation(service.documentation)}<p class="dim">${count(service.operations.length, 'operation')} · ${bindingsOf(service)} · ${service.source}</p></li>`,
  );
  const rows = places.namespaces.map(
    (namespace) =>
      html`<tr><td><a href="${hrefTo(namespace, path)}">${namespaceName(namespace.uri)}</a></td><td>${namespace.pages.filter(({ root }) => root.kind === 'type').length}</td><td>${elementsIn(site, namespace.uri).length}</td></tr>`,
  );
  const main = html`<h1>${breakable(title)}</h1>
${services.length === 0 ? undefined : html`${heading(2, 'services', 'Services')}<ul class="cards">${services}</ul>`}
${section('documents', 'Documents', ['Root', 'Namespace', 'Description'], documentRows(site, path))}${rows.length === 0 ? undefined : html`${heading(2, 'namespaces', 'Types and elements')}${table(['Namespace', 'Types', 'Elements'], rows)}`}`;
  return { path, title, crumbs: [], main };
}

function documentRows(site: Site, from: string): readonly Markup[] {
  return site.places.documents.map(({ name, path }) => {
    const { namespace, local } = splitExpandedName(name);
    const [first] =
      rootDocumentation(site, name)
        ?.trim()
        .split(/\n[ \t]*\n/) ?? [];
    return html`<tr><td><code><a href="${hrefTo({ path }, from)}">${breakable(local)}</a></code></td><td>${namespaceName(namespace)}</td><td>${documentation(first)}</td></tr>`;
  });
}

/** The page of a service. */
export function servicePage(site: Site, service: Service): PageContent {
  const { path } = site.places.service(service);
  const links = new References(site, path);
  const bound = site.bound.services.find((each) => each.service === service);
  const operations = service.operations.map(
    (operation) =>
      html`<tr id="operation-${operationTitle(operation)}"><td><code>${links.link(site.places.operation(operation), breakable(operationTitle(operation)))}</code></td><td>${[...new Set(operation.bindings.map(({ kind }) => bindingNames[kind]))].join(', ')}</td><td>${operation.pattern === 'oneWay' ? html`<p class="notes">one-way</p>` : undefined}${documentation(operation.documentation)}</td></tr>`,
  );
  const ports = service.ports.map(
    ({ name, binding, address, documentation: text }) =>
      html`<tr id="port-${name}"><td><code>${breakable(name)}</code></td><td>${bindingNames[binding]}</td><td>${address === undefined ? undefined : html`<code>${breakable(address)}</code>`}${documentation(text)}</td></tr>`,
  );
  const graph = serviceGraph(site, service);
  const main = html`<p class="kind">service</p>
<h1>${breakable(service.name)}</h1>
${documentation(service.documentation)}
${facts([
  ['Namespace', html`<code>${service.namespace}</code>`],
  ['Source', html`<code>${service.source}</code>`],
  [
    'In TypeScript',
    bound && html`client <code>${bound.names.client}</code>, server <code>${bound.names.server}</code>`,
  ],
])}
${heading(2, 'operations', 'Operations')}${table(['Operation', 'Bindings', 'Description'], operations)}
${ports.length === 0 ? undefined : html`${heading(2, 'ports', 'Addresses')}${table(['Port', 'Binding', 'Address'], ports)}`}
${graph.edges.length === 0 ? undefined : html`${heading(2, 'picture', 'Operations and their types')}<p class="dim">On the left operations, then the types that their messages name, then the types that these contain.</p>${graphMarkup(graph, path, `The operations of ${service.name} and their types`)}`}`;
  return { path, title: service.name, crumbs: [], main };
}

/** The page of a namespace: its types and elements. */
export function namespacePage(site: Site, namespace: NamespacePlace): PageContent {
  const { path, uri, pages } = namespace;
  const links = new References(site, path);
  const title = namespaceName(uri);
  const types = pages.filter(({ root }) => root.kind !== 'element').map((page) => typeRow(page, links));
  const elements = elementsIn(site, uri).map((element) => {
    const { local } = splitExpandedName(element.name);
    const place = site.places.element(element.name);
    const name = place.path === path ? breakable(local) : links.link(place, breakable(local));
    const type = place.path === path ? links.type(element.type) : html`<span class="dim">on its page</span>`;
    const notes = [
      element.abstract ? 'abstract' : undefined,
      element.nillable ? 'may be nil' : undefined,
      element.substitutionGroup === undefined
        ? undefined
        : html`stands in for ${links.element(element.substitutionGroup)}`,
    ].filter((note) => note !== undefined);
    return html`<tr id="element-${local}"><td><code>${name}</code></td><td>${type}</td><td>${notes.length === 0 ? undefined : html`<p class="notes">${join(notes, '; ')}</p>`}${documentation(element.documentation)}</td></tr>`;
  });
  const attributes = site.contract.attributes
    .filter(({ name }) => splitExpandedName(name).namespace === uri)
    .map(({ name, type, documentation: text }) => {
      const { local } = splitExpandedName(name);
      return html`<tr id="attribute-${local}"><td><code>${breakable(local)}</code></td><td>${links.type(type)}</td><td>${documentation(text)}</td></tr>`;
    });
  const main = html`<p class="kind">namespace</p>
<h1>${breakable(title)}</h1>
${section('types', 'Types', ['Type', 'Kind', 'Description'], types)}
${section('elements', 'Elements', ['Element', 'Type', 'Description'], elements)}
${section('attributes', 'Attributes', ['Attribute', 'Type', 'Description'], attributes)}`;
  return { path, title, crumbs: [], main };
}

function section(anchor: string, title: string, heads: readonly string[], rows: readonly Markup[]): Insert {
  return rows.length === 0 ? undefined : html`${heading(2, anchor, title)}${table(heads, rows)}`;
}

function typeRow({ path, root, types }: TypePage, links: References): Markup {
  const [main] = types;
  const kind =
    main?.kind === 'simpleType' ? (main.facets.enumeration === undefined ? 'simple' : 'enumeration') : 'complex';
  const text = root.kind === 'type' ? main?.documentation : undefined;
  const [first] = text?.trim().split(/\n[ \t]*\n/) ?? [];
  return html`<tr><td><code>${links.link({ path }, breakable(rootText(root)))}</code></td><td>${kind}</td><td>${documentation(first)}</td></tr>`;
}

function elementsIn({ contract }: Site, uri: string): Site['contract']['elements'] {
  return contract.elements.filter(({ name }) => splitExpandedName(name).namespace === uri);
}

function namespaceName(uri: string): string {
  return uri === '' ? 'no namespace' : uri;
}

function bindingsOf({ ports }: Service): string {
  return [...new Set(ports.map(({ binding }) => bindingNames[binding]))].join(', ') || 'no address';
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
