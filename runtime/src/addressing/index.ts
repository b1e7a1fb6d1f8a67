/** WS-Addressing 1.0 and 2004/08. */

export type { AddressingVersion } from '../service/addressing.js';
export {
  type CallTarget,
  type EndpointReference,
  endpointReference,
  type TypedEndpointReference,
} from '../service/endpoint-reference.js';
export { wsAddressing } from './client-extension.js';
export { addressingOf, type MessageAddressing, type Relationship } from './properties.js';
export type { ServerAddressingOptions } from './server-extension.js';
