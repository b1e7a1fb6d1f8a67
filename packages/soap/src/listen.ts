import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type {
  ServiceDescriptor,
  ServiceRegistration,
  WireHeaders,
  WireRequest,
  WireResponse,
} from '@wsdl-codegen/runtime';
import { joinPaths, splitAddress, text } from '@wsdl-codegen/runtime/extend';
import {
  checkMountedOptions,
  connectionOf,
  type MountedHandler,
  type MountedServiceOptions,
  mountService,
  writeAll,
} from '@wsdl-codegen/runtime/extend-node';
import type { SoapListenArguments, SoapListeningServer, SoapMethodHandler } from './soap-package.js';

/** Options of a service that is mounted on `listen` of the package `soap`: those of a server. */
export interface MountOptions extends MountedServiceOptions {
  /** Path at which the package listens. Default: that of the service's address, below `basePath`. */
  readonly path?: string;
}

/** The header block of WS-Security, which the package's `authenticate` looks at. */
const wsSecurity = '{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security';

/**
 * Mounts a service on the package's `listen`: `await mountOnSoap(listen, httpServer, accountApi(implementation), { baseUrl })`, which loads the WSDL
 * first. The package finds the operation, authenticates (`authenticate`, `authorizeConnection`), logs and serves `?wsdl`; the message is
 * then read, checked and answered by this runtime, because the package's own reading loses longs beyond 2^53, white space and
 * infinities. So its hooks for answers (`addSoapHeader`, the event `response`) have no effect here. Only SOAP works: the
 * package has no GET and POST bindings. Give `baseUrl`, the public address, which the WSDL shows.
 *
 * Where `authenticate` is set, a WS-Security block that must be understood counts as understood. Rejects with
 * `TypeError` for a service without documents or SOAP ports.
 */
export async function mountOnSoap<Host, Server extends SoapListeningServer>(
  listen: (server: Host, options: SoapListenArguments) => Server,
  host: Host,
  registration: ServiceRegistration,
  options: MountOptions = {},
): Promise<Server> {
  checkMountedOptions('mountOnSoap', options, { path: text });
  const { descriptor: service, wsdl: xml, handler } = await mountService(registration, options);
  if (xml === undefined) {
    throw new TypeError(`${service.name} has no documents from which the package could make its WSDL.`);
  }
  const path = pathOf(service, options);
  const bare = handler();
  const authenticated = handler([wsSecurity]);
  const texts = new WeakMap<object, string>();
  const handlerNow = (): MountedHandler => (server.authenticate === undefined ? bare : authenticated);
  const method: SoapMethodHandler = (_args, _callback, _headers, request, response) => {
    const target = response as ServerResponse;
    // Only a header that HTTP cannot carry ends here.
    answer(handlerNow(), path, texts, request as PackageRequest, target).catch(() => target.destroy());
  };
  const server: Server = listen(host, {
    path: options.path ?? path,
    services: tableOf(service, method),
    xml,
    suppressStack: true,
  });
  keepTexts(server, texts);
  return server;
}

/** The request from the package: one of Node, or the argument of `processRequest`. */
interface PackageRequest {
  readonly url?: string;
  readonly method?: string;
  readonly headers: WireHeaders;
  readonly socket?: Socket | null;
}

async function answer(
  handler: MountedHandler,
  path: string,
  texts: WeakMap<object, string>,
  request: PackageRequest,
  response: ServerResponse,
): Promise<void> {
  // The package has undone the coding, too.
  const { 'content-encoding': _, ...headers } = request.headers;
  const contentType = String(request.headers['content-type'] ?? (isFromBrowser(request) ? '' : 'text/xml'));
  const wire: WireRequest = {
    method: 'POST',
    url: path,
    // The package has decoded the text, as UTF-8.
    headers: { ...headers, 'content-type': `${contentType.replace(/;\s*charset=[^;]*/i, '')}; charset=utf-8` },
    body: Buffer.from(texts.get(request) ?? '', 'utf8'),
    ...connectionOf(request.socket),
  };
  send(response, await handler(wire));
}

/** A page of any site can make a browser send a body without a content type; `text/xml` requires a preflight. */
function isFromBrowser({ headers }: PackageRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

function send(response: ServerResponse, { status, headers, body, stream }: WireResponse): void {
  if (response.headersSent || response.writableEnded) {
    void stream?.return();
    // One-way: the package has answered before it calls.
    return;
  }
  response.statusCode = status;
  // The package has set the request's content type for the answer.
  response.removeHeader?.('Content-Type');
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
  if (stream === undefined) {
    response.end(body);
  } else {
    response.once('close', () => void stream.return());
    writeAll(response, stream).catch(() => response.destroy());
  }
}

/** Only the package's log receives a request's text; the user's own log continues as before. */
function keepTexts(server: SoapListeningServer, texts: WeakMap<object, string>): void {
  let users: unknown = server.log;
  const log = (type: string, data: unknown, request: unknown): void => {
    if (type === 'received' && typeof data === 'string' && typeof request === 'object' && request !== null) {
      texts.set(request, data);
    }
    if (typeof users === 'function') {
      users.call(server, type, data, request);
    }
  };
  Object.defineProperty(server, 'log', {
    configurable: true,
    enumerable: true,
    get: () => log,
    set: (value: unknown) => {
      users = value;
    },
  });
}

function soapPorts(service: ServiceDescriptor): ServiceDescriptor['ports'] {
  const ports = service.ports.filter(({ binding }) => binding === 'soap11' || binding === 'soap12');
  if (ports.length === 0) {
    throw new TypeError(`${service.name} has no SOAP port.`);
  }
  return ports;
}

function tableOf(service: ServiceDescriptor, method: SoapMethodHandler): SoapListenArguments['services'] {
  const operations = Object.values(service.operations).map(({ name }) => [name, method] as const);
  const ports = soapPorts(service).map(({ name }) => [name, Object.fromEntries(operations)] as const);
  return { [service.name]: Object.fromEntries(ports) };
}

/** Where the service's first SOAP port is, below `basePath`. */
function pathOf(service: ServiceDescriptor, options: MountOptions): string {
  const address = soapPorts(service)[0]?.address ?? service.name;
  return joinPaths(options.basePath ?? '', (splitAddress(address)?.path ?? address).replace(/[?#].*$/s, ''));
}
