import type { QName } from '../schema/index.js';
import type {
  OperationDescriptor,
  ServiceDescriptor,
  SoapBindingDescriptor,
  SoapBindingKind,
} from '../service/descriptor.js';
import type { CallTarget } from '../service/endpoint-reference.js';
import type { SoapVersion } from '../service/soap-version.js';
import type { XmlElement } from '../xml/interfaces/tree.js';
import type { HeaderFacts, SoapHeaderBlock } from './envelope.js';
import type { RelatedPart } from './mime.js';

/**
 * Writes and reads SOAP header blocks of its own (SOAP 1.1, 4.2; SOAP 1.2 Part 1, 5.2), the same way in clients and servers: WS-Addressing
 * and WS-Security are of this kind. `seal` and `open` change whole envelopes, as signatures and encryption do. `State` is what it keeps of an exchange in
 * `HeaderContext.extensions`. All members but the names may return a promise. HTTP bindings have no headers, and no extension is called there.
 */
export interface SoapHeaderExtension<State = unknown> {
  /**
   * The header blocks that it understands, whatever operations declare. Such a block may be marked `mustUnderstand`. It comes to `read` when
   * it is addressed to the ultimate receiver; a block for another actor or role is not touched.
   */
  readonly understands: readonly QName[];
  /**
   * The header blocks of a message that is sent: a client's request, for each attempt, or a server's answer or fault. An
   * error that it throws fails the call in a client, and a server answers it as a fault.
   */
  write?(context: HeaderContext): readonly SoapHeaderBlock[] | PromiseLike<readonly SoapHeaderBlock[]>;
  /**
   * Receives the blocks of an incoming message, in order; an empty list if there were none. A server calls it before the
   * handler, and answers an error that it throws like one of the handler: a `SoapFault` as it is. A client calls it before
   * the Body is read, also for faults, and an error that it throws rejects the call.
   */
  read?(blocks: readonly ReceivedHeaderBlock[], context: HeaderContext): void | PromiseLike<void>;
  /**
   * The envelope that is sent in the place of one that is written, with the header blocks of all extensions in it. Extensions seal in their order: each
   * gets what the one before it gave. A client calls it for each attempt, a server for answers and faults that have an envelope. An error that it
   * throws fails the call in a client; a server answers it as a fault. A message that is sealed is not streamed.
   */
  seal?(envelope: WholeEnvelope, context: EnvelopeContext): WholeEnvelope | PromiseLike<WholeEnvelope>;
  /**
   * The envelope that is read in the place of one that was received: nothing but what it gives is decoded, and a server finds the operation in it. Extensions open in the
   * reverse order. An error that it throws rejects the call of a client, and a server answers it: a `SoapFault` as it is. The answers without an
   * envelope do not come to it: those that are empty or not XML, which give no values. A message that is opened is read as a whole.
   */
  open?(envelope: WholeEnvelope, context: EnvelopeContext): WholeEnvelope | PromiseLike<WholeEnvelope>;
  /**
   * True if `seal` has to see binary values where they are in the message: they are sent as base64 in the envelope, also in a package of MTOM. Otherwise it sees
   * `xop:Include` there, and their octets in `parts`.
   */
  readonly inlineBinaries?: boolean;
  /**
   * True for a header block with another name that it reads all the same: one that is addressed to us, that no operation declares, and that has
   * certain attributes. Only servers ask.
   */
  claims?(attribute: (namespace: string, name: string) => string | undefined): boolean;
  /**
   * True for an answer or a fault of a server that must not be sent, because it is for nobody; then the server answers with HTTP 202 and an empty body. It is
   * asked before `write`.
   */
  discards?(context: HeaderContext): boolean;
  /**
   * The one of several operations that its blocks name, where SOAPAction and the Body of a request fit them all; undefined if they name none. Only servers ask,
   * before `read`; it answers at once.
   */
  selects?(
    blocks: readonly ReceivedHeaderBlock[],
    candidates: readonly OperationCandidate[],
  ): OperationCandidate | undefined;
  /**
   * The header blocks of a fault of a server to a request of which nothing is called, because it cannot be read or names no operation. It receives its own
   * blocks of the request, as far as the header can be read; `read` and `write` are not called then.
   */
  writeRefusal?(blocks: readonly ReceivedHeaderBlock[]): readonly SoapHeaderBlock[];
  /**
   * True if a server must not offer operations over GET and POST beside it, nor a client call them, because no extension is called there: for extensions that decide who
   * may call, and for those that protect messages.
   */
  readonly soapOnly?: boolean;
  /** What the requests of a server need, for its help pages, which ask for it, or say that they cannot make it. */
  readonly needs?: RequestNeeds;
  /**
   * Under which its data are kept, if several objects share them: a registered symbol is the same in each copy of a package. Default: the object itself.
   */
  readonly key?: symbol;
  /** Only for the type checker. */
  readonly state?: State;
}

