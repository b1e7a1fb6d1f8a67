import { isPlainPath } from '../../http/paths.js';
import { type RequestTarget, splitTarget } from '../../http/urls.js';
import { wording } from '../base/wording.js';
import { Admission, answerHeaders, emptyResponse, type RequestHead, type WireResponse } from '../wire/wire.js';
import { isFromAnotherSite, type SiteSettings } from './cross-site.js';
import type { HostRules } from './host-rules.js';
import { hostOf } from './public-address.js';

/** Settings of a front door. */
export interface DoorSettings extends SiteSettings {
  readonly hosts: HostRules;
}

/** What is behind a front door. */
export interface BehindDoor {
  /** True for what pages of other sites may ask for as well: it runs nothing, or browsers send it only after a preflight that is answered here. */
  isOpen(head: RequestHead, target: RequestTarget): boolean;
  /** The answer to a body that is not wanted, by what the head announces: it is too long, or in a coding that cannot be undone. Undefined for one that is. */
  bodyRefusal(head: RequestHead, target: RequestTarget): WireResponse | undefined;
}

/**
 * The one way into a server, whichever listener a request comes from: it judges the head before anything of the body is read. What it does not let in never gets to
 * services, pages, or an older service behind this one.
 */
export class FrontDoor {
  readonly #settings: DoorSettings;
  readonly #behind: BehindDoor;
  /** The plain target that came last: most requests have the same. */
  #lastUrl = '';
  #lastTarget: RequestTarget = { path: '/', query: '' };

  constructor(settings: DoorSettings, behind: BehindDoor) {
    this.#settings = settings;
    this.#behind = behind;
  }

  /** Lets a request in, or says why not. A request that it has let in before is not judged again. */
  admit(head: RequestHead): Admission | WireResponse {
    if (head.admission?.door === this) {
      return head.admission;
    }
    const isForServer = head.method === 'OPTIONS' && head.url === '*';
    const target = this.#plainTarget(isForServer ? '/' : head.url);
    if (target === undefined) {
      return refusedWith(400, wording.wrongTarget);
    }
    const refusal = this.#refusal(head, target);
    if (isForServer) {
      // It asks whether there is a server (RFC 9110, 9.3.7).
      return refusal ?? emptyResponse(204, { Allow });
    }
    return refusal ?? new Admission(this, target, this.#settings.proxies.caller(head));
  }

  #plainTarget(url: string): RequestTarget | undefined {
    if (url === this.#lastUrl) {
      return this.#lastTarget;
    }
    const target = splitTarget(url);
    if (!isPlainPath(target.path) || notInQueries.test(target.query)) {
      return undefined;
    }
    this.#lastUrl = url;
    this.#lastTarget = target;
    return target;
  }

  #refusal(head: RequestHead, target: RequestTarget): WireResponse | undefined {
    const { method } = head;
    if (method !== 'POST' && method !== 'GET' && !isServedMethod(method)) {
      return { ...refusedWith(405, wording.wrongMethod), headers: { ...refusedWith(405, '').headers, Allow } };
    }
    const { hosts, proxies } = this.#settings;
    const status =
      hosts.refusal(hostOf(head), head.listensAt) ??
      hosts.forwardedRefusal(proxies.forwarded(head, 'host'), head.listensAt);
    if (status !== undefined) {
      return refusedWith(status, status === 421 ? wording.otherHost : wording.wrongHost);
    }
    return isFromAnotherSite(head, this.#settings) && !this.#behind.isOpen(head, target)
      ? refusedWith(403, wording.anotherSite)
      : this.#behind.bodyRefusal(head, target);
  }
}

/** Spaces and control characters, which end a request line for some readers. */
const notInQueries = /[\0- \x7f]/;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** They show a request to its sender, with fields that scripts may not see, or ask for a connection to another host. */
const neverServed = /^(?:TRACE|TRACK|CONNECT)$/i;
const Allow = 'GET, POST';

function isServedMethod(method: string): boolean {
  return token.test(method) && !neverServed.test(method);
}

function refusedWith(status: number, body: string): WireResponse {
  return { status, headers: answerHeaders('text/plain; charset=utf-8', 'no-store'), body };
}
