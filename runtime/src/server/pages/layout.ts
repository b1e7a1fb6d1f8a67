import { escapeMarkup } from '../base/wording.js';
import type { WireResponse } from '../wire/wire.js';
import { pageCode } from './page-script.js';
import { shellPage, shellResponse } from './page-shell.js';

/** A whole page. `title` is text; `header` and `main` are markup. `scripted` adds the script of the pages. */
export function htmlPage(
  title: string,
  header: readonly string[],
  main: readonly string[],
  scripted: boolean = false,
): string {
  return shellPage({ title, header, main }, pageCode.style, scripted ? pageCode.script : undefined);
}

/** An HTML page as an answer, with the policy of the pages. */
export function htmlResponse(status: number, body: string, headers: Readonly<Record<string, string>>): WireResponse {
  return shellResponse(status, body, pageCode, headers);
}

/**
 * The page of a request that went nowhere. `message` is its title and heading, `advice` a sentence below, `list` a link to the services of the
 * server.
 */
export function errorPage(
  status: number,
  message: string,
  advice: string,
  headers: Readonly<Record<string, string>> = {},
  list?: string,
): WireResponse {
  const link = list === undefined ? [] : [`<p><a href="${escapeMarkup(list)}">All services of this server</a></p>`];
  const body = htmlPage(
    message,
    [`<p class="dim">Error ${status}</p>`, `<h1>${escapeMarkup(message)}</h1>`],
    [...paragraph(advice), ...link],
  );
  return htmlResponse(status, body, { 'Cache-Control': 'private', ...headers });
}

/** The path to a page: links with their texts, and the text of the page itself. */
export function breadcrumb(
  links: readonly (readonly [link: string | undefined, text: string])[],
  here: string,
): string {
  const known = links.filter(([link]) => link !== undefined);
  const anchors = known.map(([link = '', text]) => `<a href="${escapeMarkup(link)}">${escapeMarkup(text)}</a>`);
  return `<nav aria-label="Breadcrumb">${[...anchors, `<span class="dim">${here}</span>`].join(' <span class="dim">/</span> ')}</nav>`;
}

/** A name as markup that may go on in the next line where a word begins in it. */
export function breakableName(name: string): string {
  return escapeMarkup(name).replace(/([a-z0-9])(?=[A-Z])/g, '$1<wbr>');
}

/** Paragraphs of a text: an empty line ends one, and items of a list keep their lines. Nothing for no text. */
export function paragraph(text: string | undefined): readonly string[] {
  const paragraphs = (text ?? '').trim().split(/\n[ \t\r]*\n\s*/);
  return paragraphs.filter((each) => each !== '').map((each) => `<p>${lines(escapeMarkup(each))}</p>`);
}

/** A paragraph as markup, in which each item of a list begins a line. */
function lines(paragraph: string): string {
  const [first = '', ...others] = paragraph.split(/\r?\n/);
  const joined = others.map((line) => (listItem.test(line) ? `<br>${line.trimStart()}` : `\n${line}`));
  return first + joined.join('');
}

const listItem = /^[ \t]*(?:[-*•]|\d+[.)])[ \t]/;
