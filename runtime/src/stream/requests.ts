import { ByteCollector } from '../http/byte-collector.js';
import { codingsOf } from '../http/content-coding.js';
import { parseMediaType } from '../http/media-type.js';
import { XmlDecodeError } from '../schema/index.js';
import { elementPlan } from '../schema/plan/plan.js';
import { decodeReason } from '../server/decode-reason.js';
import type { Endpoint } from '../server/endpoint.js';
import { KnownHeaders } from '../server/known-headers.js';
import type { ReceivedAnswer, ReceivedCall } from '../server/receiving.js';
import type { Handler } from '../server/registration.js';
import { unreadableFault } from '../server/server-fault.js';
import { answerSoap } from '../server/soap-endpoint.js';
import { SoapFault } from '../server/soap-fault.js';
import { readSoapMessage } from '../server/soap-message.js';
import type { SoapRoute, SoapRoutes } from '../server/soap-routes.js';
import { sameOperation } from '../server/soap-routes.js';
import { emptyResponse, headerValue, ownHeader, type WireResponse } from '../server/wire.js';
import type { OperationDescriptor } from '../service/descriptor.js';
import { enterEnvelope, SoapFormatError } from '../soap/envelope.js';
import { type XmlReader, XmlSyntaxError } from '../xml/index.js';
import { inflated } from './inflated.js';
import { ItemStream, type ItemSupply } from './item-stream.js';
import { ItemWindow } from './item-window.js';
import { addLater, placeStream, withoutLater } from './late-values.js';
import { bodyElementWay, type MessageList } from './message-way.js';
import { movedError, PartReader } from './positions.js';
import { TextDecoding } from './text-decoding.js';
import { TypeWay, type Way } from './way.js';

const utf8 = new TextEncoder();

/** The list that a handler reads while its request arrives. */
export interface ReceivedList {
  /** Bytes that a request may have; undefined for the limit of the server. */
  readonly maxBytes: number | undefined;
  /** The list in the operation's requests. */
  listOf(operation: OperationDescriptor): MessageList;
}

/** What was found out about a request while it arrives. */
type Found = { readonly route: SoapRoute; readonly receiver: ReceivedList } | 'other';

/**
 * Reads one request while it arrives. As soon as the first item of its list is there, the operation is called with what came before, in the ordinary way;
 * the handler reads the items from the connection.
 */
export class RequestReading implements ItemSupply {
  item: unknown = undefined;
  readonly #call: ReceivedCall;
  readonly #window: ItemWindow;
  readonly #decoding: TextDecoding;
  /** The bytes as they came, until it is clear that the request is read in parts. */
  #raw: ByteCollector | undefined = new ByteCollector();
  #found: Found | undefined;
  #next: () => Promise<Uint8Array | undefined>;
  #bytes = 0;
  #ended = false;
  /** True while the item that began the call was not taken. */
  #holdsFirst = false;
  /** The status for a request that is refused before its handler is called. */
  #refusal: 408 | 413 | undefined;
  /** The error in the place of the first item. */
  #failure: { readonly error: unknown } | undefined;
  /** The handler's parameter. */
  #input: unknown;

  constructor(call: ReceivedCall) {
    const { endpoint, head, settings } = call;
    const type = parseMediaType(headerValue(head.headers, 'content-type'));
    const charset = type?.parameters.get('charset');
    const isAscii = settings.textXmlCharset === 'us-ascii' && type?.type === 'text/xml';
    this.#call = call;
    this.#next = () => this.#nextRaw();
    this.#decoding = new TextDecoding({ charset: charset ?? (isAscii ? 'us-ascii' : undefined) });
    const { readerOptions: reader, decode } = endpoint;
    this.#window = new ItemWindow(bodyElementWay(this.#enter), { reader, decode, limits: this.#limits() });
  }

