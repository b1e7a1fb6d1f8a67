import { RecentMap } from '../../base/recent-map.js';
import type { MediaType } from '../../http/media-type.js';
import type { SoapVersion } from '../../service/soap-version.js';
import type { SoapRoute } from './soap-routes.js';

/** The operation that the headers of a request name, whatever its envelope contains. */
export interface KnownCall {
  readonly mediaType: MediaType;
  readonly version: SoapVersion;
  readonly route: SoapRoute;
}

interface Entry extends KnownCall {
  readonly contentType: string;
  readonly soapAction: string | undefined;
}

/** Characters of headers that are kept for each endpoint. */
const keptCharacters = 65_536;

/**
 * The calls of an endpoint that content type and SOAPAction name by themselves. Clients send the same headers again and again, and reading them costs as much
 * as a small message.
 */
export class KnownHeaders {
  readonly #entries = new RecentMap<Entry>(keptCharacters, (key, { contentType }) => key.length + contentType.length);

  /** The call that was kept for these headers. */
  get(contentType: string, soapAction: string | undefined): KnownCall | undefined {
    const entry = this.#entries.get(soapAction ?? contentType);
    return entry !== undefined && entry.contentType === contentType && entry.soapAction === soapAction
      ? entry
      : undefined;
  }

  /** Keeps a call for these headers. */
  set(contentType: string, soapAction: string | undefined, { mediaType, version, route }: KnownCall): void {
    this.#entries.set(soapAction ?? contentType, { contentType, soapAction, mediaType, version, route });
  }
}
