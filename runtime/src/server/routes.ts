import { serverExtensions } from '../addressing/server-extension.js';
import { comparablePath, foldCase, hasDotSegment, requestPath } from '../http/paths.js';
import { joinPaths, splitAddress } from '../http/urls.js';
import { isSoapKind } from '../service/binding-kinds.js';
import type { BindingKind, PortDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { checkPlaceholders } from '../service/placeholders.js';
import { translateNamespaces } from '../service/translation.js';
import { EnvelopeStarts } from '../soap/envelope-starts.js';

import type { SoapHeaderExtension } from '../soap/extension.js';
import { headerExtensions } from '../soap/header-extensions.js';
import { messagePrefixes } from '../soap/prefixes.js';
import type { XmlLimits } from '../xml/index.js';
import type { ServerBinding } from './call/binding.js';
import { comparedHandler } from './handlers/fallback.js';
import { intercepted } from './handlers/interceptors.js';
import { overSoapAlone, type ServiceRegistration } from './handlers/registration.js';
import { decodeOptions } from './profile/decode-options.js';
import { profileForPath, profiles } from './profile/profile.js';
import type { Endpoint, MutableEndpoint } from './routes/endpoint.js';
import { withhold } from './routes/http-routes.js';
import { KnownHeaders } from './routes/known-headers.js';
import type { ServerOptions } from './settings/options.js';

/** The target of a path: an endpoint, and the rest of the path below it (`''`, or beginning with `/`), as paths are compared. */
export interface RouteMatch {
  readonly endpoint: Endpoint;
  readonly rest: string;
}

/** Finds endpoints by path. */
export interface Router {
  readonly endpoints: readonly Endpoint[];
  find(path: string): RouteMatch | undefined;
}

/** How the kinds of binding add their routes. */
export type RouteTable = Readonly<Record<BindingKind, Pick<ServerBinding, 'addRoute'>>>;

/**
 * Makes the routing tables. Services at the same path are merged. Throws `TypeError` if a placeholder has no value, two
 * operations could not be distinguished, or a prefix is not valid.
 */
export function createRouter(options: ServerOptions, limits: XmlLimits, bindings: RouteTable): Router {
  const endpoints = new Map<string, MutableEndpoint>();
  const all = options.services.map(({ descriptor }) => descriptor);
  checkPlaceholders('The server', all, options.namespaces);
  for (const registration of options.services) {
    addService(endpoints, registration, options, bindings);
  }
  for (const endpoint of endpoints.values()) {
    endpoint.namespaces = translateNamespaces(endpoint.services, options.namespaces);
    const extensions = [...serverExtensions(options, endpoint.services), ...endpoint.security];
    endpoint.extensions = headerExtensions(extensions, endpoint.roles);
    const { read } = endpoint.namespaces;
    endpoint.prefixes = options.prefixes && messagePrefixes(options.prefixes, options.declareAt, endpoint.namespaces);
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

/** Maximum number of segments below an endpoint; bounds the work for a hostile path. */
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
  bindings: RouteTable,
): void {
  const { ports } = registration.descriptor;
  const offered = offeredBy(registration, options);
  const { descriptor } = offered;
  for (const port of ports) {
    const path = portPath(port, descriptor);
    const endpoint = endpoints.get(path) ?? newEndpoint(path, options);
    endpoints.set(path, endpoint);
    endpoint.endsWithSlash ||= /^[^?#]*\/$/.test(port.address ?? '');
    if (!endpoint.services.includes(descriptor)) {
      endpoint.services.push(descriptor);
    }
    if (descriptor.ports.includes(port)) {
      addPort(endpoint, port, offered, options, bindings);
    } else {
      withhold(endpoint, registration.descriptor, port.binding);
    }
  }
}

/** A registration without the ports that an extension, or what meets the demands of a policy, does not let the server offer. */
function offeredBy(registration: ServiceRegistration, { extensions = [] }: ServerOptions): ServiceRegistration {
  return registration.security !== undefined || extensions.some(({ soapOnly }) => soapOnly === true)
    ? { ...registration, descriptor: overSoapAlone(registration.descriptor) }
    : registration;
}

/** Path of a port's address, placeholder or authority, query and fragment stripped; `/ServiceName` when it has no address. */
export function portPath(port: PortDescriptor, service: ServiceDescriptor): string {
  const address = port.address ?? '';
  const path = (splitAddress(address)?.path ?? address).replace(/[?#].*$/s, '');
  const named = path === '' && port.address === undefined ? service.name : path;
  // Clients resolve dot segments before they send a request.
  const resolved = hasDotSegment(named) ? new URL(named.replace(/^\/*/, '/'), 'http://localhost').pathname : named;
  return joinPaths(comparablePath(resolved));
}

function newEndpoint(path: string, options: ServerOptions): MutableEndpoint {
  const profile = options.profile === undefined ? profileForPath(path) : profiles[options.profile];
  return {
    path,
    endsWithSlash: false,
    profile,
    services: [],
    namespaces: { read: undefined, write: undefined },
    readerOptions: {},
    open: undefined,
    passesOn: options.fallback !== undefined,
    prefixes: undefined,
    writerOptions: new Map(),
    understoodHeaders: new Set(options.understoodHeaders),
    roles: new Set(options.roles),
    security: noExtensions,
    extensions: undefined,
    decode: decodeOptions(profile, options),
    encode: options.unknownProperties === undefined ? {} : { unknownProperties: options.unknownProperties },
    validate: options.validate,
    envelopeStarts: new EnvelopeStarts(),
    knownHeaders: new KnownHeaders(),
    soap11: undefined,
    soap12: undefined,
    httpGet: new Map(),
    httpPost: new Map(),
    withheld: new Map(),
    patterns: [],
  };
}

const noExtensions: readonly SoapHeaderExtension[] = [];

/** Messages of all ports at a path are protected in one way: which port is meant is not known before they are opened. */
function secureAt(endpoint: MutableEndpoint, extensions: readonly SoapHeaderExtension[]): void {
  const { path, security } = endpoint;
  if (extensions.length > 0 && security.length > 0 && extensions !== security) {
    throw new TypeError(
      `The ports at ${path} demand protected messages in different ways: serve one of them there, with the option \`bindings\`, or all with the option \`security: "unprotected"\`.`,
    );
  }
  endpoint.security = extensions.length > 0 ? extensions : security;
}

function addPort(
  endpoint: MutableEndpoint,
  port: PortDescriptor,
  { descriptor: service, handlers, interceptors: inner = [], security }: ServiceRegistration,
  { namespaces = {}, interceptors: outer = [], fallback, shadow, extensions = [] }: ServerOptions,
  bindings: RouteTable,
): void {
  const interceptors = [...outer, ...inner];
  const secured = security?.get(port.name) ?? noExtensions;
  secureAt(endpoint, secured);
  const opens = [...extensions, ...secured].some(({ open }) => open !== undefined);
  for (const [method, operation] of Object.entries(service.operations)) {
    const handler = handlers.get(method);
    if (handler === undefined) {
      throw new TypeError(`${service.name} has no handler for ${method}.`);
    }
    if (handler.$passesOn === true && fallback === undefined) {
      throw new TypeError(`${service.name}.${method} is not implemented: the server needs the option fallback.`);
    }
    if (handler.$receiver !== undefined && opens && isSoapKind(port.binding)) {
      const problem = 'reads its request while it arrives, but an extension of the server opens whole requests';
      throw new TypeError(`${service.name}.${method} ${problem}: make its handler without receiving.`);
    }
    const isCompared = shadow?.operations.includes(operation.name) === true;
    const innermost = isCompared ? comparedHandler(handler, operation.name, shadow) : handler;
    bindings[port.binding].addRoute(endpoint, {
      service,
      operation,
      handler: intercepted(innermost, interceptors),
      port,
      namespaces,
    });
  }
}
