import type { AddressingPart } from './client-addressing.js';

/** For clients that have WS-Addressing only where they name it. */
export const noDefaultAddressing: AddressingPart | undefined = undefined;

/** As `declaredAddressing`, where generated operations name it by themselves. */
export function noAddressing(): AddressingPart | undefined {
  return undefined;
}