/** What requests need of WS-Security. */
export interface RequestNeeds {
  /** A user name token. Default false. */
  readonly user?: boolean;
  /** Passwords may be sent as digests. Default true. */
  readonly digest?: boolean;
  /** Default false. */
  readonly timestamp?: boolean;
  /** What pages cannot make, because it takes a key or an assertion. Default: nothing. */
  readonly protection?: readonly RequestProtection[];
}

/** What protects a request, beside a user name token. */
export type RequestProtection = 'signature' | 'encryption' | 'assertion';

/** A message as a whole: the text of its envelope, and the parts beside it. */
export interface WholeEnvelope {
  /** The envelope, from its first character to its last. */
  readonly text: string;
  /** Attachments, and on sending by MTOM the binary values that the envelope includes. A received envelope has these in its text, as base64. */
  readonly parts: readonly RelatedPart[];
}

/** The facts about an envelope that do not depend on its operation. */
type EnvelopeFacts = 'side' | 'message' | 'version' | 'url' | 'callerAddress' | 'setPrincipal' | 'error' | 'extensions';
/** Those that do. */
type OperationFacts = 'binding' | 'service' | 'operation' | 'action' | 'facts' | 'placeholders';

/**
 * The message whose envelope is sealed or opened. A server does not know the operation of a request before it is open, nor in a fault to one that calls nothing. At a
 * client, an answer that is opened may be a fault: `message` is `'answer'` all the same.
 */
export interface EnvelopeContext
  extends Pick<HeaderContext, EnvelopeFacts>,
    Partial<Pick<HeaderContext, OperationFacts>> {
  /** Bytes that what `open` gives may have, parts included; more is refused. */
  readonly maxBytes?: number | undefined;
}

/** A header block as it was received. */
export interface ReceivedHeaderBlock extends HeaderFacts {
  /** The block, with its attributes for SOAP and the namespaces on the wire. */
  readonly tree: XmlElement;
}

/** An operation that a request may call. */
export type OperationCandidate = Pick<
  HeaderContext,
  'binding' | 'service' | 'operation' | 'action' | 'facts' | 'placeholders'
>;

/** The message whose header blocks are written or read. */
export interface HeaderContext {
  readonly side: 'client' | 'server';
  /** Which message of the exchange it is. */
  readonly message: 'request' | 'answer' | 'fault';
  readonly version: SoapVersion;
  readonly binding: SoapBindingKind;
  readonly service: ServiceDescriptor<unknown>;
  readonly operation: OperationDescriptor;
  /** SOAP action of the operation's requests, with placeholders filled in; `''` if there is none. */
  readonly action: string;
  /** Facts of the binding at the port that is called. */
  readonly facts: SoapBindingDescriptor;
  /** The action that the HTTP headers of a server's request say, if they say one. */
  readonly sentAction?: string | undefined;
  /** Values of the placeholders in the service's names and actions. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** The option `to` of a client's call. */
  readonly to?: CallTarget | undefined;
  /** Address that the client calls; at a server the target of the request (`/X.asmx`), or its whole address. */
  readonly url: string;
  /** Address of the caller, as `ServiceContext.callerAddress`; only in servers. */
  readonly callerAddress?: string | undefined;
  /** Says who is authenticated, for interceptors and handlers (`ServiceContext.principal`); only in servers. */
  readonly setPrincipal?: (principal: unknown) => void;
  /** The header blocks that the program itself gives the message that is written: an extension leaves out its own of the same name. */
  readonly given?: readonly SoapHeaderBlock[];
  /** The thrown value, if a server writes a fault. */
  readonly error?: unknown;
  /** Data that extensions keep during the exchange, from the request to the answer. */
  readonly extensions: ExtensionStates;
}

/**
 * Data that extensions keep during one exchange. The extensions fill it; handlers find it in `ServiceContext.extensions`,
 * interceptors in `ClientCall.extensions`, where they can also set values for `write` to use.
 */
export class ExtensionStates {
  #states: Map<SoapHeaderExtension | symbol, unknown> | undefined;

  /** The state of an extension; undefined until it is set. */
  get<State>(extension: SoapHeaderExtension<State>): State | undefined {
    return this.#states?.get(extension.key ?? extension) as State | undefined;
  }

  /** Sets the state of an extension. */
  set<State>(extension: SoapHeaderExtension<State>, state: State): void {
    this.#states ??= new Map();
    this.#states.set(extension.key ?? extension, state);
  }
}
