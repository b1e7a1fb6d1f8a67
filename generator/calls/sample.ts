import {
  type BindingKind,
  createBareServer,
  DynamicClient,
  type MethodTypes,
  registerService,
  type ServiceDescriptor,
  ServiceError,
  type SoapServer,
  sampleAnswer,
  sampleRequest,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  XmlEncodeError,
} from '@wsdl-codegen/runtime';
import { answerToJson, requestToJson } from '@wsdl-codegen/runtime/json';
import { JsonError, type JsonValue, type SampleOptions } from '@wsdl-codegen/runtime/schema';
import type { Contract } from '../contract/model.js';
import { append } from '../diagnostics/append.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { sentenceEnd, trimEnd } from '../diagnostics/trim-end.js';
import { type DescriptorOptions, descriptorsOf } from '../memory/descriptors.js';
import { assumedNamespaces } from '../source/placeholder-values.js';
import { noTransport } from './call.js';
import { bindingsOf, type FoundOperation, findOperation, foundOperations } from './operations.js';

/** Which messages are made, and how. */
export interface SampleMessagesOptions extends DescriptorOptions {
  /** `OPERATION` or `SERVICE.OPERATION`; default all. */
  readonly operation?: string;
  /** Default all. */
  readonly bindings?: readonly BindingKind[];
  /** Another number gives other values. */
  readonly seed?: number;
  /** Values of placeholders that the contract leaves open; they have examples otherwise. */
  readonly placeholders?: Readonly<Record<string, string>>;
  /** Where requests are sent; that of the WSDL by default. */
  readonly address?: string;
}

/** The messages of an operation over one binding. */
export interface SampleMessages {
  readonly service: string;
  /** Name on the wire. */
  readonly operation: string;
  readonly binding: BindingKind;
  /** A request as a client sends it. */
  readonly request: TransportRequest;
  /** The answer to it; absent where nothing answers. */
  readonly response?: TransportResponse;
  /** The parameter and the result as JSON. */
  readonly json: { readonly request: JsonValue; readonly answer: JsonValue };
}

