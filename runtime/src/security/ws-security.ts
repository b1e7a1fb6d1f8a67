import type { SoapHeaderBlock } from '../soap/envelope.js';
import type { SoapHeaderExtension } from '../soap/extension.js';
import { securityElement, wsse } from './names.js';
import type { SecurityPart } from './parts.js';

/** Options of `wsSecurity`. */
export interface WsSecurityOptions {
  /** The parts of the header block, in their order: `timestamp()`, `usernameToken(…)`. */
  readonly parts: readonly SecurityPart[];
  /** Mark the block so that services that do not know it refuse the call. Default false. */
  readonly mustUnderstand?: boolean;
  /** SOAP 1.1 actor or SOAP 1.2 role that the block is for. Default: the service itself. */
  readonly actor?: string;
  /** The time of the service, where it is another one than that of this machine, as with cameras. Default: the machine's. */
  readonly clock?: () => Date;
}

/**
 * Sends a `wsse:Security` header block with each request of a client, new for each attempt: `extensions: [wsSecurity({ parts: [timestamp(), usernameToken(user, password)] })]`.
 * Answers may have such a block, too; it is not checked.
 */
export function wsSecurity({
  parts,
  mustUnderstand = false,
  actor,
  clock = () => new Date(),
}: WsSecurityOptions): SoapHeaderExtension {
  return {
    understands: [{ namespace: wsse, name: 'Security' }],
    write: async ({ side }): Promise<readonly SoapHeaderBlock[]> => {
      if (side === 'server') {
        return [];
      }
      const now = clock();
      const children = await Promise.all(parts.map((part) => part.write(now)));
      const tree = securityElement(wsse, 'Security', children);
      return [{ tree, mustUnderstand, ...(actor !== undefined && { actor }) }];
    },
  };
}
