import { html, type Insert, type Markup } from './markup.js';
import type { SitePlace } from './places.js';

/** One step of the way to a page. */
export interface Crumb {
  readonly text: string;
  /** Absent for the page itself. */
  readonly path?: string;
}

/** A page before it has the frame of all pages. */
export interface PageContent {
  /** Path within the site, with `/`. */
  readonly path: string;
  readonly title: string;
  /** The way from the start to the page, without both. */
  readonly crumbs: readonly Crumb[];
  readonly main: Insert;
}

/**
 * The policy of every page: only the style sheet and the script of the site, whatever a text of the contract says. Browsers read pages
 * from the disk as well as from a server.
 */
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'";

/** A whole page. */
export function pageText(siteTitle: string, { path, title, crumbs, main }: PageContent): string {
  const root = '../'.repeat(path.split('/').length - 1);
  const isStart = path === 'index.html';
  const way = isStart ? [] : [{ text: siteTitle, path: 'index.html' }, ...crumbs, { text: title }];
  return documentText({
    policy,
    title: isStart ? title : `${title} · ${siteTitle}`,
    head: html`<link rel="stylesheet" href="${root}style.css">
<script src="${root}search.js" defer></script>`,
    body: html`<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<nav aria-label="Path"><ol>${way.map((crumb) => html`<li>${crumbLink(crumb, path)}</li>`)}</ol></nav>
<div id="search"></div>
</header>
<main id="content">
${main}
</main>
</body>`,
  });
}

/** A document of HTML in parts. */
export interface DocumentParts {
  /** Value of Content-Security-Policy. */
  readonly policy: string;
  readonly title: string;
  /** Style and scripts. */
  readonly head: Markup;
  /** The element `body`. */
  readonly body: Markup;
}

/** A document of HTML, which gives its address to nobody. */
export function documentText({ policy, title, head, body }: DocumentParts): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${head}
</head>
${body}
</html>
`.text;
}

function crumbLink({ text, path }: Crumb, from: string): Markup {
  return path === undefined
    ? html`<span aria-current="page">${text}</span>`
    : html`<a href="${hrefTo({ path }, from)}">${text}</a>`;
}

/** The relative address of a place, for a page of the site. */
export function hrefTo({ path, anchor }: SitePlace, from: string): string {
  const fragment = anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`;
  if (path === from && fragment !== '') {
    return fragment;
  }
  const here = from.split('/').slice(0, -1);
  const there = path.split('/');
  let common = 0;
  while (common < here.length && common < there.length - 1 && here[common] === there[common]) {
    common++;
  }
  return '../'.repeat(here.length - common) + there.slice(common).join('/') + fragment;
}

/** A heading that links to itself. */
export function heading(level: 2 | 3, anchor: string, text: Insert): Markup {
  const link = html`<a class="anchor" href="#${encodeURIComponent(anchor)}" aria-label="Link to this section">#</a>`;
  return level === 2 ? html`<h2 id="${anchor}">${text} ${link}</h2>` : html`<h3 id="${anchor}">${text} ${link}</h3>`;
}

/** Facts as terms and descriptions; those without a description are left out. */
export function facts(items: readonly (readonly [term: string, description: Insert])[]): Markup | undefined {
  const known = items.filter(([, description]) => description !== undefined);
  return known.length === 0
    ? undefined
    : html`<dl>${known.map(([term, description]) => html`<div><dt>${term}</dt><dd>${description}</dd></div>`)}</dl>`;
}

/** A table that scrolls by itself where it is too wide. */
export function table(heads: readonly string[], rows: readonly Insert[]): Markup {
  return html`<div class="wide"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`${row}\n`)}</tbody></table></div>`;
}

/** A list that is folded where it is long. */
export function foldedList(items: readonly Markup[], what: string, most = 12): Markup | undefined {
  if (items.length === 0) {
    return undefined;
  }
  const list = html`<ul class="plain">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return items.length <= most ? list : html`<details><summary>${items.length} ${what}</summary>${list}</details>`;
}