/** Makes valid messages of the operations of a contract, the same ones every time: requests as a client sends them, and answers as a server does. */
export async function sampleMessages(
  contract: Contract,
  options: SampleMessagesOptions = {},
): Promise<{ readonly messages: readonly SampleMessages[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { services } = descriptorsOf(contract, options);
  const [found, problems] =
    options.operation === undefined ? [foundOperations(services), []] : one(findOperation(services, options.operation));
  const messages: SampleMessages[] = [];
  const diagnostics: Diagnostic[] = [...problems];
  for (const each of found) {
    const offered = bindingsOf(each);
    const wanted = options.bindings?.filter((binding) => offered.includes(binding)) ?? offered;
    if (wanted.length === 0 && options.operation !== undefined) {
      const binding = options.bindings?.join(' or ') ?? '';
      diagnostics.push(diagnostic('call/binding', { operation: each.operation.name, binding, offered }));
    }
    for (const binding of wanted) {
      const [made, lacking] = await sampleOf(each, binding, options);
      if (made) {
        messages.push(made);
      }
      append(diagnostics, lacking);
    }
  }
  return { messages, diagnostics };
}

function one([found, problems]: Result<FoundOperation | undefined>): Result<readonly FoundOperation[]> {
  return [found === undefined ? [] : [found], problems];
}

/** The messages of one operation over one binding. `size` bounds how large they become. */
export async function sampleOf(
  found: FoundOperation,
  binding: BindingKind,
  options: SampleMessagesOptions,
  size: SampleOptions = {},
): Promise<Result<SampleMessages | undefined>> {
  const { service, operation } = found;
  try {
    const { seed } = options;
    const placeholders = withExamples(found, options.placeholders ?? {});
    const input = sampleRequest(operation, seed === undefined ? size : { ...size, seed });
    const request = await requestTo(found, binding, placeholders, input, options);
    if (request === undefined) {
      return [undefined, []];
    }
    const { value, response } = await answerFrom(found, binding, placeholders, input, { seed, size });
    const json = { request: requestToJson(operation, input), answer: answerToJson(operation, value, { binding }) };
    const answer = operation.oneWay || response === undefined ? {} : { response };
    return [{ service: service.name, operation: operation.name, binding, request, ...answer, json }, []];
  } catch (error) {
    if (error instanceof Error && expected.some((type) => error instanceof type)) {
      const name = `${service.name}.${operation.name}`;
      return [
        undefined,
        [diagnostic('call/no-sample', { operation: name, reason: trimEnd(error.message, sentenceEnd) })],
      ];
    }
    throw error;
  }
}

/** What makes a sample impossible: no value of a type, none that the binding can carry, a request that no server would understand. */
const expected = [ServiceError, TypeError, RangeError, JsonError, XmlEncodeError];

/** The request as a client sends it to the service. */
export async function requestTo(
  found: FoundOperation,
  binding: BindingKind,
  namespaces: Readonly<Record<string, string>>,
  input: unknown,
  options: SampleMessagesOptions,
): Promise<TransportRequest | undefined> {
  let request: TransportRequest | undefined;
  const transport: Transport = (sent) => {
    request = sent;
    return noTransport(sent);
  };
  const client = clientOf(alone(found), { binding, namespaces, ...addressOf(found, binding, options), transport });
  try {
    await client.call(found.method, input as never);
  } catch (error) {
    if (request === undefined) {
      throw error;
    }
  }
  return request;
}

/** The answer of a service in memory. */
async function answerFrom(
  found: FoundOperation,
  binding: BindingKind,
  namespaces: Readonly<Record<string, string>>,
  input: unknown,
  { seed, size }: { readonly seed: number | undefined; readonly size: SampleOptions },
): Promise<{ readonly value: unknown; readonly response?: TransportResponse }> {
  const sized = seed === undefined ? size : { ...size, seed };
  const { call, exchange } = memoryService(found, namespaces, () => sampleAnswer(found.operation, sized));
  const value = await call(binding, input);
  return { value, ...(exchange.response && { response: exchange.response }) };
}

/** A service in the same program, with a client of it. */
export interface MemoryService {
  /** Calls the operation. */
  readonly call: (binding: BindingKind, input: unknown) => Promise<unknown>;
  /** What was answered last. */
  readonly exchange: { response?: TransportResponse };
}

/** What happens to messages between a client and a service in memory. */
export interface MessageChanges {
  readonly request?: (request: TransportRequest) => TransportRequest;
  readonly response?: (response: TransportResponse) => TransportResponse;
}

/** A service with one operation of another one. Its ports are at addresses of their own: those of the descriptor may be none that a server can have. */
export function memoryService(
  found: FoundOperation,
  namespaces: Readonly<Record<string, string>>,
  handler: (input: unknown) => unknown,
  change: MessageChanges = {},
): MemoryService {
  const { service, method } = found;
  const addresses = service.ports.map(({ address }) => address ?? '');
  const ports = service.ports.map((port, i) => ({
    ...port,
    address: `http://service.example/port${addresses.indexOf(addresses[i] ?? '')}`,
  }));
  const placed = { ...alone(found), ports };
  const server = createBareServer({
    services: [registerService(placed, { [method]: handler }, { security: 'unprotected' })],
    namespaces,
    includeErrorDetail: true,
    limits: { handlerTimeoutMs: 0 },
  });
  const exchange: MemoryService['exchange'] = {};
  const transport: Transport = async (request) => {
    const response = await answerOf(server, change.request?.(request) ?? request);
    exchange.response = change.response?.(response) ?? response;
    return exchange.response;
  };
  return {
    call: (binding, input) => clientOf(placed, { binding, namespaces, transport }).call(method, input as never),
    exchange,
  };
}

/** The service with this operation only: what one costs must not depend on how many others there are. */
function alone({ service, method, operation }: FoundOperation): ServiceDescriptor {
  return { ...service, operations: { [method]: operation } };
}

/** The answer of a server in the same program. */
async function answerOf(
  server: SoapServer,
  { method, url, headers, body }: TransportRequest,
): Promise<TransportResponse> {
  const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const request = { method, url, headers: Object.fromEntries(fields), body: bytesOf(body) };
  const answer = await server.handle(request);
  return { status: answer.status, statusText: '', headers: new Headers(answer.headers), body: bytesOf(answer.body) };
}

function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === 'object' ? body : new TextEncoder().encode(body ?? '');
}

function clientOf(
  service: ServiceDescriptor,
  options: ConstructorParameters<typeof DynamicClient>[1],
): DynamicClient<Record<string, MethodTypes>> {
  // Samples show what the schema says; what protects messages is different each time.
  return new DynamicClient(service, { ...options, security: 'unprotected' });
}

/** Values of the placeholders of a service: those that are given, and examples. None where it has none: others of its contract may. */
export function withExamples(
  { service }: FoundOperation,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const open = service.placeholders.filter((name) => !Object.hasOwn(given, name));
  return service.placeholders.length === 0 ? {} : { ...assumedNamespaces(open), ...given };
}

/** The address of the service, or an example where the WSDL leaves it open. */
function addressOf(
  { service }: FoundOperation,
  binding: BindingKind,
  { address, placeholders = {} }: SampleMessagesOptions,
): { readonly address?: string; readonly baseUrl?: string } {
  if (address !== undefined) {
    return { address };
  }
  const declared = service.ports.find((port) => port.binding === binding)?.address;
  const [, name] = /^\{(\w+)\}/.exec(declared ?? '') ?? [];
  if (name !== undefined) {
    return Object.hasOwn(placeholders, name) ? {} : { baseUrl: 'http://service.example' };
  }
  return /^https?:\/\/[^/?#{}]+([/?#]|$)/i.test(declared ?? '')
    ? {}
    : { address: `http://service.example/${service.name}` };
}
