import { inflated } from '../../http/body-streams.js';
import { ByteCollector } from '../../http/byte-collector.js';
import { codingsOf } from '../../http/content-coding.js';
import { parseMediaType } from '../../http/media-type.js';
import type { UnknownContent } from '../../schema/context/decoder.js';
import { XmlDecodeError } from '../../schema/descriptor/errors.js';
import { elementPlan } from '../../schema/plan/plan.js';
import { wording } from '../../server/base/wording.js';
import type { Handler } from '../../server/handlers/context.js';
import { decodeReason } from '../../server/profile/decode-reason.js';
import type { ReceivedAnswer, ReceivedCall, RequestReceiver } from '../../server/receiving.js';
import type { Endpoint } from '../../server/routes/endpoint.js';
import { KnownHeaders } from '../../server/routes/known-headers.js';
import { type SoapRoute, type SoapRoutes, sameOperation } from '../../server/routes/soap-routes.js';
import { unreadableFault } from '../../server/soap/server-fault.js';
import { answerSoap } from '../../server/soap/soap-endpoint.js';
import { readSoapMessage } from '../../server/soap/soap-message.js';
import { emptyResponse, headerValue, ownHeader, type WireRequest, type WireResponse } from '../../server/wire/wire.js';
import type { OperationDescriptor } from '../../service/descriptor.js';
import { enterEnvelope, SoapFormatError } from '../../soap/envelope.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { type XmlReader, XmlSyntaxError } from '../../xml/index.js';
import { ItemWindow } from '../list/item-window.js';
import { bodyElementWay, type MessageList, TypeWay, type Way } from '../list/way-to-list.js';
import { PackageBinaries, withStreams } from '../package/package-binaries.js';
import { openPackage } from '../package/related-reader.js';
import { type OriginalText, originalPosition, PartReader, partOptions } from '../text/positions.js';
import { TextDecoding } from '../text/text-decoding.js';
import { addLater, placeStream, withoutLater } from './arriving-value.js';
import { ItemStream, type ItemSupply } from './item-stream.js';

const utf8 = new TextEncoder();

/** The list that a handler reads while its request arrives. */
export interface ReceivedList {
  /** Bytes that a request may have; undefined for the limit of the server. */
  readonly maxBytes: number | undefined;
  /** True to read binary values as streams. */
  readonly hasBinaryStreams: boolean;
  /** The list in the operation's requests; undefined for one without lists. */
  listOf(operation: OperationDescriptor): MessageList | undefined;
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
  #decoding: TextDecoding;
  #binaries: PackageBinaries | undefined;
  /** What the package says, in which the envelope came. */
  #package: Pick<WireRequest, 'mtom' | 'packageActions'> = {};
  /** Content type of the envelope. */
  #contentType: string | undefined;
  /** The bytes as they came, until it is clear that the request is read in parts. */
  #raw: ByteCollector | undefined = new ByteCollector();
  #found: Found | undefined;
  #next: () => Promise<Uint8Array | undefined>;
  #bytes = 0;
  #ended = false;
  /** True while the item that began the call was not taken. */
  #holdsFirst = false;
  #isCoded = false;
  /** True for a body that is not what its coding says. */
  #isBroken = false;
  /** The status for a request that is refused before its handler is called. */
  #refusal: 408 | 413 | undefined;
  /** The error in the place of the first item. */
  #failure: { readonly error: unknown } | undefined;
  /** The handler's parameter. */
  #input: unknown;
  /** Offset in the document of the end of what the operation was called with. */
  #invokedAt = 0;

  constructor(call: ReceivedCall) {
    const { endpoint, head, settings } = call;
    const type = parseMediaType(headerValue(head.headers, 'content-type'));
    const charset = type?.parameters.get('charset');
    const isAscii = settings.textXmlCharset === 'us-ascii' && type?.type === 'text/xml';
    this.#call = call;
    this.#contentType = headerValue(head.headers, 'content-type');
    this.#next = () => this.#nextRaw();
    this.#decoding = new TextDecoding({ charset: charset ?? (isAscii ? 'us-ascii' : undefined), requireKnown: true });
    const { readerOptions: reader, decode } = endpoint;
    const limits = this.#limits();
    const rewrite = (part: OriginalText, cursor: XmlReader): OriginalText => this.#marked(part, cursor);
    this.#window = new ItemWindow(bodyElementWay(this.#enter), { reader, decode, limits, rewrite });
  }

