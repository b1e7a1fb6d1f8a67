import { isThenable, whenThere } from '../../base/promises.js';
import type { SoapVersion } from '../../service/soap-version.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import type { HeaderExtensions } from '../../soap/header-extensions.js';
import { SoapFault } from '../../soap/soap-fault.js';
import { withAttachments } from '../../soap/xop.js';
import {
  answerCall,
  clientMessage,
  errorInfo,
  type HandlerCall,
  invokeHandler,
  reportError,
  streamedCall,
  withHeaders,
} from '../call/invoke.js';
import { type Handler, ServiceContext } from '../handlers/context.js';
import { type InterceptedHandler, isIntercepted } from '../handlers/interceptors.js';
import { isStreamedResult } from '../handlers/streamed-result.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { SoapRoute } from '../routes/soap-routes.js';
import type { ServerSettings } from '../settings/options.js';
import { emptyResponse, type WireRequest, type WireResponse } from '../wire/wire.js';
import { undeclaredBlocks } from './answer-blocks.js';
import { ExtendedCall } from './extended-call.js';
import { internalFault } from './server-fault.js';
import { faultAnswer, faultContent, faultHeaders, resultAnswer, simpleFault, streamedAnswer } from './soap-answer.js';
import type { DecodedMessage } from './soap-message.js';

/** A request that was read: whom to call, with what, and in which version to answer. */
export interface SoapCall {
  readonly version: SoapVersion;
  readonly route: SoapRoute;
  readonly message: DecodedMessage;
}

/** A call whose operation is invoked. */
interface Invocation extends HandlerCall {
  readonly endpoint: Endpoint;
  readonly call: SoapCall;
}

/** Calls the operation of a request, and answers with its result or its fault. */
export function callOperation(
  endpoint: Endpoint,
  request: WireRequest,
  settings: ServerSettings,
  call: SoapCall,
): WireResponse | Promise<WireResponse> {
  const { route, message } = call;
  const { binding, operation, service, kind } = route;
  const input = withAttachments(binding.inputAttachments, operation.input, message.input, request.attachments ?? []);
  const context = new ServiceContext(service, operation, kind, request, message.soapHeaders);
  const invocation: Invocation = { endpoint, request, settings, call, input, context };
  if (endpoint.extensions !== undefined) {
    return callExtended(invocation, endpoint.extensions);
  }
  return isOneWay(route)
    ? takeOneWay(invocation)
    : answerCall(
        route.handler,
        invocation,
        (result) => succeed(invocation, result),
        (error) => failure(invocation, error),
      );
}

/** Calls an operation with extensions around its handler; of a one-way operation they read the request before it is accepted. */
function callExtended(invocation: Invocation, extensions: HeaderExtensions): WireResponse | Promise<WireResponse> {
  const { input, context, request, settings, endpoint } = invocation;
  const { route, version, message } = invocation.call;
  if (request.opened !== undefined) {
    context.principal = request.opened.principal as ServiceContext['principal'];
  }
  const received = message.received ?? new Map();
  const extended = new ExtendedCall(extensions, { version, route, context, received, request, settings });
  const sealFault = (fault: WireResponse, error?: unknown): WireResponse | Promise<WireResponse> =>
    whenBroken(extended.sealFault(fault, error), (broken) => {
      // The fault may be for nobody else's eyes: one in the words of the server stands for it.
      reportError(settings, broken, errorInfo(route, context));
      return simpleFault(endpoint, version, internalFault(endpoint.profile, clientMessage(broken, settings)));
    });
  const oneWay = isOneWay(route);
  const handler = oneWay ? (): Promise<void> => extended.read() : (): Promise<unknown> => extended.call(input);
  return answerCall(
    handler,
    invocation,
    (result) =>
      oneWay
        ? whenThere(takeOneWay(invocation), sealFault)
        : extended.isDiscarded
          ? accepted(context)
          : succeed(invocation, result, extended),
    (error) => {
      const fault = failure(invocation, error, extended.faultBlocks);
      return extended.isDiscarded ? accepted(context) : sealFault(fault, error);
    },
  );
}

