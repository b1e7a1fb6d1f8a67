import {
  type BindingKind,
  DynamicClient,
  type GivenSecurity,
  type HeaderDescriptor,
  type MethodTypes,
  type SecurityDemand,
  ServiceError,
  SoapFaultError,
  type SoapHeaders,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  XmlEncodeError,
} from '@wsdl-codegen/runtime';
import { answerToJson, type FaultJson, faultToJson, requestFromJson } from '@wsdl-codegen/runtime/json';
import { fromJson, JsonError, type JsonValue, nearest } from '@wsdl-codegen/runtime/schema';
import { given } from '../config/given.js';
import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { sentenceEnd, trimEnd } from '../diagnostics/trim-end.js';
import { type DescriptorOptions, descriptorsOf } from '../memory/descriptors.js';
import { masker } from './masker.js';
import { bindingsOf, type FoundOperation, findOperation } from './operations.js';

/** How an operation is called. */
export interface CallOperationOptions extends DescriptorOptions {
  /** The parameter as JSON, in the form of `toJson`; texts in the place of other values are taken for them. */
  readonly json?: unknown;
  /** Default: the first of soap11, soap12, httpPost, httpGet over which the operation is offered. */
  readonly binding?: BindingKind;
  /** Name of the port, where several have that binding. */
  readonly port?: string;
  /** Where the service is; that of its WSDL by default. */
  readonly address?: string;
  /** Values of placeholders that the contract leaves open. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** HTTP header fields. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of the declared SOAP header blocks by property, as JSON. */
  readonly headerBlocks?: Readonly<Record<string, unknown>>;
  /** Milliseconds that the call may take. Default 60,000; 0 means no limit. */
  readonly timeoutMs?: number;
  /** Check the parameter against every facet and occurrence before it is sent. Default true. */
  readonly validate?: boolean;
  /** Default: `node:http`. */
  readonly transport?: Transport;
  /** What meets the WS-Policy of the service. Default: nothing, so that what it demands of messages is not done. */
  readonly security?: GivenSecurity;
}

/** The outcome of a call. What was sent and what came back is as it was: it may contain credentials. */
export type CallResult = (
  | { readonly kind: 'answer'; readonly answer: JsonValue }
  | { readonly kind: 'fault'; readonly fault: FaultJson }
  /** The diagnostics say why. */
  | { readonly kind: 'failed' }
) & {
  readonly request?: TransportRequest;
  readonly response?: TransportResponse;
  readonly diagnostics: readonly Diagnostic[];
};

/** A call that is ready to be sent. */
export interface PreparedCall {
  readonly found: FoundOperation;
  readonly binding: BindingKind;
  readonly client: DynamicClient<Record<string, MethodTypes>>;
  readonly input: unknown;
  readonly soapHeaders: SoapHeaders;
  readonly exchange: { request?: TransportRequest; response?: TransportResponse };
  /** True if messages are protected as a policy demands. */
  readonly isProtected: boolean;
}

/**
 * Calls an operation of a contract once. Mistakes in the arguments and failures are diagnostics.
 *
 * @param name `OPERATION` or `SERVICE.OPERATION`.
 * @throws TypeError when a scalar mapping names a module that `modules` lacks.
 */
export async function callOperation(
  contract: Contract,
  name: string,
  options: CallOperationOptions = {},
): Promise<CallResult> {
  const [call, problems] = prepareCall(contract, name, options);
  return call === undefined ? { kind: 'failed', diagnostics: problems } : sendCall(call);
}

/** Works out a call. */
export function prepareCall(
  contract: Contract,
  name: string,
  options: CallOperationOptions,
): Result<PreparedCall | undefined> {
  const [found, unknown] = findOperation(descriptorsOf(contract, options).services, name);
  return found === undefined ? [undefined, unknown] : prepareFound(found, options);
}

/** Works out a call of an operation that is known. */
export function prepareFound(found: FoundOperation, options: CallOperationOptions): Result<PreparedCall | undefined> {
  const [binding, refused] = bindingFor(found, options);
  const [soapHeaders, wrong] = headersFromJson(found, binding, options);
  const [input, mistakes] = inputFromJson(found, options);
  const problems = [...refused, ...openPlaceholders(found, options), ...wrong, ...mistakes];
  if (binding === undefined || problems.length > 0) {
    return [undefined, problems];
  }
  const exchange: PreparedCall['exchange'] = {};
  const [client, open] = clientFor(found, binding, options, exchange);
  return client === undefined
    ? [undefined, open]
    : [{ found, binding, client, input, soapHeaders, exchange, isProtected: options.security !== undefined }, []];
}

/** Sends a call. */
export async function sendCall({
  found,
  binding,
  client,
  input,
  soapHeaders,
  exchange,
  isProtected,
}: PreparedCall): Promise<CallResult> {
  const { operation, method } = found;
  try {
    const value = await client.call(method, input as never, { soapHeaders: soapHeaders as never });
    return { kind: 'answer', answer: answerToJson(operation, value, { binding }), ...exchange, diagnostics: [] };
  } catch (error) {
    if (error instanceof SoapFaultError) {
      return { kind: 'fault', fault: faultToJson(operation, error), ...exchange, diagnostics: [] };
    }
    return { kind: 'failed', ...exchange, diagnostics: [failure(error, exchange.response !== undefined, isProtected)] };
  }
}

/** The request that a call sends; nothing is sent. */
export async function requestOf(call: PreparedCall): Promise<Result<TransportRequest | undefined>> {
  const { diagnostics } = await sendCall(call);
  const { request } = call.exchange;
  return request === undefined ? [undefined, diagnostics] : [request, []];
}

