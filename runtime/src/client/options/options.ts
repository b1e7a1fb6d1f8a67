import type { ResponseHeaders, Transport } from '../../http/transport.js';
import type { Tolerate, UnknownContent } from '../../schema/index.js';
import type { BindingKind, OperationDescriptor } from '../../service/descriptor.js';
import type { CallTarget } from '../../service/endpoint-reference.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { ExtensionStates, SoapHeaderExtension } from '../../soap/extension.js';
import type { OtherHeaderBlocks } from '../../soap/header-block.js';
import type { GivenSecurity } from '../../soap/message-security.js';
import type { MessageValidator } from '../../soap/message-validator.js';
import type { OutgoingAttachment, RelatedPart } from '../../soap/mime.js';
import type { DeclareAt, PrefixesByNamespace } from '../../soap/prefixes.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import type { MaskOption } from '../masking/call-masker.js';
import type { ExchangeListener } from '../messages/exchange-message.js';
import type { ClientAddressing } from './parts.js';

/** The declared SOAP headers of all methods of a service, by property. */
export type ClientHeaders<Methods> = {
  readonly [P in PropertyOf<InputHeaders<Methods>>]?: ValueOf<InputHeaders<Methods>, P>;
};

type InputHeaders<Methods> = {
  [M in keyof Methods]: Methods[M] extends { readonly inputHeaders: infer Headers } ? Headers : never;
}[keyof Methods];
type PropertyOf<Headers> = Headers extends unknown ? keyof Headers : never;
type ValueOf<Headers, P extends PropertyKey> = Headers extends unknown
  ? P extends keyof Headers
    ? Headers[P]
    : never
  : never;

/**
 * SOAP headers to send: values of the operation's declared headers by property, with other blocks in `$any`; or a list of blocks. Blocks can carry
 * `mustUnderstand` and `actor`. GET and POST have no place for such headers, so they are left out.
 */
export type SoapHeaders<Headers = Readonly<Record<string, unknown>>> =
  | (Headers & OtherHeaderBlocks)
  | readonly SoapHeaderBlock[];

/** SOAP headers, or a function that gives them, anew for each attempt of a call: a nonce is never sent twice. */
export type SoapHeadersOption<Headers = Readonly<Record<string, unknown>>> =
  | SoapHeaders<Headers>
  | (() => SoapHeaders<Headers> | PromiseLike<SoapHeaders<Headers>>);

/** Limits for reading. */
export interface ClientLimits {
  /** Bytes of an answer, decompressed. Default 64 MiB. */
  readonly maxResponseBytes?: number;
  /** Depth of nested XML elements. Default 256. */
  readonly maxDepth?: number;
  /** Attributes of one XML element. Default 256. */
  readonly maxAttributes?: number;
}

/** Where a service is whose WSDL leaves that open: scheme and authority, such as `https://api.example`, or the whole address. */
export type ServiceAddress = { readonly baseUrl: string } | { readonly address: string };