function whenBroken<T>(answer: T | Promise<T>, use: (error: unknown) => T): T | Promise<T> {
  return answer instanceof Promise ? answer.catch(use) : answer;
}

function isOneWay({ operation }: SoapRoute): boolean {
  return operation.oneWay === true || operation.output === undefined;
}

/** Starts a one-way operation, for whose outcome nobody waits. */
function takeOneWay(invocation: Invocation): WireResponse | Promise<WireResponse> {
  const { request, settings, call, input, context } = invocation;
  const { handler } = call.route;
  if (isIntercepted(handler)) {
    return takeIntercepted(invocation, handler);
  }
  try {
    const result = invokeHandler(handler, input, context, request, settings);
    if (isThenable(result)) {
      result.then(undefined, (error: unknown) => failure(invocation, error));
    }
    return accepted(context);
  } catch (error) {
    return failure(invocation, error);
  }
}

/** As `takeOneWay`, but the answer waits for the interceptors, who may refuse the call, up to the moment when the handler begins. */
function takeIntercepted(invocation: Invocation, { $begin }: InterceptedHandler): WireResponse | Promise<WireResponse> {
  const { request, settings, input, context } = invocation;
  return new Promise((resolve) => {
    const begin: Handler = () => $begin(input, context, () => resolve(accepted(context)));
    Promise.resolve(invokeHandler(begin, input, context, request, settings)).then(
      () => resolve(accepted(context)),
      // Too late for an answer, it is reported all the same.
      (error: unknown) => resolve(failure(invocation, error)),
    );
  });
}

/** The answer to a request that has no other. */
function accepted(context: ServiceContext): WireResponse {
  return withHeaders(emptyResponse(202), context);
}

function succeed(
  { endpoint, request, settings, call, context }: Invocation,
  result: unknown,
  extended?: ExtendedCall,
): WireResponse | Promise<WireResponse> {
  const { version, route } = call;
  const parts = { context, request, added: extended?.answerBlocks, pack: extended?.pack };
  if (isStreamedResult(result)) {
    if (parts.pack !== undefined) {
      throw new TypeError(
        `An extension of the server seals whole answers: ${route.operation.name} must not answer with streamed.`,
      );
    }
    const answered = streamedCall(settings, errorInfo(route, context), request);
    return streamedAnswer(endpoint, version, route, result, parts, answered).then((answer) =>
      withHeaders(answer, context),
    );
  }
  return whenThere(resultAnswer(endpoint, version, route, result, parts), (answer) => withHeaders(answer, context));
}

/** The answer to an error of a handler, or of encoding its result; `extended` are header blocks of extensions. */
function failure(
  { endpoint, request, settings, call, context }: Invocation,
  error: unknown,
  extended: readonly SoapHeaderBlock[] = [],
): WireResponse {
  const { route, version } = call;
  request.exchange?.failed(error);
  reportError(settings, error, errorInfo(route, context));
  try {
    const added = [...undeclaredBlocks(context.responseSoapHeaders), ...extended];
    if (error instanceof SoapFault) {
      const headers = { ...faultHeaders(error, route), added };
      const answer = faultAnswer(endpoint, version, faultContent(error, route, endpoint), headers);
      return withHeaders(error.status === undefined ? answer : { ...answer, status: error.status }, context);
    }
    return simpleFault(endpoint, version, internalFault(endpoint.profile, clientMessage(error, settings)), { added });
  } catch (broken) {
    // The fault itself cannot be written: to the client that is an error like any other.
    reportError(settings, broken, errorInfo(route, context));
    return simpleFault(endpoint, version, internalFault(endpoint.profile, clientMessage(broken, settings)));
  }
}
