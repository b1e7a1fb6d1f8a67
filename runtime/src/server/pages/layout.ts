import { escapeMarkup } from '../base/wording.js';
import type { WireResponse } from '../wire/wire.js';
import { pageScript, pageScriptSource } from './page-script.js';

/** The style sheet of all pages, in the page itself: pages load nothing. */
export const style: string =
  ':root{color-scheme:light dark;--line:#c9d1dc;--soft:#f3f6fa;--text:#1b2430;--dim:#566173;--link:#0b5cad;--fill:#0b5cad;--back:#fff;--good:#17692f;--bad:#b3261e}' +
  '@media(prefers-color-scheme:dark){:root{--line:#3b4656;--soft:#1c232d;--text:#e4e9f0;--dim:#a3aebd;--link:#7db8f5;--fill:#2f74bd;--back:#12171e;--good:#7bd48f;--bad:#ff9c93}}' +
  '*{box-sizing:border-box}body{font:1rem/1.55 system-ui,sans-serif;margin:0;color:var(--text);background:var(--back)}' +
  'header,main{max-width:62rem;margin:0 auto;padding:0 1.25rem}header{padding-top:1.5rem}main{padding-bottom:3rem}' +
  'h1{font-size:1.9rem;line-height:1.2;margin:.25rem 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2.25rem 0 .5rem}h3{font-size:1.1rem;margin:1.75rem 0 .25rem}h4{font-size:.95rem;margin:.75rem 0 .25rem}' +
  'p{margin:.35rem 0}.dim{color:var(--dim)}.whole{white-space:nowrap}[role=alert]{border-left:.3rem solid var(--link);background:var(--soft);padding:.5rem .75rem;margin:.75rem 0}a{color:var(--link)}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}' +
  '.list{list-style:none;padding:0;border-top:1px solid var(--line)}.list li{padding:.7rem .25rem;border-bottom:1px solid var(--line)}.list a{font-weight:600;overflow-wrap:anywhere}' +
  'pre{font:.85rem/1.5 ui-monospace,monospace;background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.75rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}var{font-style:normal;color:var(--link);font-weight:600}pre i{font-style:normal;color:var(--dim)}summary{cursor:pointer;margin:.75rem 0 .25rem}summary h4{display:inline}' +
  'form{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:1rem;margin:.5rem 0}' +
  '.field{display:grid;grid-template-columns:minmax(8rem,16rem) 1fr;gap:.25rem 1rem;align-items:center;margin:0 0 .6rem}.field p{grid-column:-2/-1;margin:0;font-size:.9rem}@media(max-width:40rem){.field{grid-template-columns:1fr}}' +
  'input,select{font:inherit;width:100%;padding:.35rem .5rem;border:1px solid var(--dim);border-radius:.25rem;background:var(--back);color:inherit}' +
  '.skip{position:absolute;left:-100rem}.skip:focus{left:1rem;top:.5rem;padding:.35rem .75rem;background:var(--back);outline:3px solid var(--link)}main:focus{outline:0}.contents{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.25rem 0 1rem}' +
  'fieldset{border:0;margin:0 0 .75rem;padding:0;min-width:0}legend{font-weight:600;padding:0;margin:0 0 .25rem}.bindings label{display:inline-block;margin-right:1rem}.bindings input{width:auto;margin:0 .35rem 0 0}textarea{font:.85rem/1.5 ui-monospace,monospace;width:100%;padding:.5rem;border:1px solid var(--dim);border-radius:.25rem;background:var(--back);color:inherit;resize:vertical;tab-size:2}textarea:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px}input:user-invalid{border:2px solid var(--bad)}' +
  '.answer{margin:.75rem 0}.answer [role=status]{font-weight:600}.good{color:var(--good)}.bad{color:var(--bad)}.answer pre{max-height:32rem;overflow:auto}.copied{position:relative}@media(max-width:40rem){.copied pre{padding-top:2.25rem}}.copy{position:absolute;right:.35rem;top:.35rem;margin:0;padding:.1rem .6rem;font-size:.8rem}code{font-family:ui-monospace,monospace}[hidden]{display:none!important}' +
  '.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}.search input{flex:1;min-width:10rem}.search button{margin:0}' +
  'button{font:inherit;font-weight:600;padding:.4rem 1.1rem;margin:.25rem .5rem 0 0;border:0;border-radius:.25rem;background:var(--fill);color:#fff;cursor:pointer}';

/** `style` as a Content-Security-Policy source: its SHA-256. A test keeps it true. */
export const styleSource: string = "'sha256-cywp337JysHG5zYUtRZzTbHpIRDkjhF02k6HhNxJxnw='";

/** No text of a WSDL looks so: `<` is escaped in texts. */
const scriptElement = `<script>${pageScript}</script>`;

/** A whole page. `title` is text; `header` and `main` are markup. `scripted` adds the script of the pages. */
export function htmlPage(
  title: string,
  header: readonly string[],
  main: readonly string[],
  scripted: boolean = false,
): string {
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title><link rel="icon" href="data:,"><style>${style}</style></head>`,
    '<body>',
    '<a class="skip" href="#main">Skip to the content</a>',
    '<header>',
    ...header,
    '</header>',
    '<main id="main" tabindex="-1">',
    ...main,
    '</main>',
    ...(scripted ? [scriptElement] : []),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/**
 * An HTML page as an answer, with its policy: nothing but the page's own style and script may run or load, whatever a text of the WSDL says, and
 * nobody but this server is asked.
 */
export function htmlResponse(status: number, body: string, headers: Readonly<Record<string, string>>): WireResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}${body.includes(scriptElement) ? `; script-src ${pageScriptSource}; connect-src 'self'` : ''}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      // With `no-referrer` a form of the page would be sent as from nowhere, and refused as another site's.
      'Referrer-Policy': 'same-origin',
      ...headers,
    },
    body,
  };
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
