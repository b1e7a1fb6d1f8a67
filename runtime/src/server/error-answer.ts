import type { ErrorText, ServerPages } from './named-pages.js';
import { answerHeaders, type WireRequest, type WireResponse } from './wire.js';
import { escapeMarkup } from './wording.js';

/** The answer to a request that went nowhere, as HTML: a page like the others of the server, or a plain one where it has no pages. */
export function errorAnswer(
  pages: ServerPages | undefined,
  error: ErrorText,
  request?: WireRequest,
  basePath?: string,
): WireResponse {
  return pages === undefined ? plainError(error) : pages.error(error, request, basePath);
}

function plainError({ status, message, advice, headers }: ErrorText): WireResponse {
  const [title, text] = [escapeMarkup(message), escapeMarkup(advice)];
  return {
    status,
    headers: { ...answerHeaders('text/html; charset=utf-8', 'private'), ...headers },
    body: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`,
  };
}
