import { requireKind } from '../../base/options.js';
import { headerExtensions } from '../../soap/header-extensions.js';
import { givenSecurity, securityExtensions } from '../../soap/message-security.js';
import type { ClientSecurity } from '../options/parts.js';

/** The part of clients whose service has a WS-Policy that demands protected messages. */
export const messageSecurity: ClientSecurity = (context, port, { security, extensions = [] }) => {
  const { service, addressing } = context;
  if (security !== undefined) {
    requireKind('The option `security`', security, givenSecurity);
    if (security !== 'unprotected' && service.ports.every((each) => each.security === undefined)) {
      throw new TypeError(
        `${service.name} has no WS-Policy for the option \`security\`: use the option \`extensions\`.`,
      );
    }
  }
  const added = securityExtensions(service.name, port, security, 'client');
  const all = [...extensions, ...added];
  return added.length === 0
    ? context
    : { ...context, extensions: headerExtensions(addressing ? addressing.extend(all) : all) };
};
