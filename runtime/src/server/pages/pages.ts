import { parseForm } from '../../http/form.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import type { ServerSettings } from '../options.js';
import type { Endpoint } from '../routes.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { wording } from '../wording.js';
import { servedDocument } from './descriptor-page.js';
import { helpPage } from './help-page.js';
import { publicBase } from './public-address.js';

/**
 * Answers GET at a service's address: `?WSDL` (any letter case, also among other parameters) is the descriptor, `?xsd=name` and `?wsdl=name` what it
 * imports, everything else the help page.
 */
export function answerPage(
  endpoint: Endpoint,
  request: WireRequest,
  query: string,
  namespaces: Readonly<Record<string, string>>,
  settings: ServerSettings,
): WireResponse {
  const base = publicBase(request, settings);
  const place = { base, page: base + endpoint.path, namespaces };
  for (const [name, value] of parseForm(query, { maxFields: settings.limits.maxFormFields })) {
    const parameter = name.toLowerCase();
    if (parameter === 'wsdl' || (parameter === 'xsd' && value !== undefined)) {
      const text = firstDocument(endpoint.services, (service) => servedDocument(service, value, place));
      if (text !== undefined) {
        return page('text/xml; charset=utf-8', text);
      }
      if (parameter === 'wsdl') {
        return noDescription();
      }
    }
  }
  return page('text/html; charset=utf-8', helpPage(endpoint.services, place.page));
}

function firstDocument(
  services: readonly ServiceDescriptor[],
  find: (service: ServiceDescriptor) => string | undefined,
): string | undefined {
  for (const service of services) {
    const text = find(service);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function noDescription(): WireResponse {
  return {
    status: 500,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' },
    body: wording.noDescription,
  };
}

/** Nothing but the page's own style may run or load, whatever a descriptor's text says. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

function page(contentType: string, body: string): WireResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'private, max-age=0',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
    },
    body,
  };
}
