/** The security block that meets a demand: its timestamp and tokens, at clients and at servers. */
import type { MessageSecurity, SecurityDemand, SoapHeaderExtension } from '@wsdl-codegen/runtime';
import { checkSecurity, type SecurityPart, timestamp, wsSecurity } from '@wsdl-codegen/runtime/security';

/** Security that is a part of the block. */
export interface BlockToken {
  /** The token, as a demand wants it. */
  token(demand: SecurityDemand): SecurityPart;
}

/** Security that checks a token of requests. */
export interface BlockCheck {
  /** The extension that checks the block. */
  check(demand: SecurityDemand): SoapHeaderExtension;
}

/** The extensions of a client that write the block. Answers have their timestamps checked, where they have some. */
export function blockExtensions(
  demand: SecurityDemand,
  all: readonly MessageSecurity[],
): readonly SoapHeaderExtension[] {
  const instants = demand.timestamp === true ? [timestamp()] : [];
  const tokens = all.filter(isToken).map((each) => each.token(demand));
  const parts = demand.timestampLast === true ? [...tokens, ...instants] : [...instants, ...tokens];
  return [
    wsSecurity({ parts, mustUnderstand: true, checkTimestamp: demand.timestamp === true }),
    ...(demand.https === true ? [httpsAlone] : []),
  ];
}

/** The extensions of a server that check the block. */
export function blockChecks(demand: SecurityDemand, all: readonly MessageSecurity[]): readonly SoapHeaderExtension[] {
  const checks = all.filter(isCheck).map((each) => each.check(demand));
  // What checks user name tokens checks timestamps as well, and gives answers theirs.
  const isChecked = demand.timestamp !== true || all.some(({ meets }) => 'usernameCheck' in meets);
  return isChecked ? checks : [checkSecurity({ timestamp: true }), ...checks];
}

const isToken = (each: MessageSecurity): each is MessageSecurity & BlockToken => 'token' in each;
const isCheck = (each: MessageSecurity): each is MessageSecurity & BlockCheck => 'check' in each;

/** Hosts that are this machine, where nobody else reads what is sent. */
const ownHost = /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?([/?#]|$)/i;

/** Refuses to send tokens over HTTP where HTTPS is demanded. */
const httpsAlone: SoapHeaderExtension = {
  understands: [],
  write: ({ side, url }) => {
    if (side === 'client' && !/^https:/i.test(url) && !ownHost.test(url)) {
      throw new TypeError('The WS-Policy of the service demands HTTPS: its tokens are not sent to an address of http.');
    }
    return [];
  },
};
