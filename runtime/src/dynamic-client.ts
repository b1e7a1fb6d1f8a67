import { wsAddressing } from './addressing/client-extension.js';
import { requireKind } from './base/options.js';
import type { CallOptions, ClientOptions } from './client/options/options.js';
import { clientBindings } from './client/plans/bindings.js';
import { type MethodInput, type MethodOutput, ServiceClient } from './client/service-client.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from './service/descriptor.js';
import { asksForAddressing } from './service/facts.js';
import { service as serviceKind } from './service/message-options.js';

/** A client that calls by name, for programs that know a service only as data. */
export class DynamicClient<Methods, B extends BindingKind = BindingKind> extends ServiceClient<Methods, B> {
  /** Throws as the constructor of `ServiceClient`. */
  constructor(service: ServiceDescriptor<Methods>, options: ClientOptions<B>) {
    requireKind('What a client calls', service, serviceKind);
    const operations = Object.values(service.operations) as readonly OperationDescriptor[];
    super(service, options, {
      ...clientBindings,
      ...(asksForAddressing(operations) && { addressing: wsAddressing }),
    });
  }

  /** As the method of that name of a generated client. */
  call<M extends keyof Methods & string>(
    method: M,
    input: MethodInput<Methods, M>,
    options?: CallOptions<B>,
  ): Promise<MethodOutput<Methods, M>> {
    return this.$call(method, input, options);
  }
}
