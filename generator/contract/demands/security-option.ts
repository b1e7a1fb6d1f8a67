import { securityHint } from '@wsdl-codegen/runtime/extend';
import { isSoapKind } from '../binding-kinds.js';
import type { Port, Service } from '../model.js';
import { portDemands } from './port-demands.js';

/** What the option `security` of clients of a port is for its WS-Policy, or what of it is not supported, as a line for people; undefined if nothing is demanded. */
export function securityOption(service: Service, port: Port): string | undefined {
  const { ways, unsupported } = portDemands(service, port);
  if (unsupported.length > 0) {
    return `not supported: ${unsupported.join(', ')}`;
  }
  if (ways.length === 0) {
    return undefined;
  }
  const hint = securityHint(ways, 'client');
  return isSoapKind(port.binding) || hint.endsWith('nothing')
    ? hint
    : `not supported: header blocks over ${port.binding}`;
}
