import type { OperationDescriptor, PortDescriptor } from '../service/descriptor.js';
import type { CallPlan, ClientContext } from './context.js';

/** The client side of a kind of binding. */
export interface ClientBinding {
  /** Works out the calls of an operation at an address of the port; undefined if the port does not offer the operation. */
  plan(
    context: ClientContext,
    operation: OperationDescriptor,
    port: PortDescriptor,
    address: string,
  ): CallPlan | undefined;
}