  #limits(): { readonly maxItemLength: number; readonly maxRestLength: number } {
    const { maxBodyBytes } = this.#call.settings.limits;
    return { maxItemLength: maxBodyBytes, maxRestLength: maxBodyBytes };
  }

  /** Decides about the first element of the Body. */
  readonly #enter: Way['enter'] = (cursor) => {
    const found = this.#call.routes.find(({ route }) => {
      const { element } = route.operation.input;
      return element?.name === cursor.localName && element.namespace === cursor.namespace;
    });
    const { element } = found?.route.operation.input ?? {};
    const receiver = found?.receiver as (ReceivedList & object) | undefined;
    const list = found && receiver?.listOf(found.route.operation);
    if (found === undefined || receiver === undefined || element === undefined || list === undefined) {
      this.#found = 'other';
      return undefined;
    }
    this.#found = { route: found.route, receiver };
    const place = { element: elementPlan(element), root: element.name, path: [], inherited: [], kept: 1 };
    return TypeWay.open(cursor, place, list.steps, this.#call.endpoint.decode);
  };

  /** Answers the request. */
  async answer(): Promise<ReceivedAnswer> {
    const { head } = this.#call;
    const type = parseMediaType(headerValue(head.headers, 'content-type'))?.type;
    const codings = codingsOf(ownHeader(head.headers, 'content-encoding') ?? '');
    const plain = inflated(codings, () => this.#nextRaw());
    if (type === 'multipart/related' || plain === undefined) {
      return this.#answerWhole();
    }
    this.#next = plain;
    try {
      return await this.#answerInParts();
    } catch (error) {
      if (this.#refusal !== undefined) {
        return { response: emptyResponse(this.#refusal), isRead: false };
      }
      if (!isMalformed(error)) {
        throw error;
      }
      // The ordinary way knows how to say it.
      return this.#answerWhole();
    }
  }

  async #answerInParts(): Promise<ReceivedAnswer> {
    while (!this.#findFirst()) {
      if (this.#found === 'other' || (this.#ended && this.#found === undefined)) {
        return this.#answerWhole();
      }
      if (this.#ended) {
        this.#window.end();
        return this.#answerEmpty();
      }
      await this.more();
    }
    this.#raw = undefined;
    const response = await this.#invoke(this.#window.beginning, relaxed(this.#call.endpoint));
    if (response.stream !== undefined) {
      // The answer may be made of what is still to come.
      return { response, isRead: true };
    }
    await this.#call.body.return();
    return { response, isRead: this.#ended };
  }

  /** True if the first item is there, or an error in its place: the handler gets both. */
  #findFirst(): boolean {
    try {
      this.#holdsFirst = this.#window.next();
      return this.#holdsFirst;
    } catch (error) {
      if (!this.#window.isInList) {
        throw error;
      }
      this.#failure = { error };
      return true;
    }
  }

  /** Answers a request that is read as a whole: it calls another operation, or none. */
  async #answerWhole(): Promise<ReceivedAnswer> {
    const { head, settings } = this.#call;
    const raw = this.#raw ?? new ByteCollector();
    for (;;) {
      const chunk = await this.#nextRaw();
      if (chunk === undefined) {
        return { response: await this.#call.dispatch({ ...head, body: raw.bytes() }), isRead: true };
      }
      if (raw.length > settings.limits.maxBodyBytes) {
        await this.#call.body.return();
        return { response: emptyResponse(413), isRead: false };
      }
    }
  }

  /** Answers a request whose list is empty. */
  async #answerEmpty(): Promise<ReceivedAnswer> {
    const response = await this.#invoke(this.#window.surroundings.text, this.#call.endpoint);
    return { response, isRead: true };
  }

  async #invoke(text: string, endpoint: Endpoint): Promise<WireResponse> {
    const { head, settings } = this.#call;
    const type = parseMediaType(headerValue(head.headers, 'content-type'));
    const action = type?.parameters.get('action');
    const contentType = `${type?.type}; charset=utf-8${action === undefined ? '' : `; action="${action}"`}`;
    const { 'content-encoding': _, ...others } = head.headers;
    const request = { ...head, headers: { ...others, 'content-type': contentType }, body: utf8.encode(text) };
    // Each wait for the client has the time instead.
    const limits = { ...settings.limits, handlerTimeoutMs: 0 };
    return answerSoap(withHandler(endpoint, this.#found, this.#handler), request, { ...settings, limits });
  }

  /** Calls the operation with the stream in the place of the list. */
  readonly #handler = (handler: Handler): Handler => {
    return (early, context) => {
      const found = this.#found;
      const list = typeof found === 'object' ? found.receiver.listOf(found.route.operation) : undefined;
      if (list === undefined) {
        return handler(early, context);
      }
      const hasItems = this.#holdsFirst || this.#failure !== undefined;
      const stream = hasItems ? new ItemStream<unknown>(this) : undefined;
      const { element } = context.operation.input;
      if (stream !== undefined && element !== undefined) {
        withoutLater(early, elementPlan(element), list.valueSteps);
      }
      this.#input = stream === undefined ? early : placeStream(early, list.valueSteps, stream);
      return handler(this.#input, context);
    };
  };

  async #nextRaw(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#call.body.next();
    if (done === true) {
      return undefined;
    }
    this.#raw?.add(value);
    return value;
  }

  take(): boolean {
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    if (!this.#holdsFirst && !this.#window.next()) {
      return false;
    }
    this.#holdsFirst = false;
    this.item = this.#window.item;
    return true;
  }

  async more(): Promise<boolean> {
    this.#checkLength();
    if (this.#ended) {
      return false;
    }
    const bytes = await this.#inTime(this.#next());
    if (bytes === undefined) {
      this.#ended = true;
      this.#window.add(this.#decoding.end());
      return true;
    }
    this.#bytes += bytes.length;
    this.#window.add(this.#decoding.add(bytes));
    return true;
  }

  /** The limit is known when the operation is: what has come by then may be more than the server allows for others. */
  #checkLength(): void {
    const maxBytes = typeof this.#found === 'object' ? this.#found.receiver.maxBytes : undefined;
    const limit = maxBytes ?? this.#call.settings.limits.maxBodyBytes;
    if (this.#bytes > limit) {
      this.#refusal = 413;
      throw new SoapFault(`The request has more than ${limit} bytes.`, { code: 'Client' });
    }
  }

  #inTime<T>(step: Promise<T>): Promise<T> {
    const { handlerTimeoutMs } = this.#call.settings.limits;
    if (handlerTimeoutMs <= 0) {
      return step;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#refusal = 408;
        reject(new SoapFault('The rest of the request did not come in time.', { code: 'Client' }));
      }, handlerTimeoutMs);
      step.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  /** Reads the whole message without the items, and gives the handler's parameter what came after them. */
  async end(): Promise<void> {
    const found = this.#found;
    if (typeof found !== 'object') {
      return;
    }
    this.#window.end();
    const { endpoint } = this.#call;
    const { text, origins } = this.#window.surroundings;
    const open = (): XmlReader => new PartReader(text, origins, endpoint.readerOptions);
    try {
      const reader = open();
      const message = readSoapMessage(
        reader,
        enterEnvelope(reader),
        found.route,
        { ...endpoint, validate: undefined },
        open,
      );
      addLater(this.#input, message.input, found.receiver.listOf(found.route.operation)?.valueSteps ?? []);
    } catch (error) {
      throw movedError(error, text, origins);
    }
  }

  fail(error: unknown): unknown {
    const found = this.#found;
    if (typeof found !== 'object' || !(error instanceof XmlDecodeError || isMalformed(error))) {
      return error;
    }
    const { profile } = this.#call.endpoint;
    const reason = decodeReason(error as Error, profile, undefined);
    const fault = unreadableFault(profile, found.route.operation.name, reason);
    return new SoapFault(fault.reason, { code: 'Client', cause: error });
  }

  async cancel(): Promise<void> {
    await this.#call.body.return();
  }
}

