import {
  callDeadlines,
  callExchanges,
  callExtensions,
  callPrefixes,
  callRetries,
  clientMasking,
  declaredAddressing,
  defaultAddressing,
  defaultHeaderBlocks,
  defaultPackages,
  defaultTransport,
} from '#platform';
import { rebaseAddress } from '../http/urls.js';
import type { DecodeOptions } from '../schema/context/decoder.js';
import { checkDecodeOptions } from '../schema/decode/decode.js';
import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../service/descriptor.js';
import type { NamespaceTranslation } from '../service/translation.js';
import { ExtensionStates } from '../soap/extension.js';
import type { OutgoingAttachment } from '../soap/mime.js';
import { type AttemptOptions, attemptCall } from './attempt.js';
import type { ClientBinding } from './binding.js';
import { addressingOfOption } from './client-addressing.js';
import type { CallPlan, ClientContext } from './context.js';
import { choosePort, defaultBinding, endpointAddress } from './endpoint.js';
import { SoapFaultError } from './errors.js';
import type { CallMaskerSource } from './masking/masker-source.js';
import { headerBlocksFor } from './named-header-blocks.js';
import type { CallOptions, CallRequest, ClientAnswer, ClientCall, ClientOptions, ClientRetries } from './options.js';
import { type ClientParts, partsOf } from './parts.js';
import type { TransportRequest } from './transport.js';

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
 * options that leave the address or a namespace open.
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
  readonly #retries: ClientRetries | undefined;
  readonly #plans: Record<BindingKind, Map<string, CallPlan>> = {
    soap11: new Map(),
    soap12: new Map(),
    httpGet: new Map(),
    httpPost: new Map(),
  };

  /** `bindings` are the kinds that it can call over: a bundler leaves out the code of the others. */
  constructor(service: ServiceDescriptor<Methods>, options: ClientOptions<B>, bindings: ClientBindings<B>) {
    this.$service = service;
    this.#bindings = bindings;
    this.$options = options;
    this.$binding = options.binding ?? defaultBinding(service as ServiceDescriptor<unknown>, options.port);
    this.#attempts = {
      transport: options.transport ?? defaultTransport,
      maxResponseBytes: options.limits?.maxResponseBytes ?? defaultMaxResponseBytes,
      setDeadline: callDeadlines(),
    };
    this.#retries = callRetries(options.retry);
    this.#context = contextOf(service as ServiceDescriptor<unknown>, options, bindings);
    // Fails now rather than at the first call.
    const port = choosePort(this.#context.service, this.$binding, undefined, options);
    endpointAddress(service.name, port, options, this.#context.maskers.common.address);
  }

  /** Calls an operation by its method name. Rejects with a `ServiceError`, or `XmlEncodeError` for an input that does not fit its type. */
  protected async $call<M extends keyof Methods & string>(
    method: M,
    input: MethodInput<Methods, M>,
    options?: CallOptions<B>,
  ): Promise<MethodOutput<Methods, M>> {
    const plan = this.#plan(method, options?.binding ?? this.$binding);
    const call = this.#describe(plan, method, input, options);
    const answer = await this.#intercept(plan, call, 0, this.#attempts);
    options?.onResponse?.(answer);
    return answer.value as MethodOutput<Methods, M>;
  }

  /** As `$call`, with an answer that is read in parts, or a request that is written while it is sent; for `stream` of the entry `stream`. Resolves with what is left of the answer. */
  async $exchange(
    method: keyof Methods & string,
    input: unknown,
    options: CallOptions<B> | undefined,
    parts: Pick<AttemptOptions, 'reading' | 'writing' | 'take'>,
  ): Promise<ClientAnswer> {
    const plan = this.#plan(method, options?.binding ?? this.$binding);
    const call = this.#describe(plan, method, input, options);
    const answer = await this.#intercept(plan, call, 0, { ...this.#attempts, ...parts });
    options?.onResponse?.(answer);
    return answer;
  }

  /**
   * The request of a call, which is not sent: with what interceptors, headers and extensions add. Rejects as the call does before it sends anything, and with `TypeError` if
   * an interceptor answers it. `curlCommand` shows it.
   */
  async $request<M extends keyof Methods & string>(
    method: M,
    input: MethodInput<Methods, M>,
    options?: CallOptions<B>,
  ): Promise<CallRequest> {
    let taken: CallRequest | undefined;
    const take = ({ url, headers, body, ...request }: TransportRequest): never => {
      taken = { method: request.method, url, headers, body };
      throw new TypeError(`${method} is not sent: its request was asked for.`);
    };
    try {
      await this.$exchange(method, input, options, { take });
    } catch (error) {
      if (taken === undefined) {
        throw error;
      }
    }
    if (taken === undefined) {
      throw new TypeError(`${method} has no request: an interceptor answers it.`);
    }
    return taken;
  }

  /**
   * True for an error that is one of the faults which the operation declares:
   * `if (client.$isFault('pay', error)) switch (error.faultName) { case 'Declined': error.detail… }`.
   */
  $isFault<M extends keyof Methods & string>(method: M, error: unknown): error is MethodFault<Methods, M> {
    if (!(error instanceof SoapFaultError) || error.faultName === undefined) {
      return false;
    }
    const { faults } = this.$service.operations[method];
    return faults?.some(({ name }) => name === error.faultName) ?? false;
  }

  #describe(plan: CallPlan, method: string, input: unknown, options: CallOptions<B> | undefined): ClientCall {
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
      idempotent: options?.idempotent ?? this.#retries?.isIdempotent(method) ?? false,
    };
  }

  #address(plan: CallPlan, options: CallOptions<B> | undefined): string {
    const { address, baseUrl, to } = options ?? {};
    if (to !== undefined) {
      return address ?? targetAddress(plan, to);
    }
    if (address !== undefined || baseUrl === undefined) {
      return address ?? plan.address;
    }
    const { service, maskers } = this.#context;
    if (this.$options.address !== undefined) {
      return rebaseAddress(this.$options.address, baseUrl);
    }
    const port = choosePort(service, plan.binding, plan.operation, this.$options);
    return endpointAddress(service.name, port, { ...this.$options, baseUrl }, maskers.common.address);
  }

  #intercept(plan: CallPlan, call: ClientCall, index: number, attempts: AttemptOptions): Promise<ClientAnswer> {
    const interceptor = this.$options.interceptors?.[index];
    if (interceptor !== undefined) {
      return interceptor(call, (next) => this.#intercept(plan, next, index + 1, attempts));
    }
    const retries = this.#retries;
    const { reading, writing, take } = attempts;
    if (retries === undefined || take !== undefined) {
      return attemptCall(plan, call, attempts, 1);
    }
    const isBegun = (): boolean => reading?.begun === true || writing?.begun === true;
    return retries.send(call, (attempt, number) => attemptCall(plan, attempt, attempts, number), isBegun);
  }

  #plan(method: string, binding: BindingKind): CallPlan {
    const plans = this.#plans[binding];
    let plan = plans.get(method);
    if (plan === undefined) {
      plan = planCall(this.#context, method, binding, this.$options, this.#bindings);
      plans.set(method, plan);
    }
    return plan;
  }
}

