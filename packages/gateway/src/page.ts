import type { WireResponse } from '@wsdl-codegen/runtime';
import { shellPage, shellResponse } from '@wsdl-codegen/runtime/extend';
import { pageCode } from './page-script.js';

/** The page is filled by its script, which reads the document: nothing of a contract is in the markup. */
const content = {
  title: 'Services',
  header: [],
  main: ['<noscript><p>The page needs scripts. For programs, there is <code>openapi.json</code>.</p></noscript>'],
};

/** The files for people and programs, by their paths. The page has a path with a slash at its end, and one without. */
export function pageFiles(document: string, basePath: string): ReadonlyMap<string, WireResponse> {
  const caching = { 'Cache-Control': 'no-cache' };
  const page = shellResponse(200, shellPage(content, pageCode.style, pageCode.script), pageCode, caching);
  const headers = { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff', ...caching };
  return new Map([
    [basePath, page],
    [`${basePath}/`, page],
    [`${basePath}/openapi.json`, { status: 200, headers, body: document }],
  ]);
}
