import { requireKind } from '../../base/options.js';
import { type GivenSecurity, givenSecurity, securityExtensions } from '../../soap/message-security.js';
import type { ClientSecurity } from '../options/parts.js';

/** The part of clients whose service has a WS-Policy that demands protected messages. */
export const messageSecurity: ClientSecurity = (service, port, given) => {
  if (given !== undefined) {
    requireKind('The option `security`', given, givenSecurity);
  }
  return securityExtensions(service, port, given as GivenSecurity | undefined, 'client');
};
