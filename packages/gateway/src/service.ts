import type {
  CallOptions,
  ClientAnswer,
  Handler,
  OperationDescriptor,
  ServerInterceptor,
  ServiceContext,
  ServiceDescriptor,
  ServiceRegistration,
} from '@wsdl-codegen/runtime';
import { type DirectCall, defaultTransport, directCalls, itemList } from '@wsdl-codegen/runtime/extend';
import { stream, streamed } from '@wsdl-codegen/runtime/stream';
import type { GatewayClient, GatewayService } from './options.js';
import { placed } from './places.js';

/** A service as the gateway calls it. */
export interface ServedService {
  readonly descriptor: ServiceDescriptor;
  /** The calls of messages that are there as a whole, by method name. */
  readonly calls: ReadonlyMap<string, DirectCall>;
  /** The calls whose parameter or result may have a source in the place of its list. */
  readonly streams: ReadonlyMap<string, DirectCall>;
  /** True for methods that read the items of their request as they arrive. */
  receives(method: string): boolean;
  /** True for a service that the gateway calls over the network: its errors are those of a gateway. */
  readonly isRemote: boolean;
  /** True if answers are checked against the whole schema. */
  readonly validatesAnswers: boolean;
}

/** What is around calls. */
export interface AroundCalls {
  readonly interceptors: readonly ServerInterceptor[];
  readonly handlerTimeoutMs: number;
}

/** Makes the calls of a service. Throws `TypeError` for one whose policy protects messages, which JSON cannot be. */
export function servedService(given: GatewayService, surroundings: AroundCalls): ServedService {
  return given.client === undefined ? ownService(given.service, surroundings) : remoteService(given, surroundings);
}

function ownService(registration: ServiceRegistration, surroundings: AroundCalls): ServedService {
  const { descriptor, handlers, security } = registration;
  if (security !== undefined) {
    throw new TypeError(
      `${descriptor.name} checks its callers by their SOAP messages, which JSON has none of: register it with \`security: 'unprotected'\`, and check callers in an interceptor of the gateway.`,
    );
  }
  const calls = directCalls(registration, surroundings);
  const receives = (method: string): boolean => handlers.get(method)?.$receiver !== undefined;
  return { descriptor, calls, streams: calls, receives, isRemote: false, validatesAnswers: true };
}

function remoteService(given: GatewayClient, surroundings: AroundCalls): ServedService {
  const descriptor = given.client.$service as ServiceDescriptor;
  const entries = Object.entries<OperationDescriptor>(descriptor.operations);
  const sends = given.client.$options?.transport ?? defaultTransport;
  const callsOf = (make: (method: string, operation: OperationDescriptor) => Handler): ServedService['calls'] =>
    directCalls({ handlers: new Map(entries.map(([method, each]) => [method, make(method, each)])) }, surroundings);
  return {
    descriptor,
    calls: callsOf((method) => wholeCall(given, method)),
    streams: callsOf((method, operation) => streamCall(given, method, operation)),
    receives: (method) => sends.sendsStreams === true && isInParts(descriptor.operations[method]),
    isRemote: true,
    validatesAnswers: given.validateAnswers !== false,
  };
}

/** Messages in SOAP encoding are read and written as a whole. */
function isInParts(operation: OperationDescriptor | undefined): boolean {
  return operation?.soap11?.encoded !== true && operation?.soap12?.encoded !== true;
}

function wholeCall({ client, passOn }: GatewayClient, method: string): Handler {
  return async (input, context) => {
    const answer = await client.$exchange(method as never, input, (await callOptions(passOn, context)) as never);
    keepHeaders(answer, context);
    return answer.value;
  };
}

/** A call whose parameter and result are read as they come, if the operation can be called so. */
function streamCall(given: GatewayClient, method: string, operation: OperationDescriptor): Handler {
  const { client, passOn } = given;
  const list = operation.output && itemList(operation, 'output');
  const whole = wholeCall(given, method);
  const open = stream(client as never) as unknown as Readonly<
    Record<string, (input: unknown, options: object) => Items>
  >;
  return async (input, context) => {
    if (!isInParts(operation)) {
      return whole(input, context);
    }
    const options = await callOptions(passOn, context);
    const items = open[method]?.(input, {
      ...options,
      onResponse: (answer: ClientAnswer) => keepHeaders(answer, context),
    }) as Items;
    return list === undefined ? items.answer : streamed(placed(undefined, list, items) as never);
  };
}

interface Items extends AsyncIterable<unknown> {
  readonly answer: Promise<unknown>;
}

/** The options of a call: nothing of the caller's but what the program passes on. */
async function callOptions(passOn: GatewayClient['passOn'], context: ServiceContext): Promise<CallOptions> {
  const { signal, soapHeaders } = context;
  const { $any: _, ...declared } = soapHeaders;
  const passed = typeof passOn === 'function' ? await passOn(context) : { headers: headersOf(passOn ?? [], context) };
  const blocks = typeof passed.soapHeaders === 'function' ? undefined : passed.soapHeaders;
  const all = { ...declared, ...blocks };
  return {
    signal,
    ...(passed.headers !== undefined && { headers: passed.headers }),
    ...(typeof passed.soapHeaders === 'function'
      ? { soapHeaders: passed.soapHeaders }
      : Object.keys(all).length > 0 && { soapHeaders: all }),
  };
}

function headersOf(names: readonly string[], context: ServiceContext): Readonly<Record<string, string>> {
  const entries = names.flatMap((name) => {
    const value = context.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function keepHeaders({ soapHeaders }: ClientAnswer, context: ServiceContext): void {
  const { $any: _, ...declared } = soapHeaders;
  Object.assign(context.responseSoapHeaders, declared);
}
