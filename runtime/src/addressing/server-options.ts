import type { AddressingVersion } from './versions.js';

/** Options of WS-Addressing in servers. */
export interface ServerAddressingOptions {
  /** The version that is understood. Default: both. */
  readonly version?: AddressingVersion;
  /** False for a `To` that is not of this server; the request is then refused with `DestinationUnreachable`. Default: every address is accepted. */
  readonly isDestination?: (to: string) => boolean;
}
