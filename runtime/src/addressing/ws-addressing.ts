import { clientExtensions } from '../client/extensions.js';
import type { ClientAddressing } from '../client/named-addressing.js';
import { isList } from '../client/named-extensions.js';
import { isAddressing } from './asked.js';
import { ClientAddressingExtension } from './client-extension.js';
import { endpointReference } from './endpoint-reference.js';
import { type AddressingVersion, addressingVersions } from './versions.js';

/**
 * WS-Addressing for the option `addressing` of clients in browsers and workers, where size counts: `addressing: wsAddressing('1.0')`. On Node
 * the version is enough. Without a version each operation is called in the one that its WSDL asks for, and in 1.0 if it asks for none; with `'declared'`
 * only those operations whose WSDL asks for it have it, as where clients have no such option.
 */
export function wsAddressing(version?: AddressingVersion | 'declared'): ClientAddressing {
  return {
    $part: true,
    extend: (given) => {
      const others = given === undefined ? [] : isList(given) ? given : given.all;
      const extensions =
        version === 'declared' && others.some(isAddressing)
          ? clientExtensions(others)
          : clientExtensions([new ClientAddressingExtension(version), ...others]);
      return extensions && { ...extensions, addressOf: (to) => callableAddress(endpointReference(to).address) };
    },
  };
}

/** Throws `TypeError` for an address that stands for no place. */
function callableAddress(address: string): string {
  if (addressingVersions.some(({ anonymous, none }) => address === anonymous || address === none)) {
    throw new TypeError(`Nothing can be sent to the endpoint reference: its address is ${address}.`);
  }
  return address;
}
