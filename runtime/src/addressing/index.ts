/** WS-Addressing 1.0 and 2004/08. */
export {
  type CallTarget,
  type EndpointReference,
  endpointReference,
  type TypedEndpointReference,
} from './endpoint-reference.js';
export { addressingOf, type MessageAddressing, type Relationship } from './properties.js';
export type { ServerAddressingOptions } from './server-options.js';
export type { AddressingVersion } from './versions.js';
export { wsAddressing } from './ws-addressing.js';
