import { AddressRanges, parseIpAddress, plainIpAddress } from '../../http/ip-address.js';
import { headerValue, type RequestHead } from '../wire/wire.js';

/**
 * Which programs in front of a server are believed in what they say of a caller (`X-Forwarded-For`, `-Host`, `-Proto`): a number of them, one behind the other (`true` means
 * 1), or their addresses (`['10.0.0.0/8']`). `false` and 0 mean none.
 */
export type TrustProxy = boolean | number | readonly string[];

/** More are no chain of proxies, but a mistake. */
const mostHops = 64;

/** Reads what trusted proxies say of a request. Each adds the address from which it got the request at the end of `X-Forwarded-For`, so only the end of the lists is believed. */
export class TrustedProxies {
  readonly #count: number;
  readonly #addresses: AddressRanges | undefined;

  /** Throws `TypeError` for a value that is none of the three. */
  constructor(option: TrustProxy | undefined = false) {
    const isList = Array.isArray(option);
    const count = Number(isList ? 0 : option);
    const isKnown = isList || typeof option === 'boolean' || typeof option === 'number';
    if (!isKnown || !Number.isInteger(count) || count < 0 || count > mostHops) {
      throw new TypeError(
        `trustProxy: ${JSON.stringify(option)} is not a number of proxies, and no list of their addresses. Write for example 1, or ["10.0.0.0/8"].`,
      );
    }
    this.#count = count;
    this.#addresses = isList && option.length > 0 ? new AddressRanges(option, 'trustProxy') : undefined;
  }

  /** The address of the caller: where the first proxy that is trusted got the request from, or the other end of the connection. Undefined if the listener did not say. */
  caller(head: RequestHead): string | undefined {
    const { remoteAddress } = head;
    const address = remoteAddress === undefined ? undefined : plainIpAddress(remoteAddress);
    if (this.#count === 0 && this.#addresses === undefined) {
      return address;
    }
    const chain = this.#chain(head);
    return chain.at(-1) ?? address;
  }

  /** True if a request comes from a proxy that is trusted. */
  isFrom({ remoteAddress }: RequestHead): boolean {
    return this.#trusts(remoteAddress, 0);
  }

  /** What the trusted proxies say the caller asked for: `host` or `proto`. Undefined if they say nothing, or there are none. */
  forwarded(head: RequestHead, name: 'host' | 'proto'): string | undefined {
    if (this.#count === 0 && this.#addresses === undefined) {
      return undefined;
    }
    const value = headerValue(head.headers, `x-forwarded-${name}`);
    if (value === undefined) {
      return undefined;
    }
    const hops = this.#addresses === undefined ? this.#count : this.#chain(head).length;
    const said = value.split(',');
    // A proxy either adds to the list or begins it anew.
    return hops === 0 ? undefined : said[Math.max(0, said.length - hops)]?.trim();
  }

  /** The addresses that trusted proxies saw, the nearest first: as many as there are trusted proxies, if each of them says something. */
  #chain(head: RequestHead): readonly string[] {
    const said = headerValue(head.headers, 'x-forwarded-for') ?? '';
    const seen: string[] = [];
    let end = said.length;
    let proxy = head.remoteAddress;
    // From the end: what callers write at the beginning may be long.
    while (seen.length < mostHops && this.#trusts(proxy, seen.length)) {
      const comma = end > 0 ? said.lastIndexOf(',', end - 1) : -1;
      const next = addressOf(said.slice(comma + 1, Math.max(end, 0)));
      end = comma;
      if (next === undefined) {
        // It is trusted, and does not say who called it.
        seen.push(...(proxy === undefined ? [] : [plainIpAddress(proxy)]));
        break;
      }
      seen.push(next);
      proxy = next;
    }
    return seen;
  }

  #trusts(proxy: string | undefined, before: number): boolean {
    if (this.#addresses === undefined) {
      return before < this.#count;
    }
    const address = proxy === undefined ? undefined : parseIpAddress(proxy);
    return address !== undefined && this.#addresses.has(address);
  }
}

/** An address with a port, as some proxies write it. */
const withPort = /^(?:\[([^\]]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/;

function addressOf(item: string): string | undefined {
  const text = item.trim();
  const [, v6, v4] = withPort.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return parseIpAddress(address) === undefined ? undefined : plainIpAddress(address);
}
