import { escapeMarkup } from '../base/wording.js';
import type { WireResponse } from '../wire/wire.js';

/** Style and script of a page, each with its hash as a source of a Content-Security-Policy. */
export interface PageCode {
  readonly style: string;
  readonly styleSource: string;
  readonly script: string;
  readonly scriptSource: string;
}

/** What a page shows. `title` is text; `header` and `main` are markup. */
export interface ShellContent {
  readonly title: string;
  readonly header: readonly string[];
  readonly main: readonly string[];
}

/** A whole page. `script` is left out for one that needs none. */
export function shellPage({ title, header, main }: ShellContent, style: string, script?: string): string {
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
    ...(script === undefined ? [] : [scriptElement(script)]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** No text of a contract looks so: `<` is escaped in texts. */
function scriptElement(script: string): string {
  return `<script>${script}</script>`;
}

/**
 * An HTML page as an answer, with its policy: nothing but the page's own style and script may run or load, whatever a text of the contract says, and
 * nobody but this server is asked.
 */
export function shellResponse(
  status: number,
  body: string,
  { styleSource, script, scriptSource }: PageCode,
  headers: Readonly<Record<string, string>>,
): WireResponse {
  const scripts = body.includes(scriptElement(script)) ? `; script-src ${scriptSource}; connect-src 'self'` : '';
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource}${scripts}; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      // With `no-referrer` a form of the page would be sent as from nowhere, and refused as another site's.
      'Referrer-Policy': 'same-origin',
      ...headers,
    },
    body,
  };
}
