import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import { basicAuthorization } from './origins.js';
import type { ClientTls } from './tls-options.js';

/** A proxy that a transport uses for every address. */
export interface ProxyOptions {
  /** `http://host:8080` or `https://host:8443`, with `user:password@` for a proxy that asks for them. */
  readonly url: string;
  /** Header fields for the proxy alone, such as `Proxy-Authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts that are called directly, as in `NO_PROXY`: `internal.example, .corp.example, 10.0.0.5, host:8080`, or `*`. */
  readonly except?: string;
  /** How a proxy with `https:` is called; `tls` of the transport is for services. */
  readonly tls?: ClientTls;
}

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

/** Host, port and scheme of an address. */
interface Target {
  readonly secure: boolean;
  readonly hostname: string;
  readonly port: string | number;
}

/** Chooses the proxy for an address; undefined for those that are called directly. */
export type ChooseProxy = (target: Target) => ProxyServer | undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/** The choice that an option of a transport makes. Throws `TypeError` for an address that is not one of a proxy. */
export function proxyChoice(option: string | ProxyOptions, environment: Environment): ChooseProxy {
  if (option === 'environment') {
    return proxiesOfEnvironment(environment);
  }
  const options = typeof option === 'string' ? { url: option } : option;
  const proxy = proxyOf(options);
  const isExcept = exceptions(options.except ?? '');
  return (target) => (isExcept(target) ? undefined : proxy);
}

/**
 * The proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `ALL_PROXY`, but for the hosts of `NO_PROXY` and this machine. Names in lower case win. Throws `TypeError` for a value that is not
 * the address of a proxy.
 */
function proxiesOfEnvironment(environment: Environment): ChooseProxy {
  const value = (name: string): string | undefined => environment[name] || environment[name.toUpperCase()] || undefined;
  // In a program of CGI the field `Proxy` of a request becomes HTTP_PROXY.
  const plain = environment.REQUEST_METHOD === undefined ? value('http_proxy') : environment.http_proxy;
  const all = value('all_proxy');
  const http = proxyNamed('http_proxy', plain ?? all);
  const https = proxyNamed('https_proxy', value('https_proxy') ?? all);
  const isExcept = exceptions(value('no_proxy') ?? '');
  return (target) => (isThisMachine(target.hostname) || isExcept(target) ? undefined : target.secure ? https : http);
}

function proxyNamed(variable: string, value: string | undefined): ProxyServer | undefined {
  try {
    return value === undefined
      ? undefined
      : proxyOf({ url: /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}` });
  } catch {
    throw new TypeError(`The environment variable ${variable} is not the http: or https: address of a proxy.`);
  }
}

function proxyOf({ url: address, headers = {}, tls }: ProxyOptions): ProxyServer {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // Without the address: it may have a password.
    throw new TypeError('The proxy is not an http: or https: address.');
  }
  const secure = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (secure ? 443 : 80));
  const credentials =
    url.username === '' && url.password === '' ? {} : { 'Proxy-Authorization': basicAuthorization(url) };
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return { secure, hostname, port, host: `${url.hostname}:${port}`, headers: { ...credentials, ...headers }, tls };
}

function isThisMachine(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  );
}

/** True for the hosts of a list as in `NO_PROXY`: names with all names below them, addresses, each with a port or without. */
function exceptions(list: string): (target: Target) => boolean {
  const rules = list
    .toLowerCase()
    .split(/[\s,]+/)
    .flatMap((text) => (text === '' ? [] : [ruleOf(text)]));
  return ({ hostname, port }) => {
    const host = hostname.toLowerCase();
    const isName = isIP(host) === 0;
    return rules.some(
      (rule) =>
        rule.name === '*' ||
        ((rule.port === undefined || rule.port === String(port)) &&
          (host === rule.name || (isName && host.endsWith(`.${rule.name}`)))),
    );
  };
}

interface ExceptionRule {
  readonly name: string;
  readonly port: string | undefined;
}

function ruleOf(text: string): ExceptionRule {
  if (isIP(text) !== 0) {
    return { name: text, port: undefined };
  }
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return { name: name === '*' ? name : name.replace(/^\*?\./, '').replace(/^\[|\]$/g, ''), port };
}
