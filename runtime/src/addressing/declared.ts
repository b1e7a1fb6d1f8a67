import type { AddressingPart } from '../client/named-addressing.js';
import type { ServiceDescriptor } from '../service/descriptor.js';
import { asksForAddressing } from './asked.js';
import { wsAddressing } from './ws-addressing.js';

/** WS-Addressing for a service whose WSDL asks for it; undefined for another. */
export function declaredAddressing({ operations }: ServiceDescriptor<unknown>): AddressingPart | undefined {
  return asksForAddressing(Object.values(operations)) ? wsAddressing : undefined;
}
