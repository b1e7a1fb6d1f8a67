import { callback, flag, having, type OptionKinds, object, oneOf, requireOptions } from '../base/options.js';
import type { SoapHeaderBlock } from '../soap/envelope.js';
import type { HeaderContext, ReceivedHeaderBlock, RequestNeeds, SoapHeaderExtension } from '../soap/extension.js';
import { type Authentication, type AuthenticationOptions, authenticationOf } from './authentication.js';
import { type AgeLimits, ageLimitKinds, checkTimestamp, freshnessAt } from './check-timestamp.js';
import { securityElement, wsse } from './names.js';
import { timestampElement } from './parts.js';
import { receivedSecurity, SecurityRefusal } from './received.js';
import { securityFault } from './security-fault.js';

/** Options of `checkSecurity`. It needs `passwords`, `verify` or `timestamp: true`: otherwise it would check nothing. */
export interface CheckSecurityOptions extends AuthenticationOptions, AgeLimits {
  /** True if requests need a timestamp that says when they were made; one that is there is checked in any case. Default false. */
  readonly timestamp?: boolean;
  /**
   * What to do with operations over GET and POST, whose requests have no header blocks: `'refuse'` (default) does not offer them, `'unchecked'` lets everybody call
   * them.
   */
  readonly otherBindings?: 'refuse' | 'unchecked';
  /** Default: the machine's time. */
  readonly clock?: () => Date;
}

const kinds: OptionKinds<CheckSecurityOptions> = {
  passwords: callback,
  verify: callback,
  principal: callback,
  failures: object,
  nonces: having('an object with `use`', 'use'),
  timestamp: flag,
  otherBindings: oneOf('refuse', 'unchecked'),
  clock: callback,
  ...ageLimitKinds,
};

/** Whether a request had a timestamp: its answer gets one as well. */
interface CheckedRequest {
  readonly hasTimestamp: boolean;
}

/** Checks the `wsse:Security` header block of a server's requests before the handler is called, and says who the user is in `context.principal`. */
class SecurityCheck implements SoapHeaderExtension<CheckedRequest> {
  declare readonly state?: CheckedRequest;
  readonly soapOnly: boolean;
  readonly needs: RequestNeeds;
  readonly understands: SoapHeaderExtension['understands'] = [{ namespace: wsse, name: 'Security' }];
  readonly #ages: AgeLimits;
  readonly #needsTimestamp: boolean;
  readonly #authentication: Authentication | undefined;
  readonly #clock: () => Date;

  constructor(options: CheckSecurityOptions) {
    const { timestamp = false, otherBindings, clock = () => new Date() } = options;
    this.soapOnly = otherBindings !== 'unchecked';
    // A copy: what is changed afterwards is not checked.
    this.#ages = { ...options };
    this.#needsTimestamp = timestamp;
    this.#authentication = authenticationOf(options, clock);
    this.#clock = clock;
    this.needs = { user: this.#authentication !== undefined, digest: options.passwords !== undefined, timestamp };
    if (!timestamp && this.#authentication === undefined) {
      throw new TypeError(
        '`checkSecurity` would check nothing. Give it `passwords` or `verify` for user name tokens, or `timestamp: true`.',
      );
    }
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
      ? [{ tree: securityElement(wsse, 'Security', [timestampElement(now, freshnessAt(now, this.#ages).maxAge)]) }]
      : [];
  }

  async #check(blocks: readonly ReceivedHeaderBlock[], context: HeaderContext): Promise<void> {
    const { timestamp, usernameToken } = receivedSecurity(blocks);
    context.extensions.set(this, { hasTimestamp: timestamp !== undefined });
    const freshness = freshnessAt(this.#clock(), this.#ages);
    if (timestamp !== undefined) {
      checkTimestamp(timestamp, freshness, this.#needsTimestamp);
    } else if (this.#needsTimestamp) {
      throw new SecurityRefusal('InvalidSecurity', 'The request has no timestamp.');
    }
    const principal = await this.#authentication?.principalOf(usernameToken, freshness, context.callerAddress);
    if (principal !== undefined) {
      context.setPrincipal?.(principal);
    }
  }
}

/**
 * Checks WS-Security in a server: `extensions: [checkSecurity({ passwords: (user) => passwords.get(user) })]`. Requests over GET and POST have
 * no header blocks: such operations are not offered. Throws `TypeError` for options that do not exist, have another kind, or check nothing.
 */
export function checkSecurity(options: CheckSecurityOptions): SoapHeaderExtension {
  requireOptions('checkSecurity', options, kinds);
  return new SecurityCheck(options);
}
