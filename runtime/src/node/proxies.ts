import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type OptionKinds, object, requireOptions, strings, text } from '../base/options.js';
import { basicAuthorization, userOfAddress } from '../http/credentials.js';
import { parseUrl } from '../http/urls.js';
import {
  bareHost,
  directHosts,
  type Environment,
  type ProxyTarget,
  proxyAddress,
  proxyVariables,
} from './proxy-rules.js';
import { type ClientTls, checkClientTls } from './tls-options.js';

/** A proxy that a transport uses for every address. */
export interface ProxyOptions {
  /** `http://host:8080` or `https://host:8443`, with `user:password@` for a proxy that asks for them. */
  readonly url: string;
  /** Header fields for the proxy alone, such as `Proxy-Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts that are called directly, as in `NO_PROXY`: `internal.example, .corp.example, 10.0.0.0/8, host:8080`, or `*`. */
  readonly except?: string;
  /** How a proxy with `https:` is called; `tls` of the transport is for services. */
  readonly tls?: ClientTls;
}

const kinds: OptionKinds<ProxyOptions> = { url: text, headers: strings, except: text, tls: object };

/** A proxy, ready for use. */
export interface ProxyServer {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: number;
  /** Host and port, for messages. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: ClientTls | undefined;
}

/** Chooses the proxy for an address; undefined for those that are called directly. */
export type ChooseProxy = (target: ProxyTarget) => ProxyServer | undefined;

/** The choice that an option of a transport makes. Throws `TypeError` for an address that is not one of a proxy. */
export function proxyChoice(option: string | ProxyOptions, environment: Environment): ChooseProxy {
  if (option === 'environment') {
    return environmentChoice(environment);
  }
  const options = typeof option === 'string' ? { url: option } : option;
  requireOptions('proxy', options, kinds, ['url']);
  checkClientTls(options.tls);
  const proxy = proxyOf(options);
  const isDirect = directHosts({ except: options.except ?? '', loopback: true });
  return (target) => (isDirect(target) ? undefined : proxy);
}

/**
 * The proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `ALL_PROXY`, but for the hosts of `NO_PROXY` and this machine. Names in lower case win. Throws `TypeError` for a value that is not
 * the address of a proxy.
 */
function environmentChoice(environment: Environment): ChooseProxy {
  const variables = proxyVariables(environment);
  const http = proxyNamed('http_proxy', variables.http);
  const https = proxyNamed('https_proxy', variables.https);
  const isDirect = directHosts(variables);
  return (target) => (isDirect(target) ? undefined : target.secure ? https : http);
}

function proxyNamed(variable: string, value: string | undefined): ProxyServer | undefined {
  const url = value === undefined ? undefined : proxyAddress(value);
  if (value !== undefined && url === undefined) {
    throw new TypeError(`The environment variable ${variable} is not the http: or https: address of a proxy.`);
  }
  return url === undefined ? undefined : proxyOf({ url });
}

function proxyOf({ url: address, headers = {}, tls }: ProxyOptions): ProxyServer {
  const url = parseUrl(address);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // Without the address: it may have a password.
    throw new TypeError('The proxy is not an http: or https: address.');
  }
  const secure = url.protocol === 'https:';
  const hostname = bareHost(url.hostname);
  const port = Number(url.port || (secure ? 443 : 80));
  const user = userOfAddress(url);
  const credentials = user === undefined ? {} : { 'Proxy-Authorization': basicAuthorization(user) };
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return { secure, hostname, port, host: `${url.hostname}:${port}`, headers: { ...credentials, ...headers }, tls };
}
