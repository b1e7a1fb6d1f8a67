import { BlockList, isIP, isIPv4 } from 'node:net';

/** The proxies to use, as addresses. */
export interface ProxySettings {
  /** For `http:` addresses. */
  readonly http?: string;
  /** For `https:` addresses. */
  readonly https?: string;
  /** Hosts that are called directly, as in `NO_PROXY`: `.example.com, 10.0.0.0/8, *`. */
  readonly except?: string;
  /** Whether this computer itself is called over the proxy as well. Default false. */
  readonly loopback?: boolean;
}

/** Host, port and scheme of an address. */
export interface ProxyTarget {
  readonly secure: boolean;
  /** An IPv6 address is written without brackets here. */
  readonly hostname: string;
  readonly port: string | number;
}

/** Values of environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy for an address; `undefined` if its host is called directly. */
export function proxyFor(url: URL, settings: ProxySettings): URL | undefined {
  const secure = url.protocol === 'https:';
  const proxy = secure ? settings.https : settings.http;
  const target = { secure, hostname: bareHost(url.hostname), port: url.port || (secure ? 443 : 80) };
  return proxy === undefined || directHosts(settings)(target) ? undefined : new URL(proxy);
}

/**
 * The proxies that environment variables name: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`. Names in lower case win. Values that are not the `http:` or
 * `https:` address of a proxy are left out.
 */
export function proxiesOfEnvironment(environment: Environment): ProxySettings {
  const { http, https, except } = proxyVariables(environment);
  const plain = http === undefined ? undefined : proxyAddress(http);
  const secure = https === undefined ? undefined : proxyAddress(https);
  return {
    ...(plain !== undefined && { http: plain }),
    ...(secure !== undefined && { https: secure }),
    ...(except !== undefined && { except }),
  };
}

/** The values of the variables, unchecked. */
export function proxyVariables(environment: Environment): Omit<ProxySettings, 'loopback'> {
  const value = (name: string): string | undefined => environment[name] || environment[name.toUpperCase()] || undefined;
  // In a program of CGI the field `Proxy` of a request becomes HTTP_PROXY.
  const plain = environment.REQUEST_METHOD === undefined ? value('http_proxy') : environment.http_proxy;
  const all = value('all_proxy');
  const [http, https, except] = [plain ?? all, value('https_proxy') ?? all, value('no_proxy')];
  return {
    ...(http !== undefined && { http }),
    ...(https !== undefined && { https }),
    ...(except !== undefined && { except }),
  };
}

/** The address of a proxy, for which `host:port` is enough; `undefined` for one that is not http(s). */
export function proxyAddress(text: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

/** The host of a `URL` without the brackets of an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** True for the addresses that are called directly. The rules are read once. */
export function directHosts({ except = '', loopback }: ProxySettings): (target: ProxyTarget) => boolean {
  const rules = except
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((text) => text !== '')
    .map(ruleOf);
  return ({ hostname, port }) => {
    const host = hostname.toLowerCase();
    return (loopback !== true && isThisMachine(host)) || rules.some((rule) => rule(host, String(port)));
  };
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  );
}

type Rule = (host: string, port: string) => boolean;

/** A rule of `NO_PROXY`: a domain with all below it, a host with a port, an address, a range of addresses, or `*`. */
function ruleOf(text: string): Rule {
  if (text.includes('/')) {
    return rangeOf(text);
  }
  const [, named = '', port] = isIP(text) === 0 ? (/^(.*?)(?::(\d+))?$/.exec(text) ?? []) : ['', text];
  const name = named === '*' ? named : bareHost(named.replace(/^\*?\./, ''));
  return (host, hostPort) =>
    (port === undefined || port === hostPort) &&
    name !== '' &&
    (name === '*' || host === name || (isIP(host) === 0 && host.endsWith(`.${name}`)));
}

/** The addresses of `10.0.0.0/8` or `fd00::/8`; a text that is not a range contains none. */
function rangeOf(text: string): Rule {
  const [network = '', bits = ''] = text.split('/');
  const version = isIP(network);
  const family = version === 6 ? 'ipv6' : 'ipv4';
  if (version === 0 || !/^\d+$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32)) {
    return () => false;
  }
  const range = new BlockList();
  range.addSubnet(network, Number(bits), family);
  return (host) => isIP(host) === version && range.check(host, family);
}
