import type { BindingKind, OperationDescriptor, ServiceDescriptor } from '../../service/descriptor.js';
import type { ExtensionStates } from '../../soap/extension.js';
import type { OutgoingAttachment, RelatedPart } from '../../soap/mime.js';
import type { PrincipalOf, RequestOf, ServerTypes, StateOf } from '../base/server-types.js';
import type { WireHeaders } from '../wire/wire.js';
import type { Handler, ServiceContext } from './context.js';

/** The answer to a call on its way back through the interceptors. */
export interface ServerAnswer {
  /** The handler's result. */
  readonly value: unknown;
}

/** The parts of a call that an interceptor may change for those after it, and for the handler. */
export interface ServerCallChanges<Types = ServerTypes> {
  /** The decoded parameter of the operation. */
  readonly input?: unknown;
  /** Members to add to the state of the call. */
  readonly state?: Partial<StateOf<Types>>;
  /** Who is authenticated. */
  readonly principal?: PrincipalOf<Types>;
}

/**
 * Wraps the calls of a server: `async (call, next) => next({ ...call, state: { user: await userOf(call) } })`. It may refuse a call by an error, answer with
 * `{ value }` without calling `next`, or change the answer. Errors are answered as those of handlers.
 */
export type ServerInterceptor<Types = ServerTypes> = InterceptorOf<Types>['intercept'];

/** As a method, so that interceptors with types of their own can be used together: parameters of methods are compared in both directions. */
interface InterceptorOf<Types> {
  intercept(
    call: ServerCall<Types>,
    next: (call?: ServerCallChanges<Types>) => Promise<ServerAnswer>,
  ): Promise<ServerAnswer>;
}

/** A call on its way through the interceptors of a server. */
export class ServerCall<Types = ServerTypes> {
  readonly service: ServiceDescriptor;
  readonly operation: OperationDescriptor;
  readonly binding: BindingKind;
  /** The decoded parameter of the operation. */
  readonly input: unknown;
  /** HTTP method, request target and headers (by lower-case name) of the request. */
  readonly method: string;
  readonly url: string;
  readonly headers: WireHeaders;
  /** The request as the host has it, as `ServiceContext.request`. */
  readonly request: RequestOf<Types>;
  /** Declared SOAP headers of the request by property; empty if there are none, and over GET and POST. */
  readonly soapHeaders: ServiceContext['soapHeaders'];
  /** Parts that came with a SOAP envelope, including declared ones. */
  readonly attachments: readonly RelatedPart[];
  /** HTTP headers to add to the answer. */
  readonly responseHeaders: Record<string, string>;
  /** Values of declared SOAP headers of the answer, by property. */
  readonly responseSoapHeaders: ServiceContext['responseSoapHeaders'];
  /** The data that interceptors keep for handlers. There is one object for each call, so that all see what one of them sets. */
  readonly state: Partial<StateOf<Types>>;
  readonly #context: ServiceContext;

  constructor(context: ServiceContext, input: unknown) {
    this.service = context.service;
    this.operation = context.operation;
    this.binding = context.binding;
    this.input = input;
    this.method = context.method;
    this.url = context.url;
    this.headers = context.headers;
    this.request = context.request as RequestOf<Types>;
    this.soapHeaders = context.soapHeaders;
    this.attachments = context.attachments;
    this.responseHeaders = context.responseHeaders;
    this.responseSoapHeaders = context.responseSoapHeaders;
    const state: unknown = context.state;
    this.state = state as Partial<StateOf<Types>>;
    this.#context = context;
  }

  /** Who is authenticated; undefined until an interceptor or an extension says so. */
  get principal(): PrincipalOf<Types> {
    return this.#context.principal as PrincipalOf<Types>;
  }

  /** Parts to send besides the SOAP envelope of the answer, as `ServiceContext.responseAttachments`. */
  get responseAttachments(): OutgoingAttachment[] {
    return this.#context.responseAttachments;
  }

  /** Value of a request header, whatever the letter case of `name`. */
  header(name: string): string | undefined {
    return this.#context.header(name);
  }

  /** The data that the extensions of the server keep for the call. */
  get extensions(): ExtensionStates {
    return this.#context.extensions;
  }

  /** Aborts if the client goes away or the time of the call is up. */
  get signal(): AbortSignal {
    return this.#context.signal;
  }
}

/** A handler with interceptors around it. */
export interface InterceptedHandler extends Handler {
  /** As the handler itself; calls `begun` when the innermost handler is called. */
  $begin(input: unknown, context: ServiceContext, begun: () => void): Promise<unknown>;
}

/** A handler with interceptors around it, the first outermost; the handler itself if there are none. */
export function intercepted(handler: Handler, interceptors: readonly ServerInterceptor[]): Handler {
  if (interceptors.length === 0 || handler.$passesOn === true) {
    return handler;
  }
  const { $receiver, $chosen } = handler;
  const $begin: InterceptedHandler['$begin'] = async (input, context, begun) => {
    const { value } = await passOn({ handler, interceptors, context, begun }, 0, input);
    return value;
  };
  const wrapped = (input: unknown, context: ServiceContext): Promise<unknown> => $begin(input, context, ignore);
  return Object.assign(
    wrapped,
    { $begin },
    $receiver !== undefined && { $receiver },
    $chosen !== undefined && { $chosen },
  );
}

/** True for a handler that interceptors may refuse to call. */
export function isIntercepted(handler: Handler): handler is InterceptedHandler {
  return '$begin' in handler;
}

const ignore = (): void => undefined;

/** A call with all that does not change from one interceptor to the next. */
interface Chain {
  readonly handler: Handler;
  readonly interceptors: readonly ServerInterceptor[];
  readonly context: ServiceContext;
  readonly begun: () => void;
}

async function passOn(chain: Chain, index: number, input: unknown): Promise<ServerAnswer> {
  const { handler, interceptors, context, begun } = chain;
  const interceptor = interceptors[index];
  if (interceptor === undefined) {
    const value = await context.callInTurn(() => {
      begun();
      return handler(input, context);
    });
    return { value };
  }
  const answer: unknown = await interceptor(new ServerCall(context, input), (changes) => {
    apply(changes, context);
    return passOn(chain, index + 1, changes !== undefined && 'input' in changes ? changes.input : input);
  });
  requireAnswer(answer);
  return answer;
}

function apply(changes: ServerCallChanges | undefined, context: ServiceContext): void {
  if (changes?.state !== undefined && changes.state !== context.state) {
    Object.assign(context.state, changes.state);
  }
  if (changes !== undefined && Object.hasOwn(changes, 'principal')) {
    context.principal = changes.principal;
  }
}

/** JavaScript callers may forget `return`. */
function requireAnswer(answer: unknown): asserts answer is ServerAnswer {
  if (typeof answer !== 'object' || answer === null || !('value' in answer)) {
    throw new TypeError('An interceptor of the server gave no answer: return that of next, or { value }.');
  }
}