function isMalformed(error: unknown): boolean {
  return error instanceof XmlSyntaxError || error instanceof SoapFormatError;
}

/** An endpoint that does not miss what comes after the list. */
function relaxed(endpoint: Endpoint): Endpoint {
  return { ...endpoint, decode: { ...endpoint.decode, missing: 'default' }, validate: undefined };
}

/** An endpoint at which an operation has another handler. */
function withHandler(endpoint: Endpoint, found: Found | undefined, wrap: (handler: Handler) => Handler): Endpoint {
  const replaced = (route: SoapRoute): SoapRoute =>
    typeof found === 'object' && sameOperation(route, found.route) ? { ...route, handler: wrap(route.handler) } : route;
  const { soap11, soap12 } = endpoint;
  return {
    ...endpoint,
    knownHeaders: new KnownHeaders(),
    soap11: soap11 && mapRoutes(soap11, replaced),
    soap12: soap12 && mapRoutes(soap12, replaced),
  };
}

function mapRoutes({ actions, elements }: SoapRoutes, replaced: (route: SoapRoute) => SoapRoute): SoapRoutes {
  return {
    actions: new Map([...actions].map(([action, route]) => [action, route && replaced(route)])),
    elements: new Map([...elements].map(([element, routes]) => [element, routes.map(replaced)])),
  };
}