/** A transport that sends nothing. */
export const noTransport: Transport = () => Promise.reject(new Error('nothing is sent'));

function clientFor(
  { service }: FoundOperation,
  binding: BindingKind,
  options: CallOperationOptions,
  exchange: PreparedCall['exchange'],
): Result<PreparedCall['client'] | undefined> {
  const { port, address, placeholders = {}, headers, timeoutMs, transport } = options;
  const clientWith = (security: GivenSecurity): PreparedCall['client'] =>
    new DynamicClient(service, {
      binding,
      ...(service.placeholders.length > 0 && { namespaces: placeholders }),
      ...given({ port, address, headers, timeoutMs }),
      transport: noting(exchange, transport),
      security,
    });
  const reasons: string[] = [];
  for (const security of [options.security ?? 'unprotected', 'unprotected'] as const) {
    try {
      const client = clientWith(security);
      return reasons[0] === undefined
        ? [client, []]
        : [undefined, [diagnostic('call/security', { reason: reasons[0] })]];
    } catch (error) {
      if (!(error instanceof TypeError)) {
        throw error;
      }
      reasons.push(error.message);
    }
  }
  return [undefined, [diagnostic('call/address', { service: service.name, address })]];
}

/** The demands of the port that a call goes to; none if its WS-Policy demands nothing of messages. */
export function demandsOf(
  found: FoundOperation,
  { binding, port }: Pick<CallOperationOptions, 'binding' | 'port'>,
): readonly SecurityDemand[] {
  const kind = binding ?? bindingsOf(found)[0];
  const called = found.service.ports.find((each) => (port === undefined ? each.binding === kind : each.name === port));
  return called?.security ?? [];
}

/** A transport that keeps what was sent and what came back. */
function noting(exchange: PreparedCall['exchange'], transport: Transport | undefined): Transport {
  return async (request) => {
    exchange.request = request;
    const send = transport ?? (await import('@wsdl-codegen/runtime/node')).createNodeTransport();
    const response = await send(request);
    exchange.response = response;
    return response;
  };
}

function bindingFor(found: FoundOperation, { binding, port }: CallOperationOptions): Result<BindingKind | undefined> {
  const { service, operation } = found;
  const ports = service.ports.filter(({ name }) => port === undefined || name === port);
  if (ports.length === 0) {
    const names = service.ports.map(({ name }) => name);
    return [undefined, [diagnostic('call/port', { service: service.name, port: port ?? '', names })]];
  }
  const offered = bindingsOf({ ...found, service: { ...service, ports } });
  const chosen = binding ?? offered[0];
  return chosen !== undefined && offered.includes(chosen)
    ? [chosen, []]
    : [undefined, [diagnostic('call/binding', { operation: operation.name, binding: binding ?? '', offered })]];
}

function openPlaceholders(
  { service }: FoundOperation,
  { placeholders = {} }: CallOperationOptions,
): readonly Diagnostic[] {
  const open = service.placeholders.filter((name) => !Object.hasOwn(placeholders, name));
  const others = Object.keys(placeholders).filter((name) => !service.placeholders.includes(name));
  return open.map((name) => {
    return diagnostic('call/placeholder', { service: service.name, name, mistyped: nearest(name, others) });
  });
}

function inputFromJson({ operation }: FoundOperation, options: CallOperationOptions): Result<unknown> {
  const { json, validate } = options;
  return withProblems(() => requestFromJson(operation, json, { coerce: true, validate: validate !== false }));
}

function headersFromJson(
  { operation }: FoundOperation,
  binding: BindingKind | undefined,
  { headerBlocks = {}, validate = true }: CallOperationOptions,
): Result<SoapHeaders> {
  const facts = binding === 'soap11' || binding === 'soap12' ? operation[binding] : undefined;
  const declared = facts?.inputHeaders ?? [];
  const problems: Diagnostic[] = [];
  const headers: Record<string, unknown> = {};
  for (const [name, json] of Object.entries(headerBlocks)) {
    const header = declared.find(({ property }) => property === name);
    if (header === undefined) {
      const names = declared.map(({ property }) => property);
      problems.push(diagnostic('call/unknown-header-block', { name, names, nearest: nearest(name, names) }));
      continue;
    }
    const [value, found] = withProblems(() => headerFromJson(header, json, validate));
    append(problems, found);
    headers[name] = value;
  }
  return [headers, problems];
}

function headerFromJson({ element }: HeaderDescriptor, json: unknown, validate: boolean): unknown {
  return fromJson(element, json, { coerce: true, validate });
}

function withProblems(read: () => unknown): Result<unknown> {
  try {
    return [read(), []];
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return [
      undefined,
      error.issues.map(({ path, message }) =>
        diagnostic('call/wrong-value', { path: path.join('.'), problem: wording(path, message) }),
      ),
    ];
  }
}

/** The wording of a mistake, which quotes no credential. */
function wording(path: readonly (string | number)[], message: string): string {
  const isSecret = path.some((step) => typeof step === 'string' && masker.isSecret(step));
  return isSecret ? 'the value does not fit its type' : trimEnd(message, sentenceEnd);
}

function failure(error: unknown, isAnswered: boolean, isProtected: boolean): Diagnostic {
  if (error instanceof ServiceError) {
    return isAnswered
      ? diagnostic('call/answer', { reason: error.message })
      : diagnostic('call/failed', { reason: error.message });
  }
  if (error instanceof XmlEncodeError) {
    return diagnostic('call/wrong-value', { path: error.segments.join('.'), problem: error.message });
  }
  if (error instanceof JsonError) {
    return diagnostic('call/answer', { reason: error.message });
  }
  if (isProtected && error instanceof Error) {
    return diagnostic('call/security', { reason: error.message });
  }
  throw error;
}
