import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type OptionKinds, text } from '../base/options.js';
import { joinPaths, splitAddress, withoutEndSlashes } from '../http/urls.js';
import { connectionOf } from '../node/connection.js';
import { writeAll } from '../node/send-stream.js';
import { TextCache } from '../server/base/text-cache.js';
import { createServerCore, type ServerCore } from '../server/core.js';
import { requireRegistrations, type ServiceRegistration } from '../server/handlers/registration.js';
import { type DescribedService, describedService, singleDocument } from '../server/pages/served-documents.js';
import { servedServices } from '../server/pages/served-services.js';
import { bareServerOptions, checkServerOptions, type ServerOptions } from '../server/settings/options.js';
import { answerWhole } from '../server/whole-request.js';
import type { WireHeaders, WireRequest, WireResponse } from '../server/wire/wire.js';
import { isSoapKind } from '../service/binding-kinds.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import type { SoapListenArguments, SoapListeningServer, SoapMethodHandler } from './soap-package.js';

/** Options of a service that is mounted on `listen` of the package `soap`: those of a server. */
export interface MountOptions extends Omit<ServerOptions, 'services' | 'pages' | 'cors' | 'trustedOrigins'> {
  /** Path at which the package listens. Default: that of the service's address, below `basePath`. */
  readonly path?: string;
}

const { services: _, cors: __, trustedOrigins: ___, ...shared } = bareServerOptions;
const kinds: OptionKinds<MountOptions> = { ...shared, path: text };

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
  checkServerOptions('mountOnSoap', options, kinds, []);
  requireRegistrations([registration]);
  const service = servedServices([registration])[0]?.descriptor ?? registration.descriptor;
  const xml = descriptorOf(await describedService(service), options);
  const bare = createServerCore({ ...options, services: [registration] }, undefined, new Map());
  const understood = [...(options.understoodHeaders ?? []), wsSecurity];
  const authenticated = createServerCore(
    { ...options, services: [registration], understoodHeaders: understood },
    undefined,
    new Map(),
  );
  const texts = new WeakMap<object, string>();
  const coreOf = (): ServerCore => (server.authenticate === undefined ? bare : authenticated);
  const method: SoapMethodHandler = (_args, _callback, _headers, request, response) => {
    const target = response as ServerResponse;
    // Only a header that HTTP cannot carry ends here.
    answer(coreOf(), service, options, texts, request as PackageRequest, target).catch(() => target.destroy());
  };
  const server: Server = listen(host, {
    path: options.path ?? pathOf(service, options),
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
  core: ServerCore,
  service: ServiceDescriptor,
  options: MountOptions,
  texts: WeakMap<object, string>,
  request: PackageRequest,
  response: ServerResponse,
): Promise<void> {
  // The package has undone the coding, too.
  const { 'content-encoding': _, ...headers } = request.headers;
  const contentType = String(request.headers['content-type'] ?? (isFromBrowser(request) ? '' : 'text/xml'));
  const wire: WireRequest = {
    method: 'POST',
    url: pathOf(service, options),
    // The package has decoded the text, as UTF-8.
    headers: { ...headers, 'content-type': `${contentType.replace(/;\s*charset=[^;]*/i, '')}; charset=utf-8` },
    body: Buffer.from(texts.get(request) ?? '', 'utf8'),
    ...connectionOf(request.socket),
  };
  send(response, await answerWhole(core, wire));
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
  const ports = service.ports.filter(({ binding }) => isSoapKind(binding));
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

function descriptorOf(service: DescribedService, options: MountOptions): string {
  const base = withoutEndSlashes(options.baseUrl ?? 'http://localhost') + (options.basePath ?? '');
  const text = singleDocument(service, {
    base,
    page: base,
    namespaces: options.namespaces ?? {},
    metadata: 'asmx',
    texts: new TextCache(0),
  });
  if (text === undefined) {
    throw new TypeError(`${service.descriptor.name} has no documents from which the package could make its WSDL.`);
  }
  return text;
}
