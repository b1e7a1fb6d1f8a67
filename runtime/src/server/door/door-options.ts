import { anyValue, type OptionKinds, object, text } from '../../base/options.js';
import { splitAddress } from '../../http/urls.js';
import { type CorsOptions, CorsRules } from './cors.js';
import type { DoorSettings } from './front-door.js';
import { HostRules, type Hosts } from './host-rules.js';
import { type Origins, originTest, serializedOrigin } from './origins.js';
import { TrustedProxies, type TrustProxy } from './trusted-proxies.js';

/** Options that decide which requests a server lets in. */
export interface DoorOptions {
  /** Path in front of those of the services' addresses: `/soap`. */
  readonly basePath?: string;
  /** Public base address that `?WSDL` and the pages show: `https://wallet.example`. Default: from the request's Host header. Its host is one of `hosts`. */
  readonly baseUrl?: string;
  /**
   * Names of hosts at which the server answers, with any port: `['wallet.example', '*.wallet.example']`, or `'*'` for all. Requests that name others are answered 421. Default: only
   * `localhost`, names below it and loopback addresses where the listener is bound to such an address, all names elsewhere.
   */
  readonly hosts?: Hosts;
  /**
   * Proxies in front that are believed in `X-Forwarded-For`, `X-Forwarded-Host` and `X-Forwarded-Proto`: their number, or their addresses
   * (`['10.0.0.0/8']`). `true` means one. Default: none.
   */
  readonly trustProxy?: TrustProxy;
  /**
   * Web sites whose pages may run operations over GET and POST as if they were this server's own: as the user, cookies included. Default none; `'*'` turns the
   * protection off. For pages that only call from scripts, `cors` is enough.
   */
  readonly trustedOrigins?: Origins;
  /** Allows scripts in pages of other web sites to call the services. By default, browsers do not allow it. */
  readonly cors?: CorsOptions;
}

/** The kinds of these options. */
export const doorOptions: OptionKinds<DoorOptions> = {
  basePath: text,
  baseUrl: text,
  // Hosts, proxies and origins say by themselves what is wrong with them.
  hosts: anyValue,
  trustProxy: anyValue,
  trustedOrigins: anyValue,
  cors: object,
};

/** Applies defaults. Throws `TypeError` for a host, a proxy or an origin that is none. */
export function doorSettings({ basePath = '', baseUrl, ...options }: DoorOptions): DoorSettings {
  return {
    basePath,
    baseUrl,
    hosts: new HostRules(options.hosts, baseUrl),
    proxies: new TrustedProxies(options.trustProxy),
    baseOrigin: baseUrl === undefined ? undefined : serializedOrigin(splitAddress(baseUrl)?.base ?? ''),
    trustsOrigin: originTest(options.trustedOrigins ?? [], 'trustedOrigins'),
    cors: options.cors === undefined ? undefined : new CorsRules(options.cors),
  };
}
