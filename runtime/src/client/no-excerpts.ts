import type { Excerpts } from './excerpts.js';
import type { CallMasker } from './masking/call-masker.js';

/**
 * The excerpts of messages in browsers and workers, where size counts and the tools of the host show bodies: their length
 * and content type. Hosts undo codings by themselves.
 */
export const noExcerpts: Excerpts = {
  request: ({ method, url, headers }, masker) => ({
    method,
    url: masker.address(url),
    headers: contentType(headers['Content-Type'], masker),
  }),
  response: ({ status, statusText, headers, body: { byteLength } }, masker) => ({
    status,
    statusText: masker.text(statusText),
    headers: contentType(headers.get('content-type'), masker),
    body: byteLength === 0 ? '' : `(${byteLength} bytes)`,
    bodyLength: byteLength,
  }),
};

function contentType(value: string | null | undefined, masker: CallMasker): Record<string, string> {
  return value ? { 'content-type': masker.text(value) } : {};
}