/** The address of an endpoint reference. Throws `TypeError` for one that cannot be called. */
function targetAddress({ context, operation, version }: CallPlan, to: NonNullable<CallOptions['to']>): string {
  if (context.addressing === undefined || version === undefined) {
    throw new TypeError(`The option \`to\` of ${operation.name} needs SOAP, and the client's option \`addressing\`.`);
  }
  return context.addressing.addressOf(to);
}

function contextOf(service: ServiceDescriptor<unknown>, options: ClientOptions, named: ClientParts): ClientContext {
  const parts = partsOf(named, service);
  const values = options.namespaces ?? {};
  const translation = translationOf(service, values, parts);
  const addressing = addressingOfOption(
    options.addressing,
    parts.addressing ?? defaultAddressing,
    parts.addressing ?? declaredAddressing(service),
  );
  const { limits, strict, strictness, soapHeaders, onUnknown, tolerate, recovery } = options;
  const decode: DecodeOptions = {
    ...(strict !== undefined && { strict }),
    ...(strictness !== undefined && { strictness }),
    ...(tolerate !== undefined && { tolerate }),
    ...(recovery !== undefined && { recovery }),
    ...(onUnknown !== undefined && { onUnknown }),
  };
  checkDecodeOptions(decode);
  const extensions =
    addressing === undefined ? callExtensions(options.extensions) : addressing.extend(options.extensions);
  const headerBlocks = headerBlocksFor(
    soapHeaders ?? strict,
    options.headerBlocks ?? parts.headerBlocks ?? extensions?.headerBlocks ?? defaultHeaderBlocks,
  );
  const context: ClientContext = {
    service,
    values,
    translation,
    reader: {
      limits: {
        ...(limits?.maxDepth !== undefined && { maxDepth: limits.maxDepth }),
        ...(limits?.maxAttributes !== undefined && { maxAttributes: limits.maxAttributes }),
      },
      ...(translation.read !== undefined && { namespaces: translation.read }),
    },
    decode,
    maskers: maskersOf(options.mask),
    headers: options.headers ?? noHeaders,
    soapHeaders,
    soap12Action: options.soap12Action,
    mtom: options.mtom ?? false,
    parts: { ...parts, packages: options.packages ?? parts.packages ?? defaultPackages, headerBlocks },
    addressing,
    extensions,
    prefixes: callPrefixes(options.prefixes, options.declareAt, translation),
    exchanges: callExchanges(options.onExchange),
    unknownProperties: options.unknownProperties ?? 'refuse',
    validate: options.validate,
  };
  headerBlocks?.check(context);
  return context;
}

/** Throws `TypeError` for a namespace without a value. */
function translationOf(
  service: ServiceDescriptor<unknown>,
  values: Readonly<Record<string, string>>,
  { placeholders }: ClientParts,
): NamespaceTranslation {
  if (placeholders !== undefined) {
    return placeholders([service], values);
  }
  if (service.placeholders.length > 0) {
    throw new TypeError(`${service.name} needs \`placeholders: translateNamespaces\`; generate the package again.`);
  }
  return noTranslation;
}

/** The maskers that an option is, or asks for. */
function maskersOf(mask: ClientOptions['mask']): CallMaskerSource {
  return typeof mask === 'object' && 'common' in mask ? mask : clientMasking(mask);
}

/** Works out a call. Throws `TypeError` for a method or binding that the service does not offer. */
function planCall(
  context: ClientContext,
  method: string,
  binding: BindingKind,
  options: ClientOptions,
  bindings: Readonly<Partial<Record<BindingKind, ClientBinding>>>,
): CallPlan {
  const { service } = context;
  const operations: Readonly<Record<string, OperationDescriptor>> = service.operations;
  const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
  if (operation === undefined) {
    throw new TypeError(`${service.name} has no operation "${method}".`);
  }
  const port = choosePort(service, binding, operation, options);
  const address = endpointAddress(service.name, port, options, context.maskers.common.address);
  const plan = bindings[binding]?.plan(context, operation, port, address);
  if (plan === undefined) {
    throw new TypeError(`${service.name}.${operation.name} is not offered over ${binding}.`);
  }
  return plan;
}
