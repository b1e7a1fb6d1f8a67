import type { AddressingVersion } from '../addressing/versions.js';
import type { ExtensionsOption } from './named-extensions.js';
import type { ClientExtensions } from './named-header-blocks.js';

/** WS-Addressing of a client, made by `wsAddressing`. */
export interface ClientAddressing {
  readonly $part: true;
  /** The extensions of a client, with that of WS-Addressing before them. Throws as `clientExtensions`. */
  extend(given: ExtensionsOption): ClientExtensions | undefined;
}

/** Makes the WS-Addressing of a client: of a version, as the WSDL declares it (`'declared'`), or for all operations in the version of the WSDL, else 1.0. */
export type AddressingPart = (version?: AddressingVersion | 'declared') => ClientAddressing;

/** The option `addressing` of clients. */
export type AddressingOption = AddressingVersion | boolean | ClientAddressing;
