import http, { type Agent, type ClientRequestArgs } from 'node:http';
import https, { type Agent as SecureAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { duration, either, number, type OptionKinds, object, requireOptions, text } from '../base/options.js';
import { keepIdle } from './idle-connections.js';
import type { Origin } from './origins.js';
import { type ChooseProxy, type ProxyOptions, type ProxyServer, proxyChoice } from './proxies.js';
import { type ClientTls, checkClientTls, connectionTls } from './tls-options.js';
import { openTunnel } from './tunnel.js';

/** How `createNodeTransport` connects. */
export interface NodeTransportOptions {
  /** Agent for `http:` addresses; default a keep-alive one of the transport's own. */
  readonly httpAgent?: Agent;
  /** Agent for `https:` addresses: certificates, proxies. Default a keep-alive one of the transport's own. */
  readonly httpsAgent?: SecureAgent;
  /**
   * Certificates and keys for `https:` addresses, also through a proxy: `ca` (in the place of Node's authorities), `cert` and `key` or `pfx` with `passphrase`,
   * `servername`, `rejectUnauthorized` and others of Node's `tls.connect`. The keys are read when the transport is made.
   */
  readonly tls?: ClientTls;
  /**
   * The proxy: its address, `http://user:password@proxy.example:8080`, or `ProxyOptions`; or `'environment'` for those of `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and
   * `NO_PROXY`, in either letter case, when the transport is made. Requests to `https:` addresses go through a tunnel, so the proxy sees nothing of them. Default: none.
   */
  readonly proxy?: string | ProxyOptions;
  /**
   * How long a connection of the transport's own agents may lie unused, in milliseconds; default 4000. Servers close idle connections (Node's
   * after 5 seconds); a request that meets the closing is lost.
   */
  readonly idleTimeoutMs?: number;
  /** Connections to one host at a time, of the transport's own agents; default unlimited. */
  readonly maxSockets?: number;
}

const kinds: OptionKinds<NodeTransportOptions> = {
  httpAgent: object,
  httpsAgent: object,
  tls: object,
  proxy: either('an address, "environment" or an object', text, object),
  idleTimeoutMs: duration,
  maxSockets: number,
};

/** How a request reaches its address. */
export interface AgentRoute {
  readonly agent: Agent;
  /** The proxy to which the request itself is sent; undefined where it goes to its address, be it through a tunnel. */
  readonly proxy?: ProxyServer;
}

/** The agents of a transport: those that it was given, and its own, which keep connections. */
export class Agents {
  readonly #http: AgentRoute;
  readonly #https: AgentRoute;
  readonly #own: http.Agent[] = [];
  readonly #choose: ChooseProxy | undefined;
  readonly #proxied = new Map<ProxyServer, readonly [plain: AgentRoute, secure: AgentRoute]>();
  readonly #connections: https.AgentOptions;
  readonly #tls: https.AgentOptions;
  readonly #idleMs: number;

  /** Throws `TypeError` for options that do not exist, are of another kind or exclude each other, or a proxy that is not an address. */
  constructor(options: NodeTransportOptions) {
    requireOptions('createNodeTransport', options, kinds);
    const { httpAgent, httpsAgent, tls, proxy } = options;
    checkClientTls(tls);
    if (
      (httpsAgent !== undefined && (tls ?? proxy) !== undefined) ||
      (httpAgent !== undefined && proxy !== undefined)
    ) {
      throw new TypeError(
        'The agent decides over certificates and proxies: give either an agent, or `tls` and `proxy`.',
      );
    }
    this.#connections = {
      keepAlive: true,
      maxSockets: options.maxSockets ?? Number.POSITIVE_INFINITY,
    };
    this.#idleMs = options.idleTimeoutMs ?? 4000;
    this.#tls = { ...this.#connections, ...(tls !== undefined && connectionTls(tls)) };
    this.#choose = proxy === undefined ? undefined : proxyChoice(proxy, process.env);
    this.#http = { agent: httpAgent ?? this.#keep(new http.Agent(this.#connections)) };
    this.#https = { agent: httpsAgent ?? this.#keep(new https.Agent(this.#tls)) };
  }

  /** The way to an address. */
  routeTo(origin: Origin): AgentRoute {
    const proxy = this.#choose?.(origin);
    if (proxy === undefined) {
      return origin.secure ? this.#https : this.#http;
    }
    return this.#routesOver(proxy)[origin.secure ? 1 : 0];
  }

  /** Closes the connections of the transport's own agents. */
  close(): void {
    for (const agent of this.#own) {
      agent.destroy();
    }
  }

  #routesOver(proxy: ProxyServer): readonly [plain: AgentRoute, secure: AgentRoute] {
    let routes = this.#proxied.get(proxy);
    if (routes === undefined) {
      const connections = this.#connections;
      const plain = proxy.secure
        ? new https.Agent({ ...connections, ...connectionTls(proxy.tls ?? {}) })
        : new http.Agent(connections);
      const secure = new TunnelAgent(proxy, this.#tls);
      routes = [{ agent: this.#keep(plain), proxy }, { agent: this.#keep(secure) }];
      this.#proxied.set(proxy, routes);
    }
    return routes;
  }

  #keep(agent: http.Agent): http.Agent {
    this.#own.push(agent);
    return keepIdle(agent, this.#idleMs);
  }
}

type Created = (error: Error | null, socket: Duplex) => void;

/** Node's agent of https, whose connections go through a proxy: certificates are those of the service. */
class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyServer;
  /** Connections to the proxy that are no tunnels yet. */
  readonly #opening = new Set<Duplex>();

  constructor(proxy: ProxyServer, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override destroy(): void {
    for (const socket of this.#opening) {
      socket.destroy();
    }
    super.destroy();
  }

  override createConnection(options: ClientRequestArgs, callback?: Created): Duplex | null | undefined {
    const opening = openTunnel(this.#proxy, options.host ?? 'localhost', options.port ?? 443, (error, socket) => {
      this.#opening.delete(opening);
      if (error !== null || socket === undefined) {
        callback?.(error, undefined as never);
      } else {
        callback?.(null, super.createConnection({ ...options, socket } as ClientRequestArgs) as Duplex);
      }
    });
    this.#opening.add(opening);
    return undefined;
  }
}
