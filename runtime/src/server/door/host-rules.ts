import { isLoopbackAddress } from '../../http/ip-address.js';
import { splitAddress } from '../../http/urls.js';

/** Names of hosts at which a server answers: `['shop.example', '*.shop.example']`, with any port, or `'*'` for all. */
export type Hosts = '*' | readonly string[];

/** A host with an optional port, as a Host header may contain it; anything else must not reach a document. */
const hostForm = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?$/;

/** True for a host with an optional port. */
export function isHost(text: string): boolean {
  return hostForm.test(text);
}

/** The name alone, as names are compared: without port, in lower case, without the point at the end of a whole name. */
function nameOf(host: string): string {
  return host
    .replace(/:[0-9]*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/**
 * Decides which names a server answers to. A page of another site can have its own name lead to the address of any server (DNS rebinding); then it is of the same site for
 * the browser, and only the name in the request says that something is wrong.
 */
export class HostRules {
  readonly #any: boolean;
  /** True if the option names hosts: then they are asked for at every listener. */
  readonly #isGiven: boolean;
  readonly #names: ReadonlySet<string>;
  /** Ends of names, each with its point. */
  readonly #ends: readonly string[];
  /** The hosts that came last and are served, as most requests have the same. */
  #lastHost: string | undefined;
  #lastLocalHost: string | undefined;
  #lastListener: string | undefined;
  #lastIsLocal = false;

  /** `baseUrl` is served in any case. Throws `TypeError` for an entry that is not the name of a host. */
  constructor(hosts: Hosts | undefined, baseUrl: string | undefined) {
    if (hosts !== undefined && hosts !== '*' && !Array.isArray(hosts)) {
      throw new TypeError(
        `hosts: ${JSON.stringify(hosts)} is not a list of host names. Write for example ["shop.example"], or "*" for all.`,
      );
    }
    const entries = hosts === '*' ? [] : (hosts ?? []);
    entries.forEach(requireName);
    const own = baseUrl === undefined ? '' : (splitAddress(baseUrl)?.base ?? '').replace(/^[^/]*\/\//, '');
    this.#any = hosts === '*';
    this.#isGiven = hosts !== undefined;
    this.#names = new Set([own, ...entries.filter((entry) => !entry.startsWith('*'))].filter(isHost).map(nameOf));
    this.#ends = entries.filter((entry) => entry.startsWith('*')).map((entry) => entry.slice(1).toLowerCase());
  }

  /**
   * The status that refuses the host of a request, 400 for one that is missing or none, 421 for one that is not served; undefined if it is served. `listensAt` is the
   * address at which the listener is.
   */
  refusal(host: string | undefined, listensAt: string | undefined): 400 | 421 | undefined {
    const isLocal = listensAt !== undefined && this.#isLocal(listensAt);
    if (host !== undefined && host === (isLocal ? this.#lastLocalHost : this.#lastHost)) {
      return undefined;
    }
    const isJudged = !this.#any && (isLocal || this.#isGiven);
    if (host === undefined || host === '') {
      return isJudged ? 400 : undefined;
    }
    if (!isHost(host)) {
      return 400;
    }
    if (isJudged && !this.#serves(nameOf(host), isLocal)) {
      return 421;
    }
    if (isLocal) {
      this.#lastLocalHost = host;
    } else {
      this.#lastHost = host;
    }
    return undefined;
  }

  /** The same for the host that a trusted proxy was asked for. It is judged only where the option names hosts: the proxy has decided what it passes on. */
  forwardedRefusal(host: string | undefined, listensAt: string | undefined): 400 | 421 | undefined {
    if (host === undefined || this.#any || !this.#isGiven) {
      return undefined;
    }
    return this.refusal(host, listensAt);
  }

  #isLocal(listensAt: string): boolean {
    if (listensAt !== this.#lastListener) {
      this.#lastListener = listensAt;
      this.#lastIsLocal = isLoopbackHost(listensAt);
    }
    return this.#lastIsLocal;
  }

  #serves(name: string, isLocal: boolean): boolean {
    return this.#names.has(name) || (isLocal && isLoopbackHost(name)) || this.#ends.some((end) => name.endsWith(end));
  }
}

/** True for a name or an address that leads to the same machine, wherever it is used. */
function isLoopbackHost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'));
}

const entryForm = /^(?:(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])$/;

function requireName(entry: string): void {
  if (typeof entry !== 'string' || !entryForm.test(entry)) {
    throw new TypeError(
      `hosts: ${JSON.stringify(entry)} is not the name of a host. Write it without scheme and port: "shop.example", or "*.shop.example" for all names below.`,
    );
  }
}
