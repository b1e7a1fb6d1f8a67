import { unescapeFormText } from '../http/form.js';
import { comparablePath, foldCase, hasDotSegment, requestPath, unescapePath } from '../http/paths.js';
import { joinPaths, splitAddress } from '../http/urls.js';
import type { BindingKind, HttpBindingDescriptor, PortDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { type NamespaceTranslation, translateNamespaces } from '../service/placeholders.js';
import { factsAt } from '../service/port-facts.js';
import type { XmlLimits, XmlOutput, XmlReaderOptions, XmlWriterOptions } from '../xml/index.js';
import { XmlWriter } from '../xml/index.js';
import type { ServerOptions } from './options.js';
import { ambiguousDocument } from './pages/descriptor-page.js';
import { type Profile, profileForPath, profiles } from './profile.js';
import type { ServiceRegistration } from './registration.js';
import { servedServices } from './served.js';
import { serverBodyCodec } from './soap-body.js';
import { addSoapRoute, type BoundOperation, type SoapRoutes } from './soap-routes.js';
import { addressingNamespace, dispatcherNamespace } from './wording.js';

/** An operation over GET or POST. */
export interface HttpRoute extends BoundOperation {
  readonly kind: 'httpGet' | 'httpPost';
  readonly binding: HttpBindingDescriptor;
}

/** A `urlReplacement` location: `/items/(id)/x(part)`. */
export interface UrlPattern {
  /** Text before, between and after the names, as paths are compared. */
  readonly literals: readonly string[];
  readonly names: readonly string[];
  /** How many of the names stand in the path; the others stand in the query. */
  readonly inPath: number;
  readonly route: HttpRoute;
}

/** Everything that is served at one path. */
export interface Endpoint {
  /** Path without the server's base path; begins with `/`. */
  readonly path: string;
  /** True when an address of it ends with `/`, which then means nothing. */
  readonly endsWithSlash: boolean;
  readonly profile: Profile;
  readonly services: readonly ServiceDescriptor[];
  readonly namespaces: NamespaceTranslation;
  /** Options of the readers of requests. */
  readonly readerOptions: XmlReaderOptions;
  /** Options of the writers of answers, by the namespace that is to be the default one; filled on first use. */
  readonly writerOptions: Map<string, XmlWriterOptions>;
  /** Header blocks that are understood without being declared, as `{namespace}name`. */
  readonly understoodHeaders: ReadonlySet<string>;
  readonly soap11: SoapRoutes | undefined;
  readonly soap12: SoapRoutes | undefined;
  /** By location below the path (`/Exchange`), as paths are compared. */
  readonly httpGet: Map<string, HttpRoute>;
  readonly httpPost: Map<string, HttpRoute>;
  readonly patterns: UrlPattern[];
}

/** What a path leads to: an endpoint, and the rest of the path below it (`''`, or beginning with `/`), as paths are compared. */
export interface RouteMatch {
  readonly endpoint: Endpoint;
  readonly rest: string;
}

/** Finds endpoints by path. */
export interface Router {
  readonly endpoints: readonly Endpoint[];
  find(path: string): RouteMatch | undefined;
}

type MutableEndpoint = { -readonly [K in Exclude<keyof Endpoint, 'services'>]: Endpoint[K] } & {
  services: ServiceDescriptor[];
};

/**
 * Makes the routing tables. Services at the same path are merged. Throws `TypeError` when a placeholder has no value, two
 * operations or documents could not be told apart, or documents cannot be cut down to what is served.
 */
export function createRouter(options: ServerOptions, limits: XmlLimits): Router {
  const endpoints = new Map<string, MutableEndpoint>();
  const { pages = true } = options;
  const services = servedServices(options.services);
  for (const registration of services) {
    if (pages && registration.refusedPorts !== undefined) {
      registration.descriptor.documents?.();
    }
    addService(endpoints, registration, options);
  }
  for (const endpoint of endpoints.values()) {
    const ambiguous = pages && endpoint.services.length > 1 ? ambiguousDocument(endpoint.services) : undefined;
    if (ambiguous !== undefined) {
      const names = endpoint.services.map(({ name }) => name).join(' and ');
      throw new TypeError(`At ${endpoint.path} ${names} have different documents of the name "${ambiguous}".`);
    }
    endpoint.namespaces = translateNamespaces(endpoint.services, options.namespaces);
    const { read } = endpoint.namespaces;
    endpoint.readerOptions = { limits, ...(read !== undefined && { namespaces: read }) };
  }
  const basePath = comparablePath(options.basePath ?? '');
  const exact = new Map<string, Endpoint>();
  const anyCase = new Map<string, Endpoint>();
  for (const endpoint of endpoints.values()) {
    const path = joinPaths(basePath, endpoint.path);
    exact.set(path, endpoint);
    if (endpoint.profile.anyCasePaths) {
      anyCase.set(foldCase(path), endpoint);
    }
  }
  const lookUp = (path: string): Endpoint | undefined => exact.get(path) ?? anyCase.get(foldCase(path));
  return { endpoints: [...endpoints.values()], find: (path) => findEndpoint(path, lookUp) };
}

/** Segments below an endpoint that are looked at; bounds the work for a hostile path. */
const maxSegments = 16;

function findEndpoint(path: string, lookUp: (path: string) => Endpoint | undefined): RouteMatch | undefined {
  const comparable = requestPath(path);
  if (comparable === undefined) {
    return undefined;
  }
  let end = comparable.length;
  for (let count = 0; count <= maxSegments && end >= 0; count++) {
    const endpoint = lookUp(end === 0 ? '/' : comparable.slice(0, end));
    if (endpoint !== undefined) {
      const rest = comparable.slice(end);
      return { endpoint, rest: rest === '/' && endpoint.endsWithSlash ? '' : rest };
    }
    end = end === 0 ? -1 : comparable.lastIndexOf('/', end - 1);
  }
  return undefined;
}

function addService(
  endpoints: Map<string, MutableEndpoint>,
  registration: ServiceRegistration,
  options: ServerOptions,
): void {
  const { descriptor } = registration;
  for (const port of descriptor.ports) {
    const path = portPath(port, descriptor);
    const endpoint = endpoints.get(path) ?? newEndpoint(path, options);
    endpoints.set(path, endpoint);
    endpoint.endsWithSlash ||= /^[^?#]*\/$/.test(port.address ?? '');
    if (!endpoint.services.includes(descriptor)) {
      endpoint.services.push(descriptor);
    }
    addPort(endpoint, port, registration, options.namespaces ?? {});
  }
}

/** Path of a port's address, placeholder or authority, query and fragment stripped; `/ServiceName` when it has no address. */
function portPath(port: PortDescriptor, service: ServiceDescriptor): string {
  const address = port.address ?? '';
  const path = (splitAddress(address)?.path ?? address).replace(/[?#].*$/s, '');
  const named = path === '' && port.address === undefined ? service.name : path;
  // Clients resolve dot segments before they send a request.
  const resolved = hasDotSegment(named) ? new URL(named.replace(/^\/*/, '/'), 'http://localhost').pathname : named;
  return joinPaths(comparablePath(resolved));
}

function newEndpoint(path: string, options: ServerOptions): MutableEndpoint {
  return {
    path,
    endsWithSlash: false,
    profile: options.profile === undefined ? profileForPath(path) : profiles[options.profile],
    services: [],
    namespaces: { read: undefined, write: undefined },
    readerOptions: {},
    writerOptions: new Map(),
    understoodHeaders: new Set(options.understoodHeaders),
    soap11: undefined,
    soap12: undefined,
    httpGet: new Map(),
    httpPost: new Map(),
    patterns: [],
  };
}

function addPort(
  endpoint: MutableEndpoint,
  port: PortDescriptor,
  { descriptor: service, handlers }: ServiceRegistration,
  namespaces: Readonly<Record<string, string>>,
): void {
  for (const operation of Object.values(service.operations)) {
    const handler = handlers.get(operation.method);
    if (handler === undefined) {
      throw new TypeError(`${service.name} has no handler for ${operation.method}.`);
    }
    const kind = port.binding;
    if (kind === 'soap11' || kind === 'soap12') {
      const binding = factsAt(operation[kind], port.name);
      if (binding !== undefined) {
        endpoint[kind] ??= { actions: new Map(), elements: new Map() };
        const codec = serverBodyCodec(endpoint.profile, binding, kind === 'soap11' ? '1.1' : '1.2');
        const route = { service, operation, handler, kind, binding, codec };
        addSoapRoute(endpoint.path, endpoint[kind], route, namespaces);
      }
    } else {
      const binding = factsAt(operation[kind], port.name);
      if (binding !== undefined) {
        addHttpRoute(endpoint, { service, operation, handler, kind, binding });
      }
    }
  }
}

/** WCF's prefix for the namespaces of its fault codes. */
const codePrefixes: readonly (readonly [string, string])[] = [
  [dispatcherNamespace, 'a'],
  [addressingNamespace, 'a'],
];

/**
 * A writer of an answer that makes `namespace` the default one, as ASP.NET does; `''` makes none. `attach` takes binary values, where they
 * stand beside the envelope.
 */
export function answerWriter(endpoint: Endpoint, namespace: string, attach?: XmlWriterOptions['attach']): XmlOutput {
  let options = endpoint.writerOptions.get(namespace);
  if (options === undefined) {
    const { write } = endpoint.namespaces;
    options = {
      ...(write !== undefined && { namespaces: write }),
      prefixes: new Map(namespace === '' ? codePrefixes : [[namespace, '']]),
    };
    endpoint.writerOptions.set(namespace, options);
  }
  return new XmlWriter(attach === undefined ? options : { ...options, attach });
}

function addHttpRoute(endpoint: MutableEndpoint, route: HttpRoute): void {
  const location = locationOf(route.binding);
  if (route.binding.input === 'urlReplacement') {
    endpoint.patterns.push(urlPattern(location, route));
    return;
  }
  const routes = endpoint[route.kind];
  const other = routes.get(location);
  if (other !== undefined && other.service === route.service) {
    // Descriptors that give several operations one location leave only the first to be called.
    return;
  }
  if (other !== undefined) {
    throw new TypeError(
      `At ${endpoint.path}${location} both ${other.operation.name} and ${route.operation.name} answer ${verb(route.kind)}.`,
    );
  }
  routes.set(location, route);
}

/** Location of an operation below its service's path, as paths are compared: `''`, or beginning with one `/`. */
function locationOf({ location }: HttpBindingDescriptor): string {
  return location === '' ? '' : comparablePath(location.replace(/^\/*/, '/'));
}

/** HTTP method of a binding. */
function verb(kind: BindingKind): 'GET' | 'POST' {
  return kind === 'httpGet' ? 'GET' : 'POST';
}

/** `(name)` stands for a piece of the path (WSDL 1.1, 4.6). */
function urlPattern(location: string, route: HttpRoute): UrlPattern {
  const pieces = location.split(/\(([^()]*)\)/);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  const query = literals.findIndex((literal) => literal.includes('?'));
  return {
    literals,
    names: pieces.filter((_, index) => index % 2 === 1),
    inPath: query < 0 ? literals.length : query,
    route,
  };
}

/**
 * The values of a pattern's names in the rest of a path and the query, or undefined when it does not fit. Escapes in a value are undone last, so
 * that an escaped separator is a character of the value.
 */
export function matchUrlPattern(pattern: UrlPattern, rest: string, query: string): readonly string[] | undefined {
  const { inPath, literals } = pattern;
  const target = inPath < literals.length ? `${rest}?${comparablePath(query)}` : rest;
  return rawValues(literals, target)?.map((value, index) =>
    index < inPath ? unescapePath(value) : unescapeFormText(value),
  );
}

/** The texts between literals. Each is as short as possible; one pass, so that no path costs more than its length. */
function rawValues(literals: readonly string[], path: string): readonly string[] | undefined {
  const last = literals.length - 1;
  const first = literals[0] ?? '';
  if (last === 0) {
    return path === first ? [] : undefined;
  }
  const end = path.length - (literals[last] ?? '').length;
  if (!path.startsWith(first) || end < first.length || !path.endsWith(literals[last] ?? '')) {
    return undefined;
  }
  const values: string[] = [];
  let start = first.length;
  for (let index = 1; index < last; index++) {
    const literal = literals[index] ?? '';
    const found = path.indexOf(literal, start);
    if (found < 0 || found + literal.length > end) {
      return undefined;
    }
    values.push(path.slice(start, found));
    start = found + literal.length;
  }
  values.push(path.slice(start, end));
  return values;
}
