import {
  callback,
  either,
  functions,
  type OptionKinds,
  object,
  requireKind,
  requireOptions,
  texts,
} from '../../base/options.js';
import { isSoapKind } from '../../service/binding-kinds.js';
import type { BindingKind, MethodTypes, PortDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { isOfferedAt } from '../../service/facts.js';
import { service as serviceKind } from '../../service/message-options.js';
import type { SoapHeaderExtension } from '../../soap/extension.js';
import { type GivenSecurity, givenSecurity, securityExtensions } from '../../soap/message-security.js';
import type { Handler, ServiceContext } from './context.js';
import type { ServerInterceptor } from './interceptors.js';

/** The members of a service's implementation: a method for each operation. */
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

/** How a service is served. `Binding` is the union of the bindings that it has. */
export interface RegistrationOptions<Binding extends BindingKind = BindingKind> {
  /**
   * The bindings that are served. Other bindings have no route, and do not appear on pages or in the WSDL: `['soap11',
   * 'soap12']` serves no GET and POST. Default: all that the service has.
   */
  readonly bindings?: readonly Binding[];
  /** Called around every call of the service, inside those of the server; the first is the outermost. */
  readonly interceptors?: readonly ServerInterceptor[];
  /**
   * What checks requests and protects answers as the WS-Policy of the service demands: `x509({ key, certificate, peer })`, `checkUsernameToken({ passwords })` and others of
   * `@wsdl-codegen/ws-security`, or an array of several. It is needed where the policy demands something; `'unprotected'` checks nothing.
   */
  readonly security?: GivenSecurity;
}

const implementationKind = either('an object with a method for each operation', object, callback);
const kinds: OptionKinds<RegistrationOptions> = { bindings: texts, interceptors: functions, security: givenSecurity };

/** A service together with who implements it, for `ServerOptions.services`. */
export interface ServiceRegistration {
  /** The service, reduced to its served bindings. Its documents are those of the whole service. */
  readonly descriptor: ServiceDescriptor;
  /** Handlers by method name, bound to the implementation. */
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Names of the service's ports that are not served. */
  readonly refusedPorts?: ReadonlySet<string>;
  /** Called around the handlers, inside those of the server; the first is the outermost. */
  readonly interceptors?: readonly ServerInterceptor[];
  /** The extensions that meet the demands of ports, by their names. */
  readonly security?: ReadonlyMap<string, readonly SoapHeaderExtension[]>;
}

/**
 * Joins a service and its implementation, an object or an instance of a class. Throws `TypeError` if a method is missing, or the options name a binding that
 * the service does not have, or if its WS-Policy demands more than `security` gives.
 */
export function registerService<Methods>(
  descriptor: ServiceDescriptor<Methods>,
  implementation: ServiceImplementation<Methods>,
  options: RegistrationOptions = {},
): ServiceRegistration {
  requireKind('The service of `registerService`', descriptor, serviceKind);
  requireKind('The implementation of `registerService`', implementation, implementationKind);
  requireOptions('registerService', options, kinds);
  const declared = descriptor as ServiceDescriptor;
  const untyped = options.bindings === undefined ? declared : withBindings(declared, options.bindings);
  const methods = implementation as unknown as Record<string, unknown>;
  const handlers = new Map<string, Handler>();
  for (const [name, operation] of Object.entries(untyped.operations)) {
    const method = methods[name];
    if (typeof method !== 'function') {
      throw new TypeError(
        `The implementation of ${descriptor.name} has no method ${name} for the operation ${operation.name}.`,
      );
    }
    const handler: Handler = (input, context) => Reflect.apply(method, implementation, [input, context]);
    const { $receiver, $passesOn } = method as Partial<Handler>;
    handlers.set(
      name,
      Object.assign(handler, $receiver !== undefined && { $receiver }, $passesOn === true && { $passesOn }),
    );
  }
  const refused = declared.ports.filter((port) => !untyped.ports.includes(port)).map(({ name }) => name);
  const { interceptors } = options;
  const security = securityOf(untyped, options);
  return {
    descriptor: untyped,
    handlers,
    ...(refused.length > 0 && { refusedPorts: new Set(refused) }),
    ...(interceptors !== undefined && { interceptors }),
    ...(security.size > 0 && { security }),
  };
}

/** What meets the demands of each port. */
function securityOf(
  { name, ports }: ServiceDescriptor,
  { security }: RegistrationOptions,
): ReadonlyMap<string, readonly SoapHeaderExtension[]> {
  if (security !== undefined && security !== 'unprotected' && ports.every((port) => port.security === undefined)) {
    throw new TypeError(
      `${name} has no WS-Policy for the option \`security\`: use the option \`extensions\` of the server.`,
    );
  }
  // Ports with the same demand share what meets it: they may have one address.
  const byDemand = new Map<string, readonly SoapHeaderExtension[]>();
  const found = new Map<string, readonly SoapHeaderExtension[]>();
  for (const port of ports) {
    const key = JSON.stringify(port.security);
    const extensions = byDemand.get(key) ?? securityExtensions(name, port, security, 'server');
    byDemand.set(key, extensions);
    if (extensions.length > 0) {
      found.set(port.name, extensions);
    }
  }
  return found;
}

/** A service with only its ports of some bindings, and the operations that these offer. */
function withBindings(service: ServiceDescriptor, bindings: readonly BindingKind[]): ServiceDescriptor {
  const known = [...new Set(service.ports.map(({ binding }) => binding))];
  const unknown = bindings.find((binding) => !known.includes(binding));
  if (unknown !== undefined || bindings.length === 0) {
    const problem = unknown === undefined ? 'is empty' : `names ${unknown}`;
    throw new TypeError(`The option bindings of ${service.name} ${problem}. The service has ${known.join(', ')}.`);
  }
  return withPorts(service, ({ binding }) => bindings.includes(binding));
}

/** A service with only its ports over SOAP, and the operations that these offer. */
export function overSoapAlone(service: ServiceDescriptor): ServiceDescriptor {
  return service.ports.every(isSoapPort) ? service : withPorts(service, isSoapPort);
}

function isSoapPort({ binding }: PortDescriptor): boolean {
  return isSoapKind(binding);
}

function withPorts(service: ServiceDescriptor, isServed: (port: PortDescriptor) => boolean): ServiceDescriptor {
  const ports = service.ports.filter(isServed);
  const offered = Object.entries(service.operations).filter(([, operation]) =>
    ports.some((port) => isOfferedAt(operation, port)),
  );
  return { ...service, ports, operations: Object.fromEntries(offered) };
}

/** Throws `TypeError` for a service that is not joined with its implementation: JavaScript callers may give one of both alone. */
export function requireRegistrations(
  registrations: readonly (Partial<ServiceRegistration> | null | undefined)[],
): void {
  const at = registrations.findIndex(
    (each) => !serviceKind.fits(each?.descriptor) || typeof each?.handlers?.get !== 'function',
  );
  if (at !== -1) {
    throw new TypeError(
      `services[${at}] is not a service: pass what the function of the generated package returns, such as accountApi(implementation), ` +
        'or registerService(descriptor, implementation)',
    );
  }
}
