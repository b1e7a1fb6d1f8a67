import { Agent, type AgentOptions } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import * as tls from 'node:tls';
import type { TransportRequest, TransportResponse } from '@wsdl-codegen/runtime';
import { basicAuthorization } from '@wsdl-codegen/runtime/http';
import { createNodeTransport, type NodeTransport, proxyFor } from '@wsdl-codegen/runtime/node';
import { type HttpAccess, mayGetCredentials, type TlsAccess } from './http-access.js';

/** One request. Header fields of the user win over its own. */
export interface HttpRequest extends Omit<TransportRequest, 'method'> {
  /** `GET` by default. */
  readonly method?: string;
  /** Finds the addresses of names, for hosts that are asked directly. */
  readonly lookup?: LookupFunction;
}

/** An answer whose body is on its way, decompressed. */
export type OpenedAnswer = Awaited<ReturnType<Required<NodeTransport>['open']>>;

/**
 * Sends a request over http(s), directly or over the proxy that is meant for the address. Header fields, user and certificate of
 * the user go along only where `mayGetCredentials` allows it. Errors are those of the runtime's transports.
 */
export async function sendRequest(request: HttpRequest, access: HttpAccess): Promise<TransportResponse> {
  const transport = transportTo(request, access);
  try {
    return await transport(withCredentials(request, access));
  } finally {
    transport.close();
  }
}

/** As `sendRequest`, but the body of the answer is read by the caller. */
export async function openRequest(request: HttpRequest, access: HttpAccess): Promise<OpenedAnswer> {
  const { open, close } = transportTo(request, access) as Required<NodeTransport>;
  try {
    return await open(withCredentials(request, access));
  } catch (error) {
    close();
    throw error;
  }
}

/** A transport for one request. */
function transportTo({ url, lookup }: HttpRequest, access: HttpAccess): NodeTransport {
  const own = tlsOptions(access.tls, mayGetCredentials(url, access));
  const proxy = access.proxies && proxyFor(new URL(url), access.proxies);
  if (proxy) {
    return createNodeTransport({ tls: own, proxy: { url: proxy.href, tls: tlsOptions(access.tls, false) } });
  }
  const agent: AgentOptions = lookup === undefined ? {} : { lookup };
  return createNodeTransport({ httpAgent: new Agent(agent), httpsAgent: new TlsAgent({ ...agent, ...own }) });
}

function withCredentials({ lookup: _, ...request }: HttpRequest, access: HttpAccess): TransportRequest {
  const headers = mayGetCredentials(request.url, access) ? withOwnHeaders(request, access) : request.headers;
  // Transports send what they are told, whatever the method.
  return { ...request, method: (request.method ?? 'GET') as TransportRequest['method'], headers };
}

function withOwnHeaders(
  { url, headers }: HttpRequest,
  { headers: own = [], user }: HttpAccess,
): Record<string, string> {
  const named = new Set(own.map(([name]) => name.toLowerCase()));
  const all = Object.fromEntries(Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase())));
  if (user !== undefined && new URL(url).username === '' && !named.has('authorization')) {
    all.Authorization = basicAuthorization({ username: user.name, password: user.password });
  }
  for (const [name, value] of own) {
    const same = Object.keys(all).find((other) => other.toLowerCase() === name.toLowerCase());
    // Several fields of a name are one list (RFC 9110, 5.3).
    all[same ?? name] = same === undefined ? value : [all[same], value].join(/^cookie$/i.test(name) ? '; ' : ', ');
  }
  return all;
}

/** Authorities are for every host, the certificate of the client is not. */
function tlsOptions(access: TlsAccess | undefined, isOwn: boolean): tls.SecureContextOptions {
  const { ca, cert, key, pfx, passphrase } = access ?? {};
  return {
    ...(ca && { ca: [...authorities(), Buffer.from(ca)] }),
    ...(isOwn && cert && { cert: Buffer.from(cert) }),
    ...(isOwn && key && { key: Buffer.from(key) }),
    ...(isOwn && pfx && { pfx: Buffer.from(pfx) }),
    ...(isOwn && passphrase !== undefined && { passphrase }),
  };
}

/** The authorities that Node trusts: those of its settings where it can name them, else its own. */
function authorities(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: 'default') => readonly string[] };
  return getCACertificates ? getCACertificates('default') : tls.rootCertificates;
}
