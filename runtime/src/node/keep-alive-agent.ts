import http, { type ClientRequestArgs } from 'node:http';

const maxHosts = 1000;

/**
 * Node's agent, with the names of its connections made once for each host and port. Node puts a name together several times for each request, and
 * each time looks it up in an object: that is a tenth of the processor time of a request.
 */
export class KeepAliveAgent extends http.Agent {
  readonly #names = new Map<ClientRequestArgs['host'], Map<ClientRequestArgs['port'], string>>();

  override getName(options: ClientRequestArgs = {}): string {
    const { host, port, localAddress, family, socketPath } = options;
    if (localAddress || family || socketPath) {
      return super.getName(options);
    }
    const ports = this.#portsOf(host);
    let name = ports.get(port);
    if (name === undefined) {
      name = super.getName(options);
      ports.set(port, name);
    }
    return name;
  }

  #portsOf(host: ClientRequestArgs['host']): Map<ClientRequestArgs['port'], string> {
    let ports = this.#names.get(host);
    if (ports === undefined) {
      if (this.#names.size >= maxHosts) {
        this.#names.clear();
      }
      ports = new Map();
      this.#names.set(host, ports);
    }
    return ports;
  }
}
