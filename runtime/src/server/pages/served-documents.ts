import { rebaseAddress, splitAddress } from '../../http/urls.js';
import type { ServiceDescriptor, ServiceDocument } from '../../service/descriptor.js';
import { fillAction } from '../../service/placeholders.js';
import type { TextCache } from '../base/text-cache.js';
import { escapeMarkup } from '../base/wording.js';
import { rewriteAttributes, type TagAttribute } from './tags.js';

/** A service with its documents in memory. */
export interface DescribedService {
  readonly descriptor: ServiceDescriptor;
  /** The WSDL first, then its imports; none if the service has no documents. */
  readonly documents: readonly ServiceDocument[];
}

/** Loads the documents of services, where they are not in memory yet. */
export function describedServices(
  services: readonly ServiceDescriptor[],
): readonly DescribedService[] | Promise<readonly DescribedService[]> {
  const loaded = services.map(describedService);
  return loaded.every(isThere) ? loaded : Promise.all(loaded);
}

/** Loads the documents of a service, where they are not in memory yet. */
export function describedService(descriptor: ServiceDescriptor): DescribedService | Promise<DescribedService> {
  const documents = descriptor.documents?.() ?? [];
  return documents instanceof Promise
    ? documents.then((loaded) => ({ descriptor, documents: loaded }))
    : { descriptor, documents };
}

function isThere<T>(value: T | Promise<T>): value is T {
  return !(value instanceof Promise);
}

/** Where a served document is known by: the service's own address and the base of all addresses. */
export interface DocumentPlace {
  /** Public base address of the server, without a final `/`. */
  readonly base: string;
  /** Public address of the page, to which `?xsd=…` is added. */
  readonly page: string;
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** How links name schemas: by their files, or `xsd0`, `xsd1`… as WCF does. */
  readonly metadata: 'asmx' | 'svc';
  /** Documents as they were served before. */
  readonly texts: TextCache;
}

/** Placeholder for the base of all addresses in a cached text. It cannot occur in a document of XML 1.0. */
const anyBase = '\u0001';

/**
 * A text of some documents that is made once, for any base address: the base comes from a request, and to go over a large document for each one
 * would cost much.
 */
function atPlace(
  place: DocumentPlace,
  { descriptor, documents }: DescribedService,
  name: string,
  make: (place: DocumentPlace) => string,
): string {
  const path = place.page.slice(place.base.length);
  const sources = documents.flatMap((document) => [document.name, document.text]);
  const text = place.texts.get(descriptor, `${name} ${path}`, sources, () =>
    make({ ...place, base: anyBase, page: anyBase + path }),
  );
  return text.split(anyBase).join(escapeMarkup(place.base));
}

/**
 * A document of a service as it is served: addresses of ports at this server, placeholders filled in (escaped), and imports
 * pointing to `?xsd=name` and `?wsdl=name` of the same page. Undefined if there is no such document; `name` undefined means the WSDL.
 */
export function servedDocument(
  service: DescribedService,
  name: string | undefined,
  place: DocumentPlace,
): string | undefined {
  const { documents } = service;
  const document = name === undefined ? documents[0] : documentNamed(documents, name, place);
  return (
    document &&
    atPlace(place, service, `document ${document.name}`, (anywhere) =>
      asUtf8(fillPlace(rewriteLinks(document.text, documents, anywhere), anywhere)),
    )
  );
}

/**
 * The WSDL of all services at one address. Where each has one of its own, it is a document that imports them (WSDL 1.1, 2.1.1), each as `?wsdl=` and the
 * name of the service.
 */
