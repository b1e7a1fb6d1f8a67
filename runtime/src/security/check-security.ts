import type { SoapHeaderBlock } from '../soap/envelope.js';
import type { HeaderContext, ReceivedHeaderBlock, SoapHeaderExtension } from '../soap/extension.js';
import { type AgeLimits, checkTimestamp, freshnessAt } from './check-timestamp.js';
import { checkUsernameToken, type UsernameTokenCheck } from './check-username.js';
import { securityFault } from './faults.js';
import { securityElement, wsse } from './names.js';
import { memoryNonces, type NonceStore } from './nonces.js';
import { timestampElement } from './parts.js';
import { receivedSecurity } from './received.js';
import { SecurityRefusal } from './refusal.js';

/** Options of `checkSecurity`. */
export interface CheckSecurityOptions extends AgeLimits {
  /** Requires a user name token, and decides about it: `(user, matches) => matches(passwordOf(user))`. */
  readonly usernameToken?: UsernameTokenCheck;
  /** True if requests need a timestamp; one that is there is checked in any case. Default false. */
  readonly timestamp?: boolean;
  /**
   * What to do with operations over GET and POST, whose requests have no header blocks: `'refuse'` (default) does not offer them, `'unchecked'` lets everybody call
   * them.
   */
  readonly otherBindings?: 'refuse' | 'unchecked';
  /** Where the nonces of tokens are remembered. Default: in memory, which is enough for one process. */
  readonly nonces?: NonceStore;
  /** Default: the machine's time. */
  readonly clock?: () => Date;
}

/** Whether a request had a timestamp: its answer gets one as well. */
interface CheckedRequest {
  readonly hasTimestamp: boolean;
}

/** Checks the `wsse:Security` header block of a server's requests before the handler is called, and says who the user is in `context.principal`. */
class SecurityCheck implements SoapHeaderExtension<CheckedRequest> {
  declare readonly state?: CheckedRequest;
  readonly soapOnly: boolean;
  readonly understands: SoapHeaderExtension['understands'] = [{ namespace: wsse, name: 'Security' }];
  readonly #options: CheckSecurityOptions;
  readonly #clock: () => Date;
  readonly #nonces: NonceStore;

  constructor(options: CheckSecurityOptions) {
    this.soapOnly = options.otherBindings !== 'unchecked';
    this.#options = options;
    this.#clock = options.clock ?? (() => new Date());
    this.#nonces = options.nonces ?? memoryNonces({ clock: this.#clock });
  }

  /** Throws `SoapFault` for a request that is refused. */
  async read(blocks: readonly ReceivedHeaderBlock[], context: HeaderContext): Promise<void> {
    if (context.side === 'client') {
      return;
    }
    try {
      await this.#check(blocks, context);
    } catch (error) {
      throw error instanceof SecurityRefusal ? securityFault(error, context.version) : error;
    }
  }

  /** A timestamp for the answer, if the request had one. */
  write({ side, extensions }: HeaderContext): readonly SoapHeaderBlock[] {
    const now = this.#clock();
    const isAsked = side === 'server' && extensions.get(this)?.hasTimestamp === true;
    return isAsked
      ? [{ tree: securityElement(wsse, 'Security', [timestampElement(now, freshnessAt(now, this.#options).maxAge)]) }]
      : [];
  }

  async #check(blocks: readonly ReceivedHeaderBlock[], context: HeaderContext): Promise<void> {
    const { timestamp, usernameToken } = receivedSecurity(blocks);
    context.extensions.set(this, { hasTimestamp: timestamp !== undefined });
    const freshness = freshnessAt(this.#clock(), this.#options);
    if (timestamp !== undefined) {
      checkTimestamp(timestamp, freshness);
    } else if (this.#options.timestamp === true) {
      throw new SecurityRefusal('InvalidSecurity', 'The request has no timestamp.');
    }
    const { usernameToken: check } = this.#options;
    if (check === undefined) {
      return;
    }
    if (usernameToken === undefined) {
      throw new SecurityRefusal('InvalidSecurity', 'The request has no user name token.');
    }
    context.setPrincipal?.(await checkUsernameToken(usernameToken, check, freshness, this.#nonces));
  }
}

/**
 * Checks WS-Security in a server: `extensions: [checkSecurity({ usernameToken: (user, matches) => matches(passwordOf(user)) })]`. Requests over GET and POST have
 * no header blocks: such operations are not offered.
 */
export function checkSecurity(options: CheckSecurityOptions): SoapHeaderExtension {
  return new SecurityCheck(options);
}
