import { isObject, requireKind, tableOf } from '../base/options.js';
import type { BindingKind, ServiceDescriptor } from '../service/descriptor.js';
import type { CallOptions, ClientOptions } from './options/options.js';
import { type ClientBindings, type MethodInput, type MethodOutput, ServiceClient } from './service-client.js';

/** A service as data, without its operations. */
export type ServiceFacts = Omit<ServiceDescriptor, 'operations' | 'methods'>;

/** A service with operations, by method name. */
export function withOperations<Methods>(
  facts: ServiceFacts,
  operations: ServiceDescriptor<Methods>['operations'],
): ServiceDescriptor<Methods> {
  return { ...facts, operations };
}

/** Types of the declared SOAP headers of a method. */
type Headers<Methods, M extends keyof Methods, Name extends string> =
  Methods[M] extends Readonly<Record<Name, infer H>> ? H : Readonly<Record<string, unknown>>;

type OptionsOf<Methods, M extends keyof Methods, B extends BindingKind> = CallOptions<
  B,
  Headers<Methods, M, 'inputHeaders'>,
  Headers<Methods, M, 'outputHeaders'>
>;

/** A client of some operations of a service: it has a method for each of them, as a generated client has for all. */
export type OperationsClient<Methods, B extends BindingKind = BindingKind> = ServiceClient<Methods, B> & {
  readonly [M in keyof Methods]: MethodInput<Methods, M> extends undefined
    ? (input?: undefined, options?: OptionsOf<Methods, M, B>) => Promise<MethodOutput<Methods, M>>
    : (input: MethodInput<Methods, M>, options?: OptionsOf<Methods, M, B>) => Promise<MethodOutput<Methods, M>>;
};

/**
 * Makes a client of some operations: a bundler leaves out the others, with the types that only they use. Generated code calls it. Throws as the
 * constructor of `ServiceClient`.
 */
export function operationsClient<Methods, B extends BindingKind>(
  facts: ServiceFacts,
  operations: ServiceDescriptor<Methods>['operations'],
  options: ClientOptions<B>,
  bindings: ClientBindings<B>,
): OperationsClient<Methods, B> {
  requireKind('The operations of a client', operations, tableOf('an object of operations', isObject));
  const client = new ServiceClient(withOperations<Methods>(facts, operations), options, {
    ...bindings,
    isPartial: true,
  });
  for (const method of Object.keys(operations) as (keyof Methods & string)[]) {
    const value = async (input: unknown, callOptions?: CallOptions<B>): Promise<unknown> =>
      (await client.$exchange(method, input, callOptions)).value;
    Object.defineProperty(client, method, { value });
  }
  return client as unknown as OperationsClient<Methods, B>;
}
