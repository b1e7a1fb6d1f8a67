import type { OperationDescriptor, WireResponse } from '@wsdl-codegen/runtime';
import { messageValidator } from '@wsdl-codegen/runtime';
import {
  answerHeaders,
  emptyResponse,
  isStreamedResult,
  type OnlyList,
  parseMediaType,
  readableOf,
  type WireStream,
} from '@wsdl-codegen/runtime/extend';
import { answerToJson, type JsonMembers } from '@wsdl-codegen/runtime/json';
import { JsonError, toJson, validate } from '@wsdl-codegen/runtime/schema';
import { type ItemsType, itemsTypeOf, itemText } from './items.js';
import type { MemberForm } from './members.js';
import { valueAt } from './places.js';
import { collected, partsOf } from './sources.js';

/** What is known of the answers of a route. */
export interface RouteOutput {
  readonly operation: OperationDescriptor;
  readonly members: JsonMembers;
  /** True if results are checked against the whole schema. */
  readonly isChecked: boolean;
  /** The list whose items may come one by one. */
  readonly list: OnlyList | undefined;
  /** Where the only binary value is: the properties on the way to it, and how it stands there. */
  readonly binary:
    | { readonly steps: readonly string[]; readonly kind: MemberForm['kind']; readonly types: readonly string[] }
    | undefined;
}

/** A result does not fit the contract. */
export class AnswerError extends Error {
  override readonly name = 'AnswerError';
}

/** The media types in which a result may come, the usual one first. */
export function offeredTypes({ list, binary }: RouteOutput): readonly string[] {
  return [
    'application/json',
    ...(list === undefined
      ? []
      : ['application/x-ndjson', 'application/json-seq', 'application/jsonl', 'application/ndjson']),
    ...(binary?.types ?? []),
  ];
}

/** Told about what happens after an answer was begun. */
export interface StreamEnds {
  failed(error: unknown): void;
}

/** The answer with the result of an operation, in one of the offered types. Rejects with `AnswerError` for a result that does not fit. */
export async function resultAnswer(
  output: RouteOutput,
  given: unknown,
  type: string,
  ends: StreamEnds,
): Promise<WireResponse> {
  const { operation, list, binary } = output;
  if (operation.oneWay === true) {
    return emptyResponse(202);
  }
  const itemsType = itemsTypeOf(type);
  const value = isStreamedResult(given) ? given.value : given;
  if (itemsType !== undefined && list !== undefined) {
    return itemsAnswer({ ...output, itemsType, type, list }, value, ends);
  }
  const whole = isStreamedResult(given) ? await collected(value) : value;
  if (binary?.types.includes(type) === true) {
    return binaryAnswer(binary, whole, type);
  }
  return { status: 200, headers: answerHeaders('application/json', 'no-store'), body: jsonText(output, whole) };
}

const validator = messageValidator();

function jsonText({ operation, members, isChecked }: RouteOutput, value: unknown): string {
  const [first] = isChecked ? validator.answer(operation, value) : [];
  if (first !== undefined) {
    throw new AnswerError(`The result of ${operation.name} does not fit its type: ${first.message}`);
  }
  try {
    return JSON.stringify(answerToJson(operation, value, { members }));
  } catch (error) {
    throw error instanceof JsonError
      ? new AnswerError(`The result of ${operation.name} does not fit its type: ${error.message}`, { cause: error })
      : error;
  }
}

function binaryAnswer({ steps, kind }: NonNullable<RouteOutput['binary']>, value: unknown, type: string): WireResponse {
  const found = valueAt(value, steps) as Uint8Array | { readonly content: Uint8Array; readonly contentType: string };
  if (found === undefined || found === null) {
    return emptyResponse(204, { 'Cache-Control': 'no-store' });
  }
  const [body, contentType] =
    kind === 'attachment' && !(found instanceof Uint8Array) ? [found.content, found.contentType] : [found, type];
  const headers = answerHeaders(isMediaType(contentType) ? contentType : 'application/octet-stream', 'no-store');
  return { status: 200, headers: { ...headers, 'Content-Disposition': 'attachment' }, body: body as Uint8Array };
}

/** False for what no field of a header can have, or nobody understands. */
function isMediaType(text: string): boolean {
  return parseMediaType(text) !== undefined && /^[\x20-\x7e]*$/.test(text);
}

/** Items that are sent one by one. */
interface SentItems extends Pick<RouteOutput, 'members' | 'isChecked'> {
  readonly itemsType: ItemsType;
  /** The media type that the caller asked for. */
  readonly type: string;
  readonly list: OnlyList;
}

async function itemsAnswer(items: SentItems, value: unknown, ends: StreamEnds): Promise<WireResponse> {
  const { type, list } = items;
  const source = valueAt(value, list.steps);
  const texts = textsOf(items, (source ?? []) as object);
  // An error before the first item is an answer as any other.
  const first = await texts.next();
  return {
    status: 200,
    headers: answerHeaders(type, 'no-store'),
    body: '',
    stream: new TextStream(first, texts, ends),
  };
}

async function* textsOf(
  { itemsType, list, members, isChecked }: SentItems,
  source: object,
): AsyncGenerator<string, void> {
  let index = 0;
  for await (const item of partsOf(source)) {
    const [first] = isChecked ? validate(list.item, item as never) : [];
    if (first !== undefined) {
      throw new AnswerError(`Item ${index} does not fit its type: ${first.message}`);
    }
    yield itemText(itemsType, toJson(list.item, item as never, { members }));
    index++;
  }
}

/** Texts as the octets of a body. An error in them ends the connection, so that the caller knows that the body is not whole. */
class TextStream implements WireStream {
  readonly length = undefined;
  readonly #encoder = new TextEncoder();
  readonly #texts: AsyncGenerator<string, void>;
  readonly #ends: StreamEnds;
  #first: IteratorResult<string, void> | undefined;

  constructor(first: IteratorResult<string, void>, texts: AsyncGenerator<string, void>, ends: StreamEnds) {
    this.#first = first;
    this.#texts = texts;
    this.#ends = ends;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      const step = this.#first ?? (await this.#texts.next());
      this.#first = undefined;
      return step.done === true ? step : { done: false, value: this.#encoder.encode(step.value) };
    } catch (error) {
      this.#ends.failed(error);
      throw error;
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#texts.return();
    return { done: true, value: undefined };
  }

  readable(): ReadableStream<Uint8Array> {
    return readableOf(this);
  }
}
