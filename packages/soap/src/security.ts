import type { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { type Transport, TransportError, type TransportRequest } from '@wsdl-codegen/runtime';
import {
  callback,
  defaultTransport,
  having,
  mergeHeaders,
  type OptionKinds,
  requireOptions,
} from '@wsdl-codegen/runtime/extend';
import { createNodeTransport, type NodeTransportOptions } from '@wsdl-codegen/runtime/node';
import { isEnvelope, secureEnvelope, worksOnEnvelopes } from './envelope.js';
import { httpClientTransport } from './http-client.js';
import type { SoapHttpClient, SoapSecurity } from './soap-package.js';

/** How `security` sends. */
export interface SecurityOptions {
  /** Sends the secured request. Default: the default transport of clients, with the agents that the security object requires. */
  readonly transport?: Transport;
  /**
   * Sends instead of a transport: an `HttpClient` of the package. `NTLMSecurity` needs one, and creates it itself if none is
   * given.
   */
  readonly httpClient?: SoapHttpClient;
}

const kinds: OptionKinds<SecurityOptions> = {
  transport: callback,
  httpClient: having('an `HttpClient` of the package', 'request'),
};

/** Options of a client, to be spread into them. */
export interface SecuredOptions {
  readonly transport: Transport;
}

/**
 * Makes a security object of the package `soap` work on a client:
 * `new AccountApiClient({ …, ...security(new WSSecurity('user', 'secret')) })`. Each attempt of a call is secured anew, after
 * interceptors and retries, so that time stamps are fresh; errors never show what was added. Several objects are applied in order. Objects that work
 * on envelopes refuse calls over GET and POST with a `TransportError` rather than send them unprotected.
 */
export function security(
  objects: SoapSecurity | readonly SoapSecurity[],
  options: SecurityOptions = {},
): SecuredOptions {
  requireOptions('security', options, kinds);
  const list: readonly SoapSecurity[] = Array.isArray(objects) ? objects : [objects as SoapSecurity];
  const inner = transportFor(connectionOptions(list), options);
  const transport = async (request: TransportRequest) => inner(secured(request, list));
  return { transport: Object.assign(transport, { listensToOnCancel: inner.listensToOnCancel ?? false }) };
}

function secured(request: TransportRequest, objects: readonly SoapSecurity[]): TransportRequest {
  let { headers, body } = request;
  for (const object of objects) {
    headers = withHeaders(headers, object);
    if (isEnvelope(body)) {
      body = secureEnvelope(body, object);
    } else if (worksOnEnvelopes(object)) {
      const message = `${object.constructor.name} protects SOAP messages, and this call is a ${request.method} without one.`;
      throw new TransportError(message, { phase: 'connect' });
    }
  }
  return { ...request, headers, body };
}

function withHeaders(
  headers: Readonly<Record<string, string>>,
  object: SoapSecurity,
): Readonly<Record<string, string>> {
  if (object.addHeaders === undefined) {
    return headers;
  }
  const changed: Record<string, unknown> = { ...headers };
  object.addHeaders(changed);
  const added: Record<string, string> = {};
  for (const [name, value] of Object.entries(changed)) {
    if (value !== undefined && value !== headers[name]) {
      added[name] = String(value);
    }
  }
  return mergeHeaders(headers, added);
}

/** The connection options of the objects. Requested once for a client: they create agents, which keep its connections. */
function connectionOptions(objects: readonly SoapSecurity[]): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const object of objects) {
    object.addOptions?.(options);
  }
  return options;
}

/** Options of TLS, which an agent takes. */
const tlsOptions = ['key', 'cert', 'ca', 'pfx', 'passphrase', 'rejectUnauthorized', 'servername', 'secureOptions'];

function transportFor(connection: Readonly<Record<string, unknown>>, options: SecurityOptions): Transport {
  if (options.transport !== undefined) {
    return options.transport;
  }
  if (options.httpClient !== undefined) {
    return httpClientTransport(options.httpClient, connection);
  }
  if (connection.ntlm === true) {
    return packageTransport(connection);
  }
  const { httpAgent, httpsAgent } = connection as { httpAgent?: HttpAgent; httpsAgent?: HttpsAgent };
  if (httpAgent === undefined && httpsAgent === undefined && !tlsOptions.some((name) => name in connection)) {
    return defaultTransport;
  }
  const agents: NodeTransportOptions = {
    httpsAgent:
      httpsAgent instanceof HttpsAgent ? keepingAlive(httpsAgent) : new HttpsAgent({ ...connection, keepAlive: true }),
    ...(httpAgent !== undefined && { httpAgent }),
  };
  return createNodeTransport(agents);
}

/** The package's agents close after each request unless `forever` says otherwise; a TLS handshake for each call is expensive. */
function keepingAlive(agent: HttpsAgent): HttpsAgent {
  return agent.options.keepAlive === true
    ? agent
    : new HttpsAgent({ ...agent.options, keepAlive: true, timeout: 4000 });
}

/** Sends with an `HttpClient` of the package, which knows NTLM. */
function packageTransport(connection: Readonly<Record<string, unknown>>): Transport {
  let made: Promise<Transport> | undefined;
  return async (request) => {
    // Only NTLM needs the package itself: its types are not there wherever this is compiled.
    made ??= import('soap' as string).then(({ HttpClient }: { HttpClient: new () => SoapHttpClient }) =>
      httpClientTransport(new HttpClient(), connection),
    );
    const transport = await made;
    return transport(request);
  };
}
