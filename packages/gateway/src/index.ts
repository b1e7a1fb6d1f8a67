/** JSON over HTTP in front of services: of a client, or of a class that implements one. */

import { frontDoor, type SoapServer } from '@wsdl-codegen/runtime';
import { GatewayCore } from './gateway.js';
import { checkGatewayOptions, type Door, type GatewayOptions } from './options.js';

export type {
  CallableClient,
  Door,
  GatewayClass,
  GatewayClient,
  GatewayLimits,
  GatewayOptions,
  GatewayService,
  PassedOn,
} from './options.js';

/**
 * Makes a gateway: it takes JSON, calls a service by a client, or a class that implements one, and answers with JSON. With `door: frontDoor` of `@wsdl-codegen/runtime/node` it has `listen` and
 * `nodeListener`. Throws `TypeError` for options that do not exist or are of another kind, and for routes that cannot be.
 */
export function createGateway<Server extends SoapServer = SoapServer>(options: GatewayOptions<Server>): Server {
  checkGatewayOptions(options);
  const core = new GatewayCore(options);
  const door = options.door ?? (frontDoor as Door<SoapServer> as Door<Server>);
  return door((request) => core.handle(request), core.door);
}
