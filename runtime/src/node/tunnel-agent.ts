import type { ClientRequestArgs } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import type { ProxyServer } from './proxies.js';
import { openTunnel } from './tunnel.js';

type Created = (error: Error | null, socket: Duplex) => void;

/** Node's agent of https, whose connections go through a proxy: certificates are those of the service. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: ProxyServer;

  constructor(proxy: ProxyServer, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: ClientRequestArgs, callback?: Created): Duplex | null | undefined {
    openTunnel(this.#proxy, options.host ?? 'localhost', options.port ?? 443, (error, socket) => {
      if (error !== null || socket === undefined) {
        callback?.(error, undefined as never);
      } else {
        callback?.(null, super.createConnection({ ...options, socket } as ClientRequestArgs) as Duplex);
      }
    });
    return undefined;
  }
}
