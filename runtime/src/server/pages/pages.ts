import { parseForm } from '../../http/form.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import type { Endpoint } from '../endpoint.js';
import type { ServerSettings } from '../options.js';
import { publicBase } from '../public-address.js';
import { answerHeaders, type WireRequest, type WireResponse } from '../wire.js';
import { wording } from '../wording.js';
import { discoveryDocument } from './discovery.js';
import { choicePage, helpPage } from './help-page.js';
import type { PageTable } from './invocation-form.js';
import { htmlResponse } from './layout.js';
import { pageLinks } from './links.js';
import { NamedOperations } from './named-operations.js';
import { type OperationPageView, operationPage } from './operation-page.js';
import { type DocumentPlace, servedDocument, servedWsdl, singleDocument } from './served-documents.js';

/**
 * Answers GET at a service's address: `?WSDL` (any letter case, also among other parameters) is the WSDL, `?xsd=name` and `?wsdl=name` what it
 * imports (or the WSDL of one of several services), `?singleWsdl` (WCF) all in one, `?disco` (ASP.NET) the discovery document, `?op=Name` the page of an operation, everything else the help
 * page.
 */
export function answerPage(
  endpoint: Endpoint,
  request: WireRequest,
  query: string,
  namespaces: Readonly<Record<string, string>>,
  settings: ServerSettings,
  { bindings, hasList }: PageSurroundings,
): WireResponse {
  const base = publicBase(request, settings);
  const { metadata } = endpoint.profile;
  const place: DocumentPlace = { base, page: base + endpoint.path, namespaces, metadata, texts: settings.texts };
  const asked = new Map<string, string>();
  for (const [name, value] of parseForm(query, { maxFields: settings.limits.maxFormFields })) {
    const parameter = name.toLowerCase();
    if (pageParameters.has(parameter)) {
      asked.set(parameter, asked.get(parameter) ?? value ?? '');
    } else if (parameter === 'disco' && value === undefined && metadata === 'asmx') {
      return xmlPage(discoveryDocument(endpoint.services, place));
    } else {
      const found = metadataDocument(endpoint, parameter, value, place);
      if (found !== undefined) {
        return found;
      }
    }
  }
  const operations = new NamedOperations(endpoint.services);
  const links = pageLinks(endpoint, request, settings.basePath, hasList);
  const body = htmlFor(asked, { endpoint, operations, links, place, bindings });
  return htmlResponse(200, body, { 'Cache-Control': 'private, max-age=0' });
}

/** What pages need to know of their server. */
export interface PageSurroundings {
  readonly bindings: PageTable;
  /** True if the base path is a list of services. */
  readonly hasList: boolean;
}

/** The parameters that say which page is wanted. */
const pageParameters: ReadonlySet<string> = new Set(['op', 'method', 'service', 'find']);

/** The WSDL documents; undefined if the parameter asks for none. */
function metadataDocument(
  endpoint: Endpoint,
  parameter: string,
  value: string | undefined,
  place: DocumentPlace,
): WireResponse | undefined {
  let text: string | undefined;
  switch (parameter) {
    case 'wsdl':
      text = value === undefined ? servedWsdl(endpoint.services, place) : documentNamed(endpoint, value, place);
      return text === undefined ? noDescription() : xmlPage(text);
    case 'singlewsdl':
      text =
        place.metadata === 'svc'
          ? firstDocument(endpoint.services, (service) => singleDocument(service, place))
          : undefined;
      break;
    case 'xsd':
      text =
        value === undefined
          ? undefined
          : firstDocument(endpoint.services, (service) => servedDocument(service, value, place));
      break;
  }
  return text === undefined ? undefined : xmlPage(text);
}

/** A document by its name, or the WSDL of one of several services by the service's. */
function documentNamed(endpoint: Endpoint, name: string, place: DocumentPlace): string | undefined {
  const { services } = endpoint;
  return (
    firstDocument(services, (service) => servedDocument(service, name, place)) ??
    firstDocument(services.length > 1 ? services : [], (service) =>
      service.name === name ? servedDocument(service, undefined, place) : undefined,
    )
  );
}

function htmlFor(asked: ReadonlyMap<string, string>, view: OperationPageView): string {
  const { endpoint, operations, links } = view;
  const name = asked.get('op') ?? '';
  const found = operations.chosen({ name, method: asked.get('method'), service: asked.get('service') });
  const [only] = found;
  if (only === undefined) {
    return helpPage({
      services: endpoint.services,
      operations,
      links,
      metadata: endpoint.profile.metadata,
      ...(name !== '' && { missing: name }),
      find: asked.get('find') ?? '',
    });
  }
  return found.length > 1 ? choicePage(found, operations, links) : operationPage(only, view);
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
    headers: answerHeaders('text/plain; charset=utf-8', 'private, max-age=0'),
    body: `${wording.noDescription}\r\n`,
  };
}

function xmlPage(body: string): WireResponse {
  return {
    status: 200,
    headers: { ...answerHeaders('text/xml; charset=utf-8', 'private, max-age=0'), 'Referrer-Policy': 'same-origin' },
    body,
  };
}