export function servedWsdl(services: readonly DescribedService[], place: DocumentPlace): string | undefined {
  const described = services.filter(({ documents }) => documents.length > 0);
  const [first] = described;
  if (first === undefined || described.every(({ documents }) => documents[0]?.text === first.documents[0]?.text)) {
    return first && servedDocument(first, undefined, place);
  }
  const imports = described.map(({ descriptor: { name, namespace } }) => {
    const location = `${place.page}?wsdl=${encodeURIComponent(name)}`;
    return `  <wsdl:import namespace="${fillPlace(escapeMarkup(namespace), place)}" location="${escapeMarkup(location)}"/>\n`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">\n${imports.join('')}</wsdl:definitions>\n`;
}

/** The name of a document that two services have with different texts; undefined if there is none. */
function ambiguousDocument(services: readonly DescribedService[]): string | undefined {
  const texts = new Map<string, string>();
  for (const { name, text } of services.flatMap(({ documents }) => documents)) {
    if ((texts.get(name) ?? text) !== text) {
      return name;
    }
    texts.set(name, text);
  }
  return undefined;
}

/** Throws `TypeError` if services at one address have different documents of one name. */
export function requireDistinctDocuments(path: string, services: readonly DescribedService[]): void {
  const ambiguous = services.length > 1 ? ambiguousDocument(services) : undefined;
  if (ambiguous !== undefined) {
    const names = services.map(({ descriptor }) => descriptor.name).join(' and ');
    throw new TypeError(`At ${path}, ${names} have different documents named "${ambiguous}".`);
  }
}

/** A document by its name, or by WCF's `xsd0`, `xsd1`… and `wsdl0`… in the order of the documents. */
function documentNamed(
  documents: readonly ServiceDocument[],
  name: string,
  { metadata }: DocumentPlace,
): ServiceDocument | undefined {
  const [, kind, number] = (metadata === 'svc' && /^(xsd|wsdl)(\d{1,4})$/.exec(name)) || [];
  const numbered = kind === undefined ? undefined : importedOf(documents, kind === 'wsdl')[Number(number)];
  return numbered ?? documents.find((candidate) => candidate.name === name);
}

/** The schemas that a WSDL imports, or the other WSDLs. */
function importedOf(documents: readonly ServiceDocument[], wsdl: boolean): readonly ServiceDocument[] {
  return documents.filter((document, index) => index > 0 && isWsdl(document) === wsdl);
}

/** Names may be unhelpful: a published document may be called `X.svc?wsdl=wsdl0`. */
function isWsdl({ name, text }: ServiceDocument): boolean {
  return /\.wsdl$/i.test(name) || /<(?:[\w.-]+:)?(definitions|schema)[\s/>]/.exec(text)?.[1] === 'definitions';
}

/**
 * The WSDL with its schemas inside, for tools that follow no imports. Where the WSDL is spread over several documents, or has no place
 * for schemas, it is the same as `servedDocument`.
 */
export function singleDocument(service: DescribedService, place: DocumentPlace): string | undefined {
  const { documents } = service;
  const schemas = importedOf(documents, false);
  if (schemas.length === 0 || schemas.length < documents.length - 1) {
    return servedDocument(service, undefined, place);
  }
  return atPlace(place, service, 'single document', (anywhere) => {
    const inside = schemas
      .map(({ name }) => withoutLocations(servedDocument(service, name, anywhere) ?? ''))
      .join('\n');
    return withTypes(servedDocument(service, undefined, anywhere) ?? '', inside);
  });
}

/** The WSDL with other content in its `types` element, where it has one. */
function withTypes(wsdl: string, content: string): string {
  const start = /<((?:[\w.-]+:)?types)(?:\s[^<>]*)?>/.exec(wsdl);
  const [tag = '', name = ''] = start ?? [];
  const from = (start?.index ?? 0) + tag.length;
  const end = start === null || tag.endsWith('/>') ? -1 : wsdl.indexOf(`</${name}`, from);
  return end < 0 ? wsdl : `${wsdl.slice(0, from)}\n${content}\n${wsdl.slice(end)}`;
}

/** A schema's root element, of which the imports repeat only the imports: the rest is in another document. */
function withoutLocations(text: string): string {
  const root = text.replace(/^\ufeff?<\?xml[\s\S]*?\?>\s*/, '');
  const emptied = rewriteAttributes(root, (element, { name }) =>
    element.slice(element.indexOf(':') + 1) === 'import' && name === 'schemaLocation' ? '' : undefined,
  );
  return withoutEmpty(emptied);
}

/** Locations that were emptied because there is nothing to go to: a schema may be imported without one (Part 1, 4.2.3). */
function withoutEmpty(text: string): string {
  const pieces = text.split(/\sschemaLocation\s*=\s*(?:""|'')/);
  const last = pieces.pop() ?? '';
  return pieces.map((piece) => piece.trimEnd()).join('') + last;
}

/** The declaration must not name the encoding that the file once had. */
function asUtf8(text: string): string {
  return text.replace(/^(<\?xml\s[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, '$1$2utf-8$2');
}

function rewriteLinks(text: string, documents: readonly ServiceDocument[], place: DocumentPlace): string {
  let emptied = false;
  const rewritten = rewriteAttributes(text, (element, attribute) => {
    const local = element.slice(element.indexOf(':') + 1);
    if (attribute.name === 'location' && local === 'address') {
      return escapeMarkup(publicAddress(unescapeMarkup(attribute.value), place.base));
    }
    if (/^(?:soapAction|(?:\w+:)?Action)$/.test(attribute.name)) {
      return escapeMarkup(fillAction(unescapeMarkup(attribute.value), place.namespaces));
    }
    if (!isLink(local, attribute)) {
      return undefined;
    }
    const location = unescapeMarkup(attribute.value);
    const mayGo = local === 'import' && attribute.name === 'schemaLocation' && isOfReplaced(location, documents);
    emptied ||= mayGo;
    return mayGo ? '' : linkTo(location, documents, place);
  });
  return emptied ? withoutEmpty(rewritten) : rewritten;
}

function isLink(element: string, attribute: TagAttribute): boolean {
  return (
    (element === 'import' || element === 'include' || element === 'redefine') &&
    (attribute.name === 'location' || attribute.name === 'schemaLocation')
  );
}

/** The page of an imported document; undefined if the document is not one of ours. */
function linkTo(location: string, documents: readonly ServiceDocument[], place: DocumentPlace): string | undefined {
  const document = documents.find(({ name }) => name === fileOf(location));
  if (document === undefined) {
    return undefined;
  }
  const wsdl = isWsdl(document);
  const index = importedOf(documents, wsdl).indexOf(document);
  const kind = wsdl ? 'wsdl' : 'xsd';
  const shown = place.metadata === 'svc' && index >= 0 ? `${kind}${index}` : encodeURIComponent(document.name);
  return escapeMarkup(`${place.page}?${kind}=${shown}`);
}

function fileOf(location: string): string {
  return location.replace(/^\.\//, '');
}

/** True for a document of the service that this one replaces, and that was not included: it has no page. */
function isOfReplaced(location: string, documents: readonly ServiceDocument[]): boolean {
  const page = pageOf(location);
  return (
    page !== undefined &&
    documents.every(({ name }) => name !== location) &&
    documents.some(({ name }) => pageOf(name) === page)
  );
}

/** The address of a page whose query says which document is meant, as ASP.NET and WCF publish them. */
function pageOf(address: string): string | undefined {
  return /^(https?:\/\/[^?#]+)\?/i.exec(address)?.[1];
}

/** A port's address at this server. One without a known place (`urn:`) stays as it is. */
function publicAddress(address: string, base: string): string {
  return splitAddress(address) === undefined ? address : rebaseAddress(address, base);
}

/** Fills in placeholders. One without a value stands for an address (`{base_url}`): this server's. */
function fillPlace(text: string, place: DocumentPlace): string {
  return text.replace(/\{([A-Za-z_][\w.-]*)\}/g, (whole, name: string) => {
    if (Object.hasOwn(place.namespaces, name)) {
      return escapeMarkup(place.namespaces[name] ?? whole);
    }
    return /(^|_)url$/.test(name) ? escapeMarkup(place.base) : whole;
  });
}

function unescapeMarkup(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g, (whole, name, decimal, hex) => {
    if (name !== undefined) {
      return named[name as string] ?? whole;
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Throws `TypeError` if services have different documents of one name. Documents that have to be loaded are checked when one is asked for. */
export function requireDistinctInMemory(path: string, services: readonly ServiceDescriptor[]): void {
  const described = services.length > 1 ? describedServices(services) : [];
  if (described instanceof Promise) {
    described.catch(() => undefined);
  } else {
    requireDistinctDocuments(path, described);
  }
}
