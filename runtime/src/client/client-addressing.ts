import type { CallTarget } from '../addressing/endpoint-reference.js';
import type { AddressingVersion } from '../addressing/versions.js';
import type { ExtensionsOption } from './named-extensions.js';
import type { ClientExtensions } from './named-header-blocks.js';

/** WS-Addressing of a client, made by `wsAddressing`. */
export interface ClientAddressing {
  /** The extensions of a client, with that of WS-Addressing before them. Throws as `clientExtensions`. */
  extend(given: ExtensionsOption): ClientExtensions | undefined;
  /** The address of an endpoint reference. Throws `TypeError` for one that nothing can be sent to. */
  addressOf(to: CallTarget): string;
}

/** Makes the WS-Addressing of a client: of a version, as the WSDL declares it (`'declared'`), or for all operations in the version of the WSDL, else 1.0. */
export type AddressingPart = (version?: AddressingVersion | 'declared') => ClientAddressing;

/** What the option `addressing` of clients may be. */
export type AddressingOption = AddressingVersion | boolean | ClientAddressing;

/** The WS-Addressing that an option asks for; `declared` is that of services whose WSDL does. Throws `TypeError` where the code for it is not named. */
export function addressingOfOption(
  option: AddressingOption | undefined,
  part: AddressingPart | undefined,
  declared: AddressingPart | undefined,
): ClientAddressing | undefined {
  if (option === undefined) {
    return declared?.('declared');
  }
  if (typeof option === 'object' || option === false) {
    return option || undefined;
  }
  if (part === undefined) {
    throw new TypeError('In browsers and workers, the option addressing is `wsAddressing(…)`.');
  }
  return part(option === true ? undefined : option);
}
