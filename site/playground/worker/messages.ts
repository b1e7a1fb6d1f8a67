import type { BindingKind, OperationDescriptor, TransportRequest } from '@wsdl-codegen/runtime';
import { answerFromJson, answerToJson, requestFromJson, requestToJson } from '@wsdl-codegen/runtime/json';
import type { JsonValue } from '@wsdl-codegen/runtime/schema';
import { type FoundOperation, findOperation } from '../../../generator/calls/operations.js';
import { memoryService, requestTo, sampleOf, withExamples } from '../../../generator/calls/sample.js';
import { type FormField, jsonText, type MessageChoice, type Tasks } from '../tasks.js';
import { decodeDocument, encodeDocument, sampleDocument } from './documents.js';
import { formOf } from './form.js';
import { generated } from './generate.js';

type Written = Omit<Tasks['encode']['answer'], 'fields'>;

/** A message of one operation over one binding. */
interface Message {
  readonly found: FoundOperation;
  readonly binding: BindingKind;
  readonly isRequest: boolean;
  readonly namespaces: Readonly<Record<string, string>>;
}

function messageOf({ subject, binding, direction }: MessageChoice): Message {
  const [found, [problem]] = findOperation(generated().descriptors.services, subject);
  if (found === undefined) {
    throw new Error(problem?.message ?? `There is no operation ${subject}.`);
  }
  return {
    found,
    binding: binding as BindingKind,
    isRequest: direction === 'request',
    namespaces: withExamples(found, {}),
  };
}

/** A valid message, its JSON, and a form for its values. */
export async function sample(given: Tasks['sample']['given']): Promise<Tasks['sample']['answer']> {
  const { seed } = given;
  if (given.kind === 'element') {
    return sampleDocument(given.subject, seed);
  }
  const { found, binding, isRequest } = messageOf(given);
  const [made, problems] = await sampleOf(found, binding, seed === 0 ? {} : { seed });
  if (made === undefined) {
    throw new Error(problems.map(({ message }) => message).join('\n') || 'This binding has no message to show.');
  }
  const { operation } = found;
  const json = isRequest ? made.json.request : made.json.answer;
  const written = isRequest ? requestWire(made.request) : answerWire(made.response?.body);
  return { ...written, json: jsonText(json), fields: fieldsOf(operation, isRequest, json) };
}

function fieldsOf({ input, output }: OperationDescriptor, isRequest: boolean, json: JsonValue): readonly FormField[] {
  const message = isRequest ? input : output;
  return message === undefined ? [] : formOf(message, json);
}

/** JSON as a message. */
export async function encode(given: Tasks['encode']['given']): Promise<Tasks['encode']['answer']> {
  const json = JSON.parse(given.json) as JsonValue;
  if (given.kind === 'element') {
    return encodeDocument(given.subject, json);
  }
  const { found, binding, isRequest, namespaces } = messageOf(given);
  const { operation } = found;
  const fields = fieldsOf(operation, isRequest, json);
  if (isRequest) {
    const input = requestFromJson(operation, json, { coerce: true });
    const request = await requestTo(found, binding, namespaces, input, {});
    return request === undefined ? { wire: '', head: '', fields } : { ...requestWire(request), fields };
  }
  const answer = answerFromJson(operation, json, { coerce: true });
  const { call, exchange } = memoryService(found, namespaces, () => answer);
  await call(binding, await sampleInput(given));
  return { ...answerWire(exchange.response?.body), fields };
}

/** A message as JSON. A service in the worker reads requests, and a client answers. */
export async function decode(given: Tasks['decode']['given']): Promise<Tasks['decode']['answer']> {
  if (given.kind === 'element') {
    return decodeDocument(given.subject, given.wire);
  }
  const { found, binding, isRequest, namespaces } = messageOf(given);
  const { operation } = found;
  const decoded = (json: JsonValue): Tasks['decode']['answer'] => {
    return { json: jsonText(json), fields: fieldsOf(operation, isRequest, json) };
  };
  if (isRequest) {
    const received: unknown[] = [];
    const answer = await sampleAnswerOf(given);
    const handler = (input: unknown): unknown => {
      received.push(input);
      return answer;
    };
    const { call } = memoryService(found, namespaces, handler, {
      request: (request) => withWire(request, given.wire),
    });
    await call(binding, await sampleInput(given)).catch((error: unknown) => {
      if (received.length === 0) {
        throw error;
      }
    });
    return decoded(requestToJson(operation, received[0]));
  }
  const body = new TextEncoder().encode(given.wire);
  const answer = await sampleAnswerOf(given);
  const { call } = memoryService(found, namespaces, () => answer, {
    response: (response) => ({ ...response, body }),
  });
  const value = await call(binding, await sampleInput(given));
  return decoded(answerToJson(operation, value, { binding }));
}

async function sampleInput(given: MessageChoice): Promise<unknown> {
  const { found, binding } = messageOf(given);
  const [made] = await sampleOf(found, binding, {});
  return requestFromJson(found.operation, made?.json.request ?? null);
}

async function sampleAnswerOf(given: MessageChoice): Promise<unknown> {
  const { found, binding } = messageOf(given);
  const [made] = await sampleOf(found, binding, {});
  return made === undefined ? undefined : answerFromJson(found.operation, made.json.answer);
}

/** What is sent: the body or, for GET, the address with its query. */
function requestWire({ method, url, headers, body }: TransportRequest): Written {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${url}`, ...lines].join('\n');
  return { head, wire: method === 'GET' ? url : textOf(body) };
}

function answerWire(body: string | Uint8Array | undefined): Written {
  return { head: '', wire: textOf(body) };
}

function textOf(body: string | Uint8Array | undefined): string {
  return typeof body === 'object' ? new TextDecoder().decode(body) : (body ?? '');
}

function withWire(request: TransportRequest, wire: string): TransportRequest {
  if (request.method === 'GET') {
    const [path = ''] = request.url.split('?');
    const query = wire.indexOf('?');
    return { ...request, url: query < 0 ? path : path + wire.slice(query).trim() };
  }
  return { ...request, body: wire };
}
