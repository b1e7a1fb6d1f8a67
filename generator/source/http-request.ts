import { type ClientRequest, request as httpRequest, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { basicAuthorization, userOfAddress } from '@wsdl-codegen/runtime/http';
import { proxyFor } from '@wsdl-codegen/runtime/node';
import { type HttpAccess, mayGetCredentials, type TlsAccess } from './http-access.js';

/** One request. */
export interface HttpRequest {
  /** `GET` by default. */
  readonly method?: string;
  /** Fields besides those of the user; the user's win. */
  readonly headers: Readonly<Record<string, string>>;
  /** Finds the addresses of names, for hosts that are asked directly. */
  readonly lookup?: LookupFunction;
  readonly signal: AbortSignal;
}

/** An error of the proxy, which says nothing about the host. */
export class ProxyError extends Error {}

/**
 * Opens a request over http(s), directly or over the proxy that is meant for the address. Header fields, user and certificate of
 * the user go along only where `mayGetCredentials` allows it. The caller sends the body and waits for the answer.
 *
 * @throws ProxyError if the proxy makes no connection.
 */
export async function openRequest(url: URL, request: HttpRequest, access: HttpAccess): Promise<ClientRequest> {
  const isOwn = mayGetCredentials(url.href, access);
  const options: RequestOptions & tls.ConnectionOptions = {
    method: request.method ?? 'GET',
    signal: request.signal,
    headers: isOwn ? withOwnHeaders(request.headers, access) : { ...request.headers },
    ...(isOwn && access.user && url.username === '' && { auth: `${access.user.name}:${access.user.password}` }),
    ...(url.protocol === 'https:' && tlsOptions(access.tls, isOwn)),
  };
  const proxy = access.proxies && proxyFor(url, access.proxies);
  if (!proxy) {
    return ending(requestOf(url)(url, { ...options, agent: false, ...(request.lookup && { lookup: request.lookup }) }));
  }
  if (url.protocol === 'http:') {
    return ending(overProxy(url, proxy, options, access));
  }
  const socket = await tunnel(url, proxy, request.signal, access);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const createConnection = (): Socket =>
    tls.connect({ ...tlsOptions(access.tls, isOwn), socket, host, ...(isIP(host) === 0 && { servername: host }) });
  return ending(httpsRequest(url, { ...options, createConnection }));
}

/** A request that fails if its connection ends without an answer: to Node, a server that changes the protocol (101) has done nothing wrong. */
function ending(request: ClientRequest): ClientRequest {
  let isAnswered = false;
  request.once('response', () => {
    isAnswered = true;
  });
  request.once('close', () => {
    if (!isAnswered && !request.errored) {
      request.emit('error', new Error('the connection ended without an answer'));
    }
  });
  return request;
}

function requestOf({ protocol }: URL): typeof httpRequest {
  return protocol === 'https:' ? httpsRequest : httpRequest;
}

function withOwnHeaders(fields: Readonly<Record<string, string>>, { headers = [] }: HttpAccess): OutgoingHttpHeaders {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const all: Record<string, string[]> = {};
  for (const [name, value] of [
    ...Object.entries(fields).filter(([name]) => !own.has(name.toLowerCase())),
    ...headers,
  ]) {
    const key = Object.keys(all).find((other) => other.toLowerCase() === name.toLowerCase()) ?? name;
    all[key] = [...(all[key] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** Authorities are for every host, the certificate of the client is not. */
function tlsOptions(access: TlsAccess | undefined, isOwn: boolean): tls.ConnectionOptions {
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

/** A proxy gets plain requests as a whole, with the complete address (RFC 9112, 3.2.2). */
function overProxy(url: URL, proxy: URL, options: RequestOptions, access: HttpAccess): ClientRequest {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const named = userOfAddress(url);
  const user = named === undefined ? options.auth : `${named.username}:${named.password}`;
  return requestOf(proxy)(withoutUser(proxy), {
    ...options,
    ...(user !== undefined && { auth: user }),
    ...(proxy.protocol === 'https:' && tlsOptions(access.tls, false)),
    agent: false,
    path: address.href,
    headers: { host: url.host, ...options.headers, ...proxyCredentials(proxy) } as OutgoingHttpHeaders,
  });
}

/** A connection to a host that the proxy makes (RFC 9110, 9.3.6). */
function tunnel(url: URL, proxy: URL, signal: AbortSignal, access: HttpAccess): Promise<Socket> {
  const target = `${url.hostname}:${url.port || 443}`;
  return new Promise((done, reject) => {
    const request = requestOf(proxy)(withoutUser(proxy), {
      method: 'CONNECT',
      path: target,
      agent: false,
      signal,
      headers: { host: target, ...proxyCredentials(proxy) },
      ...(proxy.protocol === 'https:' && tlsOptions(access.tls, false)),
    });
    request.on('error', (error) =>
      reject(new ProxyError(`the proxy ${proxy.host} does not answer (${error.message})`)),
    );
    request.on('connect', ({ statusCode = 0 }, socket: Socket) => {
      if (statusCode >= 200 && statusCode < 300) {
        done(socket);
        return;
      }
      socket.destroy();
      reject(new ProxyError(refusal(proxy, statusCode)));
    });
    request.on('response', ({ statusCode = 0 }) => {
      request.destroy();
      reject(new ProxyError(refusal(proxy, statusCode)));
    });
    request.end();
  });
}

function refusal(proxy: URL, status: number): string {
  const reason = status === 407 ? 'asks for a user and a password' : `answered ${status}`;
  return `the proxy ${proxy.host} ${reason}`;
}

function withoutUser(proxy: URL): URL {
  const address = new URL(proxy);
  address.username = '';
  address.password = '';
  return address;
}

function proxyCredentials(proxy: URL): Readonly<Record<string, string>> {
  const user = userOfAddress(proxy);
  return user === undefined ? {} : { 'proxy-authorization': basicAuthorization(user) };
}