/** Options of a client. `Headers` is the type of the declared SOAP headers of its operations by property. */
export interface ClientOptions<B extends BindingKind = BindingKind, Headers = Readonly<Record<string, unknown>>> {
  /** Replaces the leading placeholder of the WSDL's address, or its scheme and authority: `https://wallet.example`. */
  readonly baseUrl?: string;
  /** The service's whole address; wins over `baseUrl`. */
  readonly address?: string;
  /** Values of the placeholders that the service's namespaces leave open. */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** Default: the first of soap11, soap12, httpPost, httpGet that the service offers. */
  readonly binding?: B;
  /** Name of the port to call, when several offer the binding. Default: the first. */
  readonly port?: string;
  /** HTTP headers of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * SOAP headers of every call, or a function that gives them for each attempt. Those of a call are added, and replace blocks of the same name. An operation is sent those
   * that it declares; a property that no operation declares is refused.
   */
  readonly soapHeaders?: SoapHeadersOption<Headers>;
  /** Milliseconds a call may take, retries included. Default 60,000; 0 means no limit. */
  readonly timeoutMs?: number;
  /** Default: `node:http` with kept-alive connections in Node, `fetch` elsewhere. */
  readonly transport?: Transport;
  /** Called around every call, the first outermost. */
  readonly interceptors?: readonly Interceptor[];
  /**
   * Called after each attempt of a call, with the request, the answer, the time and the error; credentials are hidden as in errors, and bodies decoded on demand. Errors
   * that it throws are ignored.
   */
  readonly onExchange?: ExchangeListener;
  /** When failed calls are sent again. Default: none; every call is sent only once. */
  readonly retry?: RetryPolicy;
  readonly limits?: ClientLimits;
  /**
   * Which credentials errors show as `***`. Names of parameters, elements, attributes and headers are known by the words in them, such as `password` and
   * `token`; this adds words, or names that are not secret. `false` hides nothing.
   */
  readonly mask?: MaskOption;
  /** Extensions that read and write SOAP header blocks of their own. */
  readonly extensions?: readonly SoapHeaderExtension[];
  /**
   * What meets the demands of the service's WS-Policy: `x509({ key, certificate })`, `usernameToken({ user, password })` and others of `@wsdl-codegen/ws-security`, or an array
   * of several. It is needed where the policy demands protected messages; `'unprotected'` sends them as they are.
   */
  readonly security?: GivenSecurity;
  /**
   * WS-Addressing: `wsAddressing('1.0')` of the entry `addressing`, `wsAddressing('2004/08')`, or `wsAddressing()` for the version that the WSDL asks for, else 1.0.
   * Default: on for the operations whose WSDL or policy asks for it; `false` turns it off.
   */
  readonly addressing?: ClientAddressing | false;
  /**
   * The prefixes of requests, for services that insist on some, by namespace: `{ soap: 'soapenv', 'urn:orders': 'ord' }`; `soap` is the envelope,
   * `''` the default namespace. Default: `soap` for the envelope, no prefix for the operation's namespace, `ns1`, `ns2`… for others.
   */
  readonly prefixes?: PrefixesByNamespace;
  /** Where the prefixes of `prefixes` are declared: at the `'envelope'`, or at the first element that uses one. Default `'use'`. */
  readonly declareAt?: DeclareAt;
  /**
   * Adds `; action="…"` to the content type of SOAP 1.2, for servers that do not route by the body. Default: for operations
   * whose Body may be empty, or begins with the same element as that of another operation.
   */
  readonly soap12Action?: boolean;
  /** Send binary values of SOAP messages as parts of an MTOM package instead of base64. Answers are read in both forms. Default false. */
  readonly mtom?: boolean;
  /**
   * Treatment of properties of an input that its type does not have: `'refuse'` (default) throws `XmlEncodeError` before anything is sent,
   * `'ignore'` sends the rest.
   */
  readonly unknownProperties?: 'refuse' | 'ignore';
  /** Checks inputs before they are sent, and results, against every facet and occurrence of the schema: `messageValidator()`. Default: none. */
  readonly validate?: MessageValidator;
  /** Refuse answers that do not fit their schema exactly: unknown elements, elements out of order, near misses. Default false. */
  readonly strict?: boolean;
  /**
   * Content of answers that does not fit their schema and is read all the same, in addition to near misses. Values always have their declared types. Default
   * `'nothing'`; without effect if `strict`.
   */
  readonly tolerate?: Tolerate;
  /** Called for everything in answers that was ignored because their schema does not know it, or read although it is not quite right. */
  readonly onUnknown?: (content: UnknownContent) => void;
}

/**
 * Options of one call; they win over the client's. `Headers` and `AnswerHeaders` are the types of the operation's declared SOAP
 * headers by property.
 */
export interface CallOptions<
  B extends BindingKind = BindingKind,
  Headers = Readonly<Record<string, unknown>>,
  AnswerHeaders = Readonly<Record<string, unknown>>,
