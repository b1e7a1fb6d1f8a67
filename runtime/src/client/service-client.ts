import { defaultTransport } from '#transport';
import { having, requireKind } from '../base/options.js';
import type { BindingKind, OperationDescriptor, PortDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import { service as serviceKind } from '../service/message-options.js';
import { checkPlaceholders } from '../service/placeholders.js';
import type { NamespaceTranslation } from '../service/translation.js';
import { ExtensionStates } from '../soap/extension.js';
import { headerExtensions } from '../soap/header-extensions.js';
import type { OutgoingAttachment } from '../soap/mime.js';
import { messagePrefixes } from '../soap/prefixes.js';
import { type AttemptOptions, attemptCall } from './attempts/attempt.js';
import { defaultBinding, endpointOf } from './attempts/endpoint.js';
import { isIdempotent, withRetry } from './attempts/retry.js';
import type { CallPlan, ClientBinding, ClientContext } from './call/context.js';
import { SoapFaultError } from './errors/errors.js';
import { CallMaskers } from './masking/masker.js';
import { checkCallOptions, checkClientOptions } from './options/option-kinds.js';
import type { CallOptions, ClientAnswer, ClientCall, ClientOptions } from './options/options.js';
import { type ClientParts, partsOf, requirePart } from './options/parts.js';
import { checkSoapHeaders } from './plans/soap-headers.js';

/** Parameter of a method. */
export type MethodInput<Methods, M extends keyof Methods> = Methods[M] extends { readonly input: infer Input }
  ? Input
  : never;
/** Result of a method. */
export type MethodOutput<Methods, M extends keyof Methods> = Methods[M] extends { readonly output: infer Output }
  ? Output
  : never;

/** The error of a method for each of its declared faults; `faultName` says which one it is, and so determines `detail`. */
export type MethodFault<Methods, M extends keyof Methods> = Methods[M] extends { readonly faults: infer Faults }
  ? ErrorOf<Faults>
  : never;
type ErrorOf<Fault> = Fault extends { readonly name: infer Name; readonly detail: infer Detail }
  ? SoapFaultError<Detail> & { readonly faultName: Name }
  : never;

const answerKind = having('what `next` gave, or an answer with a `value`', 'value');
const callKind = having('a call, such as `{ ...call }`', 'address');

const defaultTimeoutMs = 60_000;
const defaultMaxResponseBytes = 64 * 1024 * 1024;
const noHeaders: Readonly<Record<string, string>> = {};
const noAttachments: readonly OutgoingAttachment[] = [];
const noTranslation: NamespaceTranslation = { read: undefined, write: undefined };

/** The client side of the kinds of binding over which a client calls, and what else its messages need. */
export type ClientBindings<B extends BindingKind> = ClientParts &
  Readonly<Partial<Record<BindingKind, ClientBinding>>> &
  Readonly<Record<B, ClientBinding>>;

/**
 * Base of generated clients. Its own members begin with `$`, so that an operation may have any name. The constructor throws `TypeError` for
 * options that leave the address or a namespace open, for names that no option has, and for values of a wrong kind.
 */
export class ServiceClient<Methods, B extends BindingKind = BindingKind> {
  /** The service to call, as data. */
  declare readonly $service: ServiceDescriptor<Methods>;
  declare readonly $options: ClientOptions<B>;
  /** Binding of calls that do not name one. */
  declare readonly $binding: BindingKind;
  readonly #bindings: ClientBindings<B>;
  readonly #context: ClientContext;
  readonly #attempts: AttemptOptions;
  readonly #plans: Partial<Record<BindingKind, Map<string, CallPlan>>> = {};

  /** `bindings` are the kinds that it can call over: a bundler leaves out the code of the others. */
  constructor(given: ServiceDescriptor<Methods>, givenOptions: ClientOptions<B>, bindings: ClientBindings<B>) {
    requireKind('What a client calls', given, serviceKind);
    const service = given as ServiceDescriptor<unknown>;
    const options = checkClientOptions(givenOptions);
    this.$service = given;
    this.#bindings = bindings;
    this.$options = options;
    this.$binding = options.binding ?? defaultBinding(service, options.port);
    this.#attempts = {
      transport: options.transport ?? defaultTransport,
      maxResponseBytes: options.limits?.maxResponseBytes ?? defaultMaxResponseBytes,
      retry: options.retry,
      onExchange: options.onExchange,
    };
    this.#context = contextOf(service, options, partsOf(bindings, service));
    // Fails now rather than at the first call.
    this.#secured(endpointOf(this.#context, this.$binding, undefined, options).port);
  }

  /** Calls an operation by its method name. Rejects with a `ServiceError`, or `XmlEncodeError` for an input that does not fit its type. */
  protected async $call<M extends keyof Methods & string>(
    method: M,
    input: MethodInput<Methods, M>,
    options?: CallOptions<B>,
  ): Promise<MethodOutput<Methods, M>> {
    const { value } = await this.$exchange(method, input, options);
    return value as MethodOutput<Methods, M>;
  }

  /** As `$call`, with an answer that is read in parts, or a request that is written while it is sent; for `stream` of the entry `stream`, and `callRequest`. Resolves with what is left of the answer. */
  async $exchange(
    method: keyof Methods & string,
    input: unknown,
    given?: CallOptions<B>,
    attempts?: Partial<AttemptOptions>,
  ): Promise<ClientAnswer> {
    const options = given === undefined || given === null ? undefined : checkCallOptions(given);
    const plan = this.#plan(method, options?.binding ?? this.$binding);
    const call = this.#describe(plan, method, input, options);
    const answer = await this.#intercept(plan, call, 0, attempts ? { ...this.#attempts, ...attempts } : this.#attempts);
    requireKind('What an interceptor gives', answer, answerKind);
    options?.onResponse?.(answer);
    return answer;
  }

  /**
   * True for an error that is one of the faults which the operation declares:
   * `if (client.$isFault('pay', error)) switch (error.faultName) { case 'Declined': error.detail… }`.
   */
  $isFault<M extends keyof Methods & string>(method: M, error: unknown): error is MethodFault<Methods, M> {
    const { faults = [] } = this.$service.operations[method];
    return error instanceof SoapFaultError && faults.some(({ name }) => name === error.faultName);
  }

  /** The context of calls at a port, with what meets its demands. */
  #secured(port: PortDescriptor): ClientContext {
    const context = this.#context;
    const { parts, service } = context;
    requirePart(service.name, 'security: messageSecurity', parts, port.security ?? this.$options.security);
    return parts.security?.(context, port, this.$options) ?? context;
  }

  #describe(plan: CallPlan, method: string, input: unknown, options: CallOptions<B> | undefined): ClientCall {
    const { retry } = this.#attempts;
    return {
      service: this.$service.name,
      operation: plan.operation,
      binding: plan.binding,
      input,
      headers: options?.headers ?? noHeaders,
      soapHeaders: options?.soapHeaders,
      address: this.#address(plan, options),
      attachments: options?.attachments ?? noAttachments,
      to: options?.to,
      extensions: new ExtensionStates(),
      signal: options?.signal,
      timeoutMs: options?.timeoutMs ?? this.$options.timeoutMs ?? defaultTimeoutMs,
      idempotent: options?.idempotent ?? (retry ? isIdempotent(retry, method) : false),
    };
  }

  /** Throws `TypeError` for an endpoint reference that cannot be called. */
  #address(plan: CallPlan, options: CallOptions<B> | undefined): string {
    const { address, baseUrl, to } = options ?? {};
    const { binding, operation, version, context } = plan;
    if (to && address === undefined) {
      if (!version || !context.addressing) {
        throw new TypeError(
          `The option \`to\` of ${operation.name} needs SOAP, and the client's option \`addressing\`.`,
        );
      }
      return context.addressing.addressOf(to);
    }
    if (address !== undefined || baseUrl === undefined) {
      return address ?? plan.address;
    }
    const { port, address: declared } = this.$options;
    return endpointOf(context, binding, operation, { port, baseUrl }, declared).address;
  }

  #intercept(plan: CallPlan, call: ClientCall, index: number, attempts: AttemptOptions): Promise<ClientAnswer> {
    const interceptor = this.$options.interceptors?.[index];
    if (interceptor !== undefined) {
      return interceptor(call, (next) => {
        requireKind('The call that an interceptor passes on', next, callKind);
        return this.#intercept(plan, next, index + 1, attempts);
      });
    }
    const { retry, reading, writing } = attempts;
    const send = (each: ClientCall, number: number) => attemptCall(plan, each, attempts, number);
    return retry ? withRetry(retry, call, send, [reading, writing]) : send(call, 1);
  }

  /** Works out a call. Throws `TypeError` for a method or binding that the service does not offer. */
  #plan(method: string, binding: BindingKind): CallPlan {
    this.#plans[binding] ??= new Map();
    const plans = this.#plans[binding];
    let plan = plans.get(method);
    if (plan === undefined) {
      const { name, operations } = this.$service as ServiceDescriptor<unknown>;
      const operation: OperationDescriptor | undefined = Object.hasOwn(operations, method)
        ? (operations as Readonly<Record<string, OperationDescriptor>>)[method]
        : undefined;
      if (operation === undefined) {
        throw new TypeError(`${name} has no operation "${method}".`);
      }
      const { port, address } = endpointOf(this.#context, binding, operation, this.$options);
      const { [binding]: kind }: Partial<Record<BindingKind, ClientBinding>> = this.#bindings;
      plan = kind?.plan(this.#secured(port), operation, port, address);
      if (plan === undefined) {
        throw new TypeError(`${name}.${operation.name} is not offered over ${binding}.`);
      }
      plans.set(method, plan);
    }
    return plan;
  }
}

function contextOf(service: ServiceDescriptor<unknown>, options: ClientOptions, parts: ClientParts): ClientContext {
  const { namespaces, limits, prefixes, declareAt, extensions = [] } = options;
  const { placeholders } = parts;
  checkPlaceholders(service.name, [service], namespaces);
  requirePart(service.name, 'placeholders: translateNamespaces', parts, service.placeholders[0]);
  const translation = placeholders?.([service], namespaces) ?? noTranslation;
  const { addressing = parts.addressing?.('declared') } = options;
  const context: ClientContext = {
    ...options,
    service,
    translation,
    reader: { ...(limits && { limits }), ...(translation.read && { namespaces: translation.read }) },
    decode: options,
    maskers: new CallMaskers(options.mask),
    parts,
    extensions: headerExtensions(addressing ? addressing.extend(extensions) : extensions),
    addressing: addressing || undefined,
    prefixes: prefixes && messagePrefixes(prefixes, declareAt, translation),
  };
  checkSoapHeaders(context);
  return context;
}
