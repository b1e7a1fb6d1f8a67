import { whenThere } from '../../base/promises.js';
import { parseForm } from '../../http/form.js';
import { isSoapKind } from '../../service/binding-kinds.js';
import type { ServiceDescriptor } from '../../service/descriptor.js';
import { fillPlaceholders } from '../../service/placeholders.js';
import { escapeMarkup, wording } from '../base/wording.js';
import { publicBase } from '../door/public-address.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { PageSettings } from '../settings/pages.js';
import { answerHeaders, type WireRequest, type WireResponse } from '../wire/wire.js';
import { choicePage, helpPage } from './help-page.js';
import { htmlResponse } from './layout.js';
import { pageLinks } from './links.js';
import { NamedOperations } from './named-operations.js';
import { type OperationPageView, operationPage } from './operation-page.js';
import { needsOf } from './request-needs.js';
import type { SamplePlace } from './samples.js';
import {
  type DescribedService,
  type DocumentPlace,
  describedServices,
  requireDistinctDocuments,
  servedDocument,
  servedWsdl,
  singleDocument,
} from './served-documents.js';

/**
 * Answers GET at a service's address: `?WSDL` (any letter case, also among other parameters) is the WSDL, `?xsd=name` and `?wsdl=name` what it
 * imports (or the WSDL of one of several services), `?singleWsdl` (WCF) all in one, `?disco` (ASP.NET) the discovery document, `?op=Name` the page of an operation, everything else the help
 * page.
 */
export function answerPage(
  endpoint: Endpoint,
  request: WireRequest,
  query: string,
  settings: PageSettings,
): WireResponse | Promise<WireResponse> {
  const fields = [...parseForm(query, { maxFields: settings.limits.maxFormFields })].map(
    ([name, value]): Field => [name.toLowerCase(), value],
  );
  const base = publicBase(request, settings);
  const { metadata } = endpoint.profile;
  const { namespaces, texts, basePath, hasList } = settings;
  const place: DocumentPlace = { base, page: base + endpoint.path, namespaces, metadata, texts };
  const html = (): WireResponse => {
    const operations = new NamedOperations(endpoint.services);
    const links = pageLinks(endpoint, request, basePath, hasList);
    const body = htmlFor(wantedPage(fields), { endpoint, operations, links, place });
    return htmlResponse(200, body, { 'Cache-Control': 'private, max-age=0' });
  };
  const described = fields.some(([name]) => documentParameters.has(name)) ? describedServices(endpoint.services) : [];
  return whenThere(described, (services) => metadataPage(fields, endpoint, services, place) ?? html());
}

/** A parameter of a query, its name in small letters. */
type Field = readonly [name: string, value: string | undefined];

/** The parameters that ask for documents. */
const documentParameters: ReadonlySet<string> = new Set(['wsdl', 'singlewsdl', 'xsd']);

/** Hosts that keep parameters in maps, such as Next, write `?WSDL=` for `?WSDL`. */
function isEmpty(value: string | undefined): value is '' | undefined {
  return value === undefined || value === '';
}

/** The first value of each parameter that says which page is wanted. */
function wantedPage(fields: readonly Field[]): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const [name, value = ''] of fields) {
    if (pageParameters.has(name) && !wanted.has(name)) {
      wanted.set(name, value);
    }
  }
  return wanted;
}

/** What describes the services, if a parameter asks for it. Throws `TypeError` if documents cannot be told apart. */
function metadataPage(
  fields: readonly Field[],
  endpoint: Endpoint,
  services: readonly DescribedService[],
  place: DocumentPlace,
): WireResponse | undefined {
  requireDistinctDocuments(endpoint.path, services);
  for (const [name, value] of fields) {
    const isDisco = name === 'disco' && isEmpty(value) && place.metadata === 'asmx';
    const found = isDisco
      ? xmlPage(discoveryDocument(endpoint.services, place))
      : metadataDocument(services, name, value, place);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The parameters that say which page is wanted. */
const pageParameters: ReadonlySet<string> = new Set(['op', 'method', 'service', 'find']);

/** The WSDL documents; undefined if the parameter asks for none. */
function metadataDocument(
  services: readonly DescribedService[],
  parameter: string,
  value: string | undefined,
  place: DocumentPlace,
): WireResponse | undefined {
  let text: string | undefined;
  switch (parameter) {
    case 'wsdl':
      text = isEmpty(value) ? servedWsdl(services, place) : documentNamed(services, value, place);
      return text === undefined ? noDescription() : xmlPage(text);
    case 'singlewsdl':
      text =
        place.metadata === 'svc' ? firstDocument(services, (service) => singleDocument(service, place)) : undefined;
      break;
    case 'xsd':
      text =
        value === undefined ? undefined : firstDocument(services, (service) => servedDocument(service, value, place));
      break;
  }
  return text === undefined ? undefined : xmlPage(text);
}

/** A document by its name, or the WSDL of one of several services by the service's. */
function documentNamed(services: readonly DescribedService[], name: string, place: DocumentPlace): string | undefined {
  return (
    firstDocument(services, (service) => servedDocument(service, name, place)) ??
    firstDocument(services.length > 1 ? services : [], (service) =>
      service.descriptor.name === name ? servedDocument(service, undefined, place) : undefined,
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
      needs: needsOf(endpoint),
    });
  }
  return found.length > 1 ? choicePage(found, operations, links) : operationPage(only, view);
}

function firstDocument(
  services: readonly DescribedService[],
  find: (service: DescribedService) => string | undefined,
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

/** The document of `?disco`, by which Visual Studio's older dialogues found the parts of a service. */
export function discoveryDocument(services: readonly ServiceDescriptor[], place: SamplePlace): string {
  const page = escapeMarkup(place.page);
  const lines = services.flatMap((service) => service.ports.map((port) => ({ service, port })));
  const soap = lines.filter(({ port }) => isSoapKind(port.binding));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.xmlsoap.org/disco/">',
    `  <contractRef ref="${page}?wsdl" docRef="${page}" xmlns="http://schemas.xmlsoap.org/disco/scl/" />`,
    ...soap.map(({ service, port }, index) => {
      const namespace = escapeMarkup(fillPlaceholders(service.namespace, place.namespaces));
      return `  <soap address="${page}" xmlns:q${index + 1}="${namespace}" binding="q${index + 1}:${escapeMarkup(port.name)}" xmlns="http://schemas.xmlsoap.org/disco/soap/" />`;
    }),
    '</discovery>',
  ].join('\r\n');
}