  #limits(): { readonly maxItemLength: number; readonly maxRestLength: number } {
    const { maxBodyBytes } = this.#call.settings.limits;
    return { maxItemLength: maxBodyBytes, maxRestLength: maxBodyBytes };
  }

  #marked(part: OriginalText, cursor?: XmlReader): OriginalText {
    const { readerOptions } = this.#call.endpoint;
    return this.#binaries?.withMarks(part, cursor ?? new PartReader(part, readerOptions)) ?? part;
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
    const isInParts = list !== undefined || receiver?.hasBinaryStreams === true;
    if (found === undefined || receiver === undefined || element === undefined || !isInParts) {
      this.#found = 'other';
      return undefined;
    }
    if (this.#binaries !== undefined && !receiver.hasBinaryStreams) {
      this.#found = 'other';
      return undefined;
    }
    this.#found = { route: found.route, receiver };
    if (list === undefined) {
      return undefined;
    }
    const place = { element: elementPlan(element), root: element.name, path: [], inherited: [], kept: 1 };
    return TypeWay.open(cursor, place, list.steps, this.#call.endpoint.decode);
  };

  /** Answers the request. */
  async answer(): Promise<ReceivedAnswer> {
    const { head } = this.#call;
    const codings = codingsOf(ownHeader(head.headers, 'content-encoding') ?? '');
    const plain = inflated(codings, () => this.#nextRaw());
    if (plain === undefined) {
      return this.#answerWhole();
    }
    this.#isCoded = codings.length > 0;
    this.#next = () => this.#counted(plain);
    try {
      return (await this.#openPackage()) ? await this.#answerInParts() : await this.#answerWhole();
    } catch (error) {
      if (this.#refusal !== undefined) {
        return { response: emptyResponse(this.#refusal), isRead: false };
      }
      if (!isMalformed(error) && !this.#isBroken) {
        throw error;
      }
      // The ordinary way knows how to say it.
      return this.#answerWhole();
    }
  }

  /** Moves into the envelope of a package. False for a package that has to be read as a whole. */
  async #openPackage(): Promise<boolean> {
    const { routes } = this.#call;
    const type = parseMediaType(this.#contentType)?.type;
    if (type !== 'multipart/related') {
      return true;
    }
    if (!routes.some(({ receiver }) => (receiver as RequestReceiver & Partial<ReceivedList>).hasBinaryStreams)) {
      return false;
    }
    const root = await openPackage(this.#contentType, undefined, this.#next);
    if (root === undefined || !('parts' in root)) {
      return false;
    }
    this.#binaries = new PackageBinaries(root.parts, () => this.cancel());
    this.#package = { mtom: root.mtom, packageActions: root.actions };
    this.#contentType = root.contentType;
    const charset = parseMediaType(root.contentType)?.parameters.get('charset');
    this.#decoding = new TextDecoding({ charset, requireKnown: true });
    this.#next = () => root.parts.next();
    return true;
  }

  async #counted(plain: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    const isPackageHead = this.#binaries === undefined && this.#isPackage;
    if (!isPackageHead) {
      this.#checkLength();
    }
    const bytes = await this.#inTime(this.#isCoded ? this.#decoded(plain) : plain());
    this.#bytes += bytes?.length ?? 0;
    return bytes;
  }

  async #decoded(plain: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    try {
      return await plain();
    } catch (error) {
      this.#isBroken = true;
      throw new SoapFault(wording.brokenCoding, { code: 'Client', cause: error });
    }
  }

  get #isPackage(): boolean {
    return parseMediaType(this.#contentType)?.type === 'multipart/related';
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
    const { surroundings, beginning } = this.#window;
    this.#invokedAt = originalPosition(surroundings, surroundings.text.length).offset;
    return this.#ending(await this.#invoke(this.#marked(beginning), relaxed(this.#call.endpoint)));
  }

  /** The answer, and whether the request was read to its end. */
  async #ending(response: WireResponse): Promise<ReceivedAnswer> {
    if (response.stream !== undefined) {
      // The answer may be made of what is still to come.
      return { response, isRead: true };
    }
    const isRead = this.#ended && (this.#binaries === undefined || (await this.#binaries.finish()));
    if (!isRead) {
      await this.#call.body.return();
    }
    return { response, isRead };
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
    this.#raw = undefined;
    this.#binaries?.open();
    return this.#ending(await this.#invoke(this.#marked(this.#window.surroundings), this.#call.endpoint));
  }

  async #invoke(part: OriginalText, endpoint: Endpoint): Promise<WireResponse> {
    const { head, settings } = this.#call;
    const type = parseMediaType(this.#contentType);
    const action = type?.parameters.get('action');
    const contentType = `${type?.type}; charset=utf-8${action === undefined ? '' : `; action="${action}"`}`;
    const { 'content-encoding': _, ...others } = head.headers;
    const headers = { ...others, 'content-type': contentType };
    const request = { ...head, ...this.#package, headers, body: utf8.encode(part.text) };
    // Each wait for the client has the time instead.
    const limits = { ...settings.limits, handlerTimeoutMs: 0 };
    const withStream = withHandler(endpoint, this.#found, this.#handler);
    return answerSoap(readingPart(withStream, part), request, { ...settings, limits });
  }

  /** Calls the operation with the stream in the place of the list. */
  readonly #handler = (handler: Handler): Handler => {
    return (early, context) => {
      const found = this.#found;
      const list = typeof found === 'object' ? found.receiver.listOf(found.route.operation) : undefined;
      if (list === undefined) {
        return handler(this.#withStreams(early), context);
      }
      const hasItems = this.#holdsFirst || this.#failure !== undefined;
      const stream = hasItems ? new ItemStream<unknown>(this) : undefined;
      const { element } = context.operation.input;
      if (stream !== undefined && element !== undefined) {
        withoutLater(early, elementPlan(element), list.valueSteps);
      }
      const known = this.#withStreams(early);
      this.#input = stream === undefined ? known : placeStream(known, list.valueSteps, stream);
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
    this.item = this.#withStreams(this.#window.item);
    return true;
  }

  #withStreams(value: unknown): unknown {
    const found = this.#found;
    const isWanted = typeof found === 'object' && found.receiver.hasBinaryStreams;
    return isWanted ? (this.#binaries?.withStreams(value) ?? withStreams(value)) : value;
  }

  async more(): Promise<boolean> {
    if (this.#ended) {
      return false;
    }
    const bytes = await this.#next();
    if (bytes === undefined) {
      this.#ended = true;
      this.#window.add(this.#decoding.end());
    } else {
      this.#window.add(this.#decoding.add(bytes));
    }
    this.#decoding.requireRight();
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
    this.#binaries?.open();
    const part = this.#marked(this.#window.surroundings);
    const { open, ...endpoint } = readingPart(tellingFrom(this.#call.endpoint, this.#invokedAt), part);
    const reader = open();
    const envelope = enterEnvelope(reader);
    const message = readSoapMessage(reader, envelope, found.route, { ...endpoint, validate: undefined }, open);
    const steps = found.receiver.listOf(found.route.operation)?.valueSteps ?? [];
    addLater(this.#input, this.#withStreams(message.input), steps);
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

/** An endpoint that reads a text which was put together from parts of a request, and says where in the request something is. */
function readingPart(endpoint: Endpoint, part: OriginalText): Endpoint & { readonly open: () => XmlReader } {
  const open = (): XmlReader => new PartReader(part, endpoint.readerOptions);
  return { ...endpoint, open, decode: partOptions(endpoint.decode, part) };
}

/** An endpoint that does not tell again what was told before an offset. */
function tellingFrom(endpoint: Endpoint, start: number): Endpoint {
  const { onUnknown } = endpoint.decode;
  const tell = (content: UnknownContent): void => (content.offset < start ? undefined : onUnknown?.(content));
  return onUnknown === undefined ? endpoint : { ...endpoint, decode: { ...endpoint.decode, onUnknown: tell } };
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
