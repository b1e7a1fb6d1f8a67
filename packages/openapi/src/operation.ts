import { responsesOf } from './answer.js';
import { requestParts } from './request.js';
import type { JsonRoute } from './routes.js';
import type { Writing } from './writing.js';

/** The Operation Object of a route (OpenAPI 3.1, 4.8.10). */
export function operationObject(route: JsonRoute, writing: Writing): object {
  const { operation, operationId, tags } = route;
  const { documentation } = operation;
  const request = requestParts(route, writing);
  return {
    operationId,
    tags,
    ...(documentation !== undefined && documented(documentation)),
    ...request,
    responses: responsesOf(route, writing, request.requestBody !== undefined),
  };
}

/** Longer first sentences are no summaries. */
const longestSummary = 120;

function documented(text: string): { readonly summary?: string; readonly description?: string } {
  const [summary] = /^[^\n]*?[.!?](?=\s|$)|^[^\n]+/.exec(text) ?? [];
  const short = summary === undefined || summary.length > longestSummary ? {} : { summary };
  return short.summary === text ? short : { ...short, description: text };
}
