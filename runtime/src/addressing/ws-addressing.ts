import { oneOf, requireKind } from '../base/options.js';
import type { ClientAddressing } from '../client/options/parts.js';
import { type AddressingVersion, addressingVersions, isAddressing } from '../service/addressing.js';
import { endpointReference } from '../service/endpoint-reference.js';
import { ClientAddressingExtension } from './client-extension.js';

/**
 * WS-Addressing for the option `addressing` of clients: `addressing: wsAddressing('1.0')`. Without a version each operation is called in the one that its WSDL asks
 * for, and in 1.0 if it asks for none; with `'declared'` only those operations whose WSDL asks for it have it, as where clients have no such option. Throws `TypeError` for another version.
 */
export function wsAddressing(version?: AddressingVersion | 'declared'): ClientAddressing {
  if (version !== undefined) {
    requireKind('The version of `wsAddressing`', version, oneOf('1.0', '2004/08', 'declared'));
  }
  return {
    extend: (given) =>
      version === 'declared' && given.some(isAddressing) ? given : [new ClientAddressingExtension(version), ...given],
    addressOf: (to) => callableAddress(endpointReference(to).address),
  };
}

/** Throws `TypeError` for an address that stands for no place. */
function callableAddress(address: string): string {
  if (addressingVersions.some(({ anonymous, none }) => address === anonymous || address === none)) {
    throw new TypeError(`Nothing can be sent to the endpoint reference: its address is ${address}.`);
  }
  return address;
}
