import { isInternalHost } from './locate.js';
import type { FetchDocument, ReadLimits, ReadOutcome } from './outside-access.js';
import { fetchAddress, type RemotePlace, remotePlace, type SourcePlace, withUserOf } from './places.js';

/** The maximum number of redirects for one download. */
const maxRedirects = 5;

/** An outcome with the place that gave it, after all redirects. */
export interface FollowedOutcome {
  readonly outcome: ReadOutcome;
  readonly place: RemotePlace;
}

/** Fetches documents: follows redirects, refuses private networks, and sends user and password only to their own origin. */
export class RemoteReader {
  readonly #download: FetchDocument | undefined;
  /** Hosts in private networks that the user named himself. */
  readonly #trustedHosts: Set<string>;

  constructor(download: FetchDocument | undefined, inputs: readonly SourcePlace[], allowHosts: readonly string[]) {
    this.#download = download;
    const named = inputs.flatMap((place) => (place.kind === 'remote' ? [place.url] : []));
    const hosts = named.filter(isInternalHost).map((url) => new URL(url).host);
    this.#trustedHosts = new Set([...hosts, ...allowHosts]);
  }

  /** Fetches a place; `named` for one that the user gave. */
  async fetch(first: RemotePlace, limits: ReadLimits, named: boolean): Promise<ReadOutcome> {
    return (await this.follow(first, limits, named)).outcome;
  }

  /**
   * The same, with the place that answered.
   *
   * @param mayAsk Whether a redirect to this address may be followed.
   */
  async follow(
    first: RemotePlace,
    limits: ReadLimits,
    named: boolean,
    mayAsk: (url: string) => boolean = () => true,
  ): Promise<FollowedOutcome> {
    if (!this.#download) {
      return { outcome: { kind: 'failed', reason: 'there is no network' }, place: first };
    }
    let place = first;
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const isNamed = named && hop === 0;
      const trusted = isNamed || this.#isTrusted(place.url);
      if (hop > 0 && !mayAsk(place.url)) {
        const reason = `it redirects to ${new URL(place.url).host}, another host, which is not asked`;
        return { outcome: { kind: 'failed', reason }, place };
      }
      if (!trusted && isInternalHost(place.url)) {
        return { outcome: { kind: 'outside' }, place };
      }
      const outcome = await this.#download(fetchAddress(place), { ...limits, internal: trusted });
      const answered = outcome.kind === 'found' || outcome.kind === 'redirect';
      // Documents that the user's own service imports from itself belong to the user, too; a public service has no private
      // documents.
      if (isNamed && answered && outcome.internal) {
        this.#trustedHosts.add(new URL(place.url).host);
      }
      if (outcome.kind !== 'redirect') {
        return { outcome, place };
      }
      const next = remotePlace(outcome.location);
      if (next.kind === 'bad') {
        return { outcome: { kind: 'failed', reason: 'it redirects to something that is not http' }, place };
      }
      place = withUserOf(next, place);
    }
    return { outcome: { kind: 'failed', reason: 'it redirects too often' }, place };
  }

  #isTrusted(url: string): boolean {
    const { host, hostname } = new URL(url);
    return this.#trustedHosts.has(host) || this.#trustedHosts.has(hostname);
  }
}
