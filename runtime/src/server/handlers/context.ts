import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import { ExtensionStates } from '../../soap/extension.js';
import type { OtherHeaderBlocks } from '../../soap/header-block.js';
import type { OutgoingAttachment, RelatedPart } from '../../soap/mime.js';
import type { XmlElement } from '../../xml/index.js';
import type { PrincipalOf, RequestOf, ServerTypes, StateOf } from '../base/server-types.js';
import { headerValue, type WireHeaders, type WireRequest } from '../wire/wire.js';

const none: readonly RelatedPart[] = [];
const nothingSent: readonly OutgoingAttachment[] = [];

/** Header blocks of a request that the operation does not declare. */
export interface UndeclaredHeaders {
  /** Trees, with their attributes for SOAP and the namespaces on the wire, for whichever actor or role they are; without those that extensions read. */
  readonly $any?: readonly XmlElement[];
}

/**
 * The information that a handler has about its call, and its additions to the answer. `Headers` and `AnswerHeaders` are the
 * types of the operation's declared SOAP headers by property; the types of `request`, `principal` and
 * `state` are as the program declares them in `ServerTypes`.
 */
export class ServiceContext<Headers = Readonly<Record<string, unknown>>, AnswerHeaders = Record<string, unknown>> {
  readonly service: ServiceDescriptor;
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  /** HTTP method, request target and headers (by lower-case name) of the request. */
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  /**
   * The request as the host has it: Node's `IncomingMessage`, which is also Express's request, Fastify's request, the `Request` of Fetch. Undefined
   * for a request that was given to `handle` without it.
   */
  readonly request: RequestOf<ServerTypes>;
  /**
   * Who is authenticated, as an interceptor or an extension says it; undefined until then.
   */
  principal: PrincipalOf<ServerTypes>;
  /** Declared SOAP headers of the request by property, others in `$any`; empty if there are none, and over GET and POST. */
  readonly soapHeaders: Headers & UndeclaredHeaders;
  /** Parts that came with a SOAP envelope, including declared ones. */
  readonly attachments: readonly RelatedPart[];
  /** HTTP headers to add to the answer. */
  readonly responseHeaders: Record<string, string> = {};
  /**
   * SOAP headers of the answer: values of declared ones by property, other blocks in `$any`, which faults have, too. Properties that no operation of the service
   * declares are refused.
   */
  readonly responseSoapHeaders: { -readonly [P in keyof AnswerHeaders]: AnswerHeaders[P] } & {
    $any?: OtherHeaderBlocks['$any'];
  } = {} as never;
  readonly #request: WireRequest;
  #state: StateOf<ServerTypes> | undefined;
  #extensions: ExtensionStates | undefined;
  #attachments: OutgoingAttachment[] | undefined;
  #abort: AbortController | undefined;
  #abortReason: unknown;

  constructor(
    service: ServiceDescriptor,
    operation: OperationDescriptor,
    binding: BindingKind,
    request: WireRequest,
    soapHeaders: Headers & UndeclaredHeaders,
  ) {
    this.service = service;
    this.operation = operation;
    this.binding = binding;
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.soapHeaders = soapHeaders;
    this.attachments = request.attachments ?? none;
    this.request = request.request as RequestOf<ServerTypes>;
    this.principal = undefined as PrincipalOf<ServerTypes>;
    // Its signal is asked for only when the handler's is: listeners make it on demand.
    this.#request = request;
    request.exchange?.called(this);
  }

  /** The data that interceptors keep for the handler. */
  get state(): StateOf<ServerTypes> {
    this.#state ??= {} as StateOf<ServerTypes>;
    return this.#state;
  }

  /** The data that the extensions of the server keep for the call. */
  get extensions(): ExtensionStates {
    this.#extensions ??= this.#request.opened?.extensions ?? new ExtensionStates();
    return this.#extensions;
  }

  /** Parts to send besides the SOAP envelope of the answer that the WSDL does not declare. Faults, and answers over GET and POST, have none. */
  get responseAttachments(): OutgoingAttachment[] {
    this.#attachments ??= [];
    return this.#attachments;
  }

  /** Those of `responseAttachments` that the handler has added. */
  get addedAttachments(): readonly OutgoingAttachment[] {
    return this.#attachments ?? nothingSent;
  }

  /** Address of the caller, according to the option `trustProxy`. Undefined if the host does not tell. */
  get callerAddress(): string | undefined {
    return this.#request.admission?.caller;
  }

  /** Value of a request header, whatever the letter case of `name`. */
  header(name: string): string | undefined {
    return headerValue(this.headers, name.toLowerCase());
  }

  /** Aborts if the client goes away or the handler's time is up. Created on first use, since most handlers never need it. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const controller = new AbortController();
      this.#abort = controller;
      const client = this.#request.signal ?? this.#request.client?.signal;
      if (this.#abortReason !== undefined) {
        controller.abort(this.#abortReason);
      } else if (client?.aborted === true) {
        controller.abort(client.reason);
      } else {
        client?.addEventListener('abort', () => controller.abort(client.reason), { once: true });
      }
    }
    return this.#abort.signal;
  }

  /** Calls the handler, or what stands for it, when it is the turn of the principal; the server calls it. Throws and rejects as the handler. */
  callInTurn<T>(handler: () => T): T | Promise<T> {
    const { cost } = this.#request;
    return cost === undefined ? handler() : cost.call(this, handler);
  }

  /** Ends `signal`; the server calls it when the handler's time is over. */
  abort(reason: unknown): void {
    this.#abortReason = reason;
    this.#abort?.abort(reason);
  }
}

/** A handler without its types. */
export interface Handler {
  (input: unknown, context: ServiceContext): unknown;
  /** The `RequestReceiver` of a handler that reads its request while it arrives. */
  readonly $receiver?: object;
  /** True in the place of a handler that is not there yet: requests go to the fallback of the server. */
  readonly $passesOn?: true;
  /** Called when a request is for the handler, before it is decoded. True if the server does not call the handler: something else answers. */
  readonly $chosen?: () => boolean;
}
