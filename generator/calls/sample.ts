import {
  type BindingKind,
  DynamicClient,
  type MethodTypes,
  ServiceError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@wsdl-codegen/runtime';
import { JsonError, type JsonValue } from '@wsdl-codegen/runtime/schema';
import { mockService, sampleRequest } from '@wsdl-codegen/runtime/testing';
import type { Contract } from '../contract/model.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { type DescriptorOptions, descriptorsOf } from '../memory/descriptors.js';
import { answerToJson, requestToJson } from './message-json.js';
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
      messages.push(...(made ? [made] : []));
      diagnostics.push(...lacking);
    }
  }
  return { messages, diagnostics };
}

function one([found, problems]: Result<FoundOperation | undefined>): Result<readonly FoundOperation[]> {
  return [found === undefined ? [] : [found], problems];
}

async function sampleOf(
  found: FoundOperation,
  binding: BindingKind,
  options: SampleMessagesOptions,
): Promise<Result<SampleMessages | undefined>> {
  const { service, method, operation } = found;
  try {
    const { seed } = options;
    const placeholders = withExamples(found, options.placeholders ?? {});
    const input = sampleRequest(operation, seed === undefined ? {} : { seed });
    const exchange: { request?: TransportRequest; response?: TransportResponse } = {};
    const client = new DynamicClient(service, {
      binding,
      namespaces: placeholders,
      ...addressOf(found, binding, options),
      transport: answering(found, placeholders, seed, exchange),
    });
    const value = await (client as DynamicClient<Record<string, MethodTypes>>).call(method, input as never);
    const { request, response } = exchange;
    if (request === undefined) {
      return [undefined, []];
    }
    const json = { request: requestToJson(operation, input), answer: answerToJson(operation, binding, value) };
    const answer = operation.oneWay || response === undefined ? {} : { response };
    return [{ service: service.name, operation: operation.name, binding, request, ...answer, json }, []];
  } catch (error) {
    if (
      error instanceof ServiceError ||
      error instanceof TypeError ||
      error instanceof RangeError ||
      error instanceof JsonError
    ) {
      const name = `${service.name}.${operation.name}`;
      return [
        undefined,
        [diagnostic('call/no-sample', { operation: name, reason: error.message.replace(/[.\s]+$/, '') })],
      ];
    }
    throw error;
  }
}

/** A transport to a service in memory, which answers with samples. */
function answering(
  { service }: FoundOperation,
  namespaces: Readonly<Record<string, string>>,
  seed: number | undefined,
  exchange: { request?: TransportRequest; response?: TransportResponse },
): Transport {
  const mock = mockService(service, {}, { namespaces, validate: false, ...(seed !== undefined && { seed }) });
  return async (request) => {
    exchange.request = request;
    const response = await mock.transport(request);
    exchange.response = response;
    return response;
  };
}

function withExamples(
  { service }: FoundOperation,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const open = service.placeholders.filter((name) => !Object.hasOwn(given, name));
  return { ...Object.fromEntries(open.map((name) => [name, `urn:${name}`])), ...given };
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
  return /^https?:/i.test(declared ?? '') ? {} : { address: `http://service.example/${service.name}` };
}
