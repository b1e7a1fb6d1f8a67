import { BlockList, isIP, isIPv4 } from 'node:net';
import type { ProxySettings } from './http-access.js';

/** The proxy for an address; `undefined` if its host is asked directly. */
export function proxyFor(url: URL, settings: ProxySettings): URL | undefined {
  const proxy = url.protocol === 'https:' ? settings.https : settings.http;
  if (proxy === undefined || isExcept(url, settings)) {
    return undefined;
  }
  return new URL(proxy);
}

/** The proxies that environment variables name, in lower case first: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`. */
export function proxiesOfEnvironment(environment: Readonly<Record<string, string | undefined>>): ProxySettings {
  const variable = (name: string): string | undefined =>
    environment[name] || environment[name.toUpperCase()] || undefined;
  // In a CGI program the header field `Proxy` of a request becomes HTTP_PROXY.
  const plain = environment.REQUEST_METHOD === undefined ? variable('http_proxy') : environment.http_proxy;
  const every = variable('all_proxy');
  const except = variable('no_proxy');
  const http = proxyAddress(plain ?? every);
  const https = proxyAddress(variable('https_proxy') ?? every);
  return {
    ...(http !== undefined && { http }),
    ...(https !== undefined && { https }),
    ...(except !== undefined && { except }),
  };
}

/** The address of a proxy, for which `host:port` is enough; `undefined` for one that is not http(s). */
export function proxyAddress(text: string | undefined): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

function isExcept(url: URL, { except = '', loopback }: ProxySettings): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (loopback !== true && isLoopback(host)) {
    return true;
  }
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return except
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .some((rule) => matchesRule(rule.toLowerCase(), host, port));
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  );
}

/** A rule of `NO_PROXY`: a domain with all below it, a host with a port, an address, or a range of addresses. */
function matchesRule(rule: string, host: string, port: string): boolean {
  if (rule === '*') {
    return true;
  }
  if (rule.includes('/')) {
    return isInRange(rule, host);
  }
  const [, bare = '', rulePort] = /^(?:\*?\.)?(\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(rule) ?? [];
  const name = bare.replace(/^\[|\]$/g, '');
  const isMeant = isIP(host) !== 0 ? host === name : host === name || host.endsWith(`.${name}`);
  return name !== '' && isMeant && (rulePort === undefined || rulePort === port);
}

function isInRange(rule: string, host: string): boolean {
  const [network = '', bits = ''] = rule.split('/');
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  const prefix = Number(bits);
  const isRange = isIP(network) !== 0 && /^\d+$/.test(bits) && prefix <= (family === 'ipv6' ? 128 : 32);
  if (!isRange || isIP(host) !== isIP(network)) {
    return false;
  }
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  return range.check(host, family);
}
