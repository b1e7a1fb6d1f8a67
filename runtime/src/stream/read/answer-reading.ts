import type { CallReading } from '../../client/attempts/attempt.js';
import type { AnswerRest, Exchange } from '../../client/call/context.js';
import { decodeFailure } from '../../client/call/failures.js';
import { AbortError, ResponseTooLargeError, ServiceError } from '../../client/errors/errors.js';
import { bodyKind } from '../../client/messages/answer.js';
import type { ClientAnswer } from '../../client/options/options.js';
import { ByteCollector } from '../../http/byte-collector.js';
import { parseMediaType } from '../../http/media-type.js';
import type { OpenedResponse, ResponseHeaders, Transport, TransportResponse } from '../../http/transport.js';
import { ItemWindow, type WindowLimits } from '../list/item-window.js';
import { itemsAt, withoutItems } from '../list/list-path.js';
import type { MessageList, Way } from '../list/way-to-list.js';
import { PackageBinaries, withStreams } from '../package/package-binaries.js';
import { openPackage } from '../package/related-reader.js';
import { type OriginalText, PartReader, partOptions } from '../text/positions.js';
import { TextDecoding } from '../text/text-decoding.js';
import { AnswerRequest } from './answer-request.js';
import { openerOf } from './fetched.js';
import { Deferred, type ItemSupply } from './item-stream.js';

/** What is to be read of an answer. */
export interface AnswerPlan {
  /** The list; undefined for an answer without lists. */
  readonly list: MessageList | undefined;
  /** The way to the list. */
  way(exchange: Exchange): Way;
  readonly window: WindowLimits | undefined;
  /** True to read binary values as streams. */
  readonly hasBinaryStreams: boolean;
  /** Bytes of an answer whose list is read item by item. */
  readonly maxResponseBytes: number;
  /** Makes the call. */
  call(reading: CallReading): Promise<ClientAnswer>;
}

const utf8 = new TextEncoder();
/** Characters of an answer that errors look at. */
const maxPreview = 65_536;

/**
 * Reads the answer of a call: gives its items as they come, and the rest of it to the call as if it were the whole answer. An answer of another kind, and
 * one of a transport or an interceptor that has it as a whole, is left to the call, and its items are given afterwards.
 */
export class AnswerReading implements CallReading, ItemSupply {
  item: unknown = undefined;
  begun = false;
  rest: AnswerRest | undefined = undefined;
  readonly #plan: AnswerPlan;
  readonly #answer = new Deferred<unknown>();
  #call: Promise<ClientAnswer> | undefined;
  /** Settled when items can be read as they come. */
  readonly #ready = new Deferred<'parts'>();
  readonly #rest = new Deferred<TransportResponse>();
  #request: AnswerRequest | undefined;
  #exchange: Exchange | undefined;
  #opened: OpenedResponse | undefined;
  #window: ItemWindow | undefined;
  #decoding: TextDecoding | undefined;
  #binaries: PackageBinaries | undefined;
  #nextBytes: () => Promise<Uint8Array | undefined> = () => Promise.resolve(undefined);
  /** Content type of the envelope. */
  #contentType: string | null = null;
  #bytes = 0;
  #ended = false;
  #cancelled = false;
  /** The items of an answer that was read as a whole. */
  #items: readonly unknown[] | undefined;
  #next = 0;

  constructor(plan: AnswerPlan) {
    this.#plan = plan;
  }

  /** The result without the items. */
  get answer(): Promise<unknown> {
    return this.#answer.promise;
  }

