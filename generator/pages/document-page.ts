import { splitExpandedName } from '../contract/names.js';
import { documentCode } from './client-code.js';
import { facts, heading, type PageContent } from './layout.js';
import { breakable, documentation, html } from './markup.js';
import { References } from './references.js';
import { rootDocumentation, type Site } from './site.js';

/** The page of documents with a root: what it is, how programs read and write it, and what one looks like. */
export function documentPage(site: Site, name: string, path: string, sample: string | undefined): PageContent {
  const { namespace, local } = splitExpandedName(name);
  const links = new References(site, path);
  const element = site.index.elements.get(name);
  const bound = site.bound.roots.find((root) => root.name === name && root.kind === (element ? 'element' : 'type'));
  const isNamed = element === undefined || site.index.types.get(element.type)?.name !== undefined;
  const place = site.places.namespace(namespace);
  const main = html`<p class="kind">document</p>
<h1>${breakable(local)}</h1>
${documentation(rootDocumentation(site, name))}
${facts([
  ['Namespace', links.link(place, html`<code>${namespace === '' ? '(none)' : namespace}</code>`)],
  ['Root', element === undefined ? 'an element of any name' : undefined],
  ['Content', isNamed || element === undefined ? links.type(element?.type ?? name) : links.element(name)],
  ['In TypeScript', bound && html`<code>${bound.exportName}</code>`],
])}
${bound && html`${heading(2, 'code', 'Code')}<pre><code>${documentCode(site.bound.packageName, bound)}</code></pre>`}
${sample === undefined ? undefined : html`${heading(2, 'sample', 'Sample')}<pre><code>${sample}</code></pre>`}`;
  return { path, title: local, crumbs: [], main };
}
