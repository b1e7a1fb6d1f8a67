import type { MethodTypes, ServiceDescriptor } from '../service/descriptor.js';
import type { ServiceContext } from './context.js';

/** What a service's implementation has to offer: a method for each operation. */
export type ServiceImplementation<Methods> = {
  readonly [M in keyof Methods]: Methods[M] extends MethodTypes
    ? (
        input: Methods[M]['input'],
        context: MethodContext<Methods[M]>,
      ) => Methods[M]['output'] | Promise<Methods[M]['output']>
    : never;
};

/** The context of calls of a method, with the types of its declared SOAP headers. */
export type MethodContext<Method> = ServiceContext<
  Method extends { readonly inputHeaders: infer Headers } ? Headers : Readonly<Record<string, unknown>>,
  Method extends { readonly outputHeaders: infer Headers } ? Headers : Record<string, unknown>
>;

/** A handler without its types. */
export type Handler = (input: unknown, context: ServiceContext) => unknown;

/** A service together with who implements it, for `ServerOptions.services`. */
export interface ServiceRegistration {
  readonly descriptor: ServiceDescriptor;
  /** Handlers by method name, bound to the implementation. */
  readonly handlers: ReadonlyMap<string, Handler>;
}

/**
 * Joins a service and its implementation, an object or an instance of a class. Throws `TypeError` when a method is missing.
 */
export function registerService<Methods>(
  descriptor: ServiceDescriptor<Methods>,
  implementation: ServiceImplementation<Methods>,
): ServiceRegistration {
  const untyped = descriptor as ServiceDescriptor;
  const methods = implementation as unknown as Record<string, unknown>;
  const handlers = new Map<string, Handler>();
  for (const operation of Object.values(untyped.operations)) {
    const method = methods[operation.method];
    if (typeof method !== 'function') {
      throw new TypeError(
        `The implementation of ${descriptor.name} has no method ${operation.method} for the operation ${operation.name}.`,
      );
    }
    handlers.set(operation.method, (input, context) => Reflect.apply(method, implementation, [input, context]));
  }
  return { descriptor: untyped, handlers };
}