> {
  readonly binding?: B;
  /** Rejects the call with `AbortError` when aborted. */
  readonly signal?: AbortSignal;
  /** Milliseconds the call may take, retries included; 0 means no limit. */
  readonly timeoutMs?: number;
  /** HTTP headers, added to the client's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** SOAP headers, added to the client's; a block replaces the client's of the same name. A property that the operation does not declare is refused. */
  readonly soapHeaders?: SoapHeadersOption<Headers>;
  /** Where this call goes: the whole address. */
  readonly address?: string;
  /** In the place of the scheme and host of the address, for this call; `address` wins. */
  readonly baseUrl?: string;
  /**
   * Parts to send besides the SOAP envelope that the WSDL does not declare (SOAP Messages with Attachments; in an MTOM package with `mtom`). GET and POST have no
   * place for them: the call rejects with `TypeError`.
   */
  readonly attachments?: readonly OutgoingAttachment[];
  /**
   * The endpoint reference to call: a value that a service gave, such as ONVIF's `SubscriptionReference`, or `{ address, referenceParameters }`. Its reference
   * parameters become header blocks. Needs WS-Addressing.
   */
  readonly to?: CallTarget;
  /** True if calling twice does no harm: allows retries after failures that leave open whether the service acted. */
  readonly idempotent?: boolean;
  /** Called with the answer, before the call resolves. */
  onResponse?(answer: ClientAnswer<AnswerHeaders>): void;
}

/** The request of a call, as a transport sends it. */
export interface CallRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for GET. */
  readonly body?: string | Uint8Array | undefined;
}

/** A call on its way through the interceptors. */
export interface ClientCall {
  /** Name of the service. */
  readonly service: string;
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  /** The method's argument. */
  readonly input: unknown;
  /** HTTP headers in addition to those of the binding. */
  readonly headers: Readonly<Record<string, string>>;
  /** SOAP headers in addition to those of the client. */
  readonly soapHeaders: SoapHeadersOption | undefined;
  /** Where the call goes: the address of the service, below which GET and POST have operations. */
  readonly address: string;
  /** Parts to send that the WSDL does not declare. */
  readonly attachments: readonly OutgoingAttachment[];
  /** The endpoint reference that is called, if one is; `address` has its address. */
  readonly to: CallTarget | undefined;
  /** The data that the extensions of the client keep for the call. */
  readonly extensions: ExtensionStates;
  readonly signal: AbortSignal | undefined;
  /** 0 means no limit. */
  readonly timeoutMs: number;
  readonly idempotent: boolean;
}

/** A successful answer. */
export interface ClientAnswer<Headers = Readonly<Record<string, unknown>>> {
  /** The method's result. */
  readonly value: unknown;
  readonly status: number;
  readonly statusText: string;
  readonly headers: ResponseHeaders;
  /** Parts that came with a SOAP envelope; absent if there were none. */
  readonly attachments?: readonly RelatedPart[];
  /** The data that the extensions of the client keep for the call; absent if there are no extensions, and over GET and POST. */
  readonly extensions?: ExtensionStates;
  /** Values of the declared SOAP headers by property; in `$any` other header blocks, but for those that extensions read. */
  readonly soapHeaders: Headers & { readonly $any?: readonly XmlElement[] };
}

/**
 * Wraps calls: `async (call, next) => next({ ...call, headers: { ...call.headers, Authorization: await token() } })`. May answer
 * without calling `next`, or call it again.
 */
export type Interceptor = (
  call: ClientCall,
  next: (call: ClientCall) => Promise<ClientAnswer>,
) => Promise<ClientAnswer>;

/**
 * When to send a failed call again. Failures in which nothing was sent (no connection) are always safe to repeat; others only
 * for calls that are idempotent, because nobody can know whether the service acted.
 */
export interface RetryPolicy {
  /** Times that a call is sent at most, the first included. */
  readonly attempts: number;
  /** Milliseconds before the second, third… attempt. Default 100, 200, 400…; a `Retry-After` of the service wins when longer. */
  readonly delayMs?: (attempt: number) => number;
  /** Methods that are idempotent; `true` for all. A call's own `idempotent` wins. */
  readonly idempotent?: true | readonly string[];
  /** Decides instead of `isRetryable`. */
  readonly retryOn?: (error: unknown, call: ClientCall) => boolean;
}
