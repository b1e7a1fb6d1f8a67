import type { RequestSummary, ResponseSummary } from '../service-error.js';
import type { TransportRequest, TransportResponse } from '../transport.js';
import type { CallMasker } from './call-masker.js';
import { cover } from './text-rules.js';

/** Code units of a body that a summary keeps. */
export const maxBody = 16_384;

/** The request, for errors. */
export function summarizeRequest(request: TransportRequest, masker: CallMasker): RequestSummary {
  const { method, url, headers, body, stream } = request;
  const whole = typeof body === 'string' ? masker.beginning(body, maxBody) : body && `(${body.byteLength} bytes)`;
  const shown = stream === undefined ? whole : '(a stream)';
  return {
    method,
    url: masker.address(url),
    headers: summarizeHeaders(Object.entries(headers), masker),
    ...(shown !== undefined && { body: shown }),
  };
}

/** The answer, for errors; `text` is the body, or as much of it as is of interest. */
export function summarizeResponse(response: TransportResponse, text: string, masker: CallMasker): ResponseSummary {
  const headers: (readonly [string, string])[] = [];
  response.headers.forEach((value, name) => {
    headers.push([name, value]);
  });
  return {
    status: response.status,
    statusText: masker.text(response.statusText),
    headers: summarizeHeaders(headers, masker),
    body: masker.beginning(text, maxBody),
    bodyLength: response.body.byteLength,
  };
}

function summarizeHeaders(headers: Iterable<readonly [string, string]>, masker: CallMasker): Record<string, string> {
  // Any token may be a name, `__proto__` too.
  return Object.fromEntries(
    Array.from(headers, ([name, value]) => [name, masker.isSecretHeader(name) ? cover : masker.text(value)]),
  );
}