  async receive(exchange: Exchange, transport: Transport, timeoutMs: number): Promise<TransportResponse> {
    const request = new AnswerRequest(exchange.request, transport, timeoutMs);
    this.#request = request;
    this.#exchange = exchange;
    if (this.#cancelled) {
      request.cancel();
    }
    const open = openerOf(transport);
    if (open === undefined) {
      return request.wait(transport(request.request));
    }
    const opened = await request.wait(open(request.request));
    request.opened = opened;
    this.#contentType = opened.headers.get('content-type');
    this.#nextBytes = () => this.#nextCounted(request);
    const first = await request.next();
    const isPackage = this.#plan.hasBinaryStreams && isSuccess(opened);
    const root = isPackage ? await openPackage(this.#contentType, first, this.#nextBytes) : undefined;
    if (root !== undefined && 'parts' in root) {
      const cancel = (): void => request.cancel();
      this.#binaries = new PackageBinaries(root.parts, cancel, cancel);
      this.#contentType = root.contentType;
      this.#nextBytes = () => root.parts.next();
      this.#begin(opened, exchange, new Uint8Array(0));
    } else if (root === undefined && isStreamed(opened, first)) {
      this.#begin(opened, exchange, this.#counted(first));
    } else {
      return this.#readWhole(opened, root?.begun ?? first);
    }
    return this.#rest.promise;
  }

  #begin(opened: OpenedResponse, exchange: Exchange, first: Uint8Array): void {
    const { reader, decode } = exchange.plan.context;
    const type = parseMediaType(this.#contentType);
    const binaries = this.#binaries;
    this.begun = true;
    this.#opened = opened;
    this.#window = new ItemWindow(this.#plan.way(exchange), {
      reader,
      decode,
      limits: this.#plan.window,
      rewrite: binaries && ((part, cursor) => binaries.withMarks(part, cursor)),
    });
    this.#decoding = new TextDecoding({ charset: type?.parameters.get('charset'), requireKnown: true });
    this.#add(first);
    this.#ready.resolve('parts');
  }

  async #readWhole(opened: OpenedResponse, first: Uint8Array | undefined): Promise<TransportResponse> {
    const limit = this.#exchange?.request.maxResponseBytes ?? Number.POSITIVE_INFINITY;
    const body = new ByteCollector();
    const { status, statusText, headers } = opened;
    for (let chunk = first; chunk !== undefined; chunk = await this.#request?.next()) {
      body.add(chunk);
      if (body.length > limit) {
        this.#request?.cancel();
        const partial = { status, statusText, headers, body: body.bytes() };
        throw new ResponseTooLargeError(limit, { partial });
      }
    }
    return { status, statusText, headers, body: body.bytes() };
  }

  /** The next bytes; what comes after the limit is not read, but everything before it is. */
  async #nextCounted(request: AnswerRequest): Promise<Uint8Array | undefined> {
    const { maxResponseBytes } = this.#plan;
    if (this.#bytes > maxResponseBytes) {
      throw new ResponseTooLargeError(maxResponseBytes, { partial: this.#restOfAnswer(maxPreview) });
    }
    const chunk = await request.next();
    return chunk && this.#counted(chunk);
  }

  #counted(chunk: Uint8Array): Uint8Array {
    const room = this.#plan.maxResponseBytes - this.#bytes;
    this.#bytes += chunk.length;
    return chunk.subarray(0, room);
  }

  #add(bytes: Uint8Array): void {
    this.#window?.add(this.#decoding?.add(bytes) ?? '');
  }

  take(): boolean {
    if (this.#items !== undefined) {
      this.item = this.#withStreams(this.#items[this.#next]);
      return this.#next++ < this.#items.length;
    }
    this.#decoding?.requireRight();
    if (this.#window?.next() !== true) {
      return false;
    }
    this.item = this.#withStreams(this.#window.item);
    return true;
  }

  #withStreams(value: unknown): unknown {
    return this.#plan.hasBinaryStreams ? (this.#binaries?.withStreams(value) ?? withStreams(value)) : value;
  }

  async more(): Promise<boolean> {
    if (this.#call === undefined) {
      this.#call = this.#plan.call(this);
      this.#call.catch(() => undefined);
    }
    if (this.#window === undefined) {
      return this.#begins(this.#call);
    }
    if (this.#ended) {
      return false;
    }
    try {
      const chunk = await this.#nextBytes();
      if (chunk === undefined) {
        this.#ended = true;
        this.#window.add(this.#decoding?.end() ?? '');
      } else {
        this.#add(chunk);
      }
      return true;
    } catch (error) {
      this.#request?.cancel();
      this.#rest.reject(error);
      // The call knows what to say about it.
      await this.#call;
      throw error;
    }
  }

  /** Waits until items can be read: from the window, or from the whole answer. */
  async #begins(call: Promise<ClientAnswer>): Promise<boolean> {
    if (this.#items !== undefined) {
      return false;
    }
    const answer = await Promise.race([this.#ready.promise, call]);
    if (answer !== 'parts') {
      this.#items = this.#plan.list === undefined ? [] : itemsAt(answer.value, this.#plan.list.valueSteps);
    }
    return true;
  }

  async end(): Promise<void> {
    if (this.#window !== undefined) {
      this.#window.end();
      this.#rest.resolve(this.#wholeRest());
    }
    const answer = await this.#call;
    const { list } = this.#plan;
    const value = this.#withStreams(list ? withoutItems(answer?.value, list.valueSteps) : answer?.value);
    if (this.#binaries?.isUsed === true) {
      this.#binaries.open();
    } else {
      this.#binaries?.cancel();
    }
    this.#answer.resolve(value);
  }

  /** The answer without the items. */
  #wholeRest(): TransportResponse {
    const surroundings = this.#window?.surroundings ?? nothing;
    const { reader = {} } = this.#exchange?.plan.context ?? {};
    const part = this.#binaries?.withMarks(surroundings, new PartReader(surroundings, reader)) ?? surroundings;
    this.rest = {
      open: (options) => new PartReader(part, options),
      options: (decode) => partOptions(decode, part),
    };
    return this.#responseOf(part.text);
  }

  /** The beginning of the answer as far as it was read, without the items. */
  #restOfAnswer(maxLength: number): TransportResponse {
    return this.#responseOf((this.#window?.surroundings ?? nothing).text.slice(0, maxLength));
  }

  #responseOf(text: string): TransportResponse {
    const { status = 0, statusText = '', headers = noHeaders } = this.#opened ?? {};
    return { status, statusText, headers: inUtf8(headers, this.#contentType), body: utf8.encode(text) };
  }

  fail(error: unknown): unknown {
    const final = this.#described(error);
    this.#rest.reject(final);
    this.#answer.reject(final);
    this.#request?.cancel();
    return final;
  }

  #described(error: unknown): unknown {
    const exchange = this.#exchange;
    const final =
      exchange === undefined || error instanceof ServiceError
        ? error
        : decodeFailure({ ...exchange, reading: undefined }, this.#restOfAnswer(maxPreview), error);
    const count = this.#window?.count ?? 0;
    if (final instanceof ServiceError && count > 0) {
      final.message += ` (after ${count} ${count === 1 ? 'item' : 'items'})`;
    }
    return final;
  }

  async cancel(): Promise<void> {
    this.#cancelled = true;
    const reason = new AbortError({ cause: new DOMException('The answer was not read to its end', 'AbortError') });
    this.#answer.reject(reason);
    this.#rest.reject(reason);
    this.#request?.cancel();
  }
}

function isSuccess({ status }: OpenedResponse): boolean {
  return status >= 200 && status <= 299;
}

/** True for a success in XML. */
function isStreamed(opened: OpenedResponse, first: Uint8Array | undefined): first is Uint8Array {
  return isSuccess(opened) && first !== undefined && bodyKind({ ...opened, body: first }) === 'xml';
}

const nothing: OriginalText = { text: '', origins: [] };
const noHeaders: ResponseHeaders = { get: () => null, forEach: () => undefined };

/** Headers of an answer whose text has become UTF-8. */
function inUtf8(headers: ResponseHeaders, contentType: string | null): ResponseHeaders {
  const type = parseMediaType(contentType)?.type ?? 'text/xml';
  return {
    get: (name) => (name.toLowerCase() === 'content-type' ? `${type}; charset=utf-8` : headers.get(name)),
    forEach: (callback) => headers.forEach(callback),
  };
}
