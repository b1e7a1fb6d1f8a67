import { callback, requireKind } from '../base/options.js';
import { mergeHeaders } from '../client/messages/headers.js';
import { answerHead, type ResponseHeaders, type Transport, type TransportRequest } from '../http/transport.js';

/** The part of a request that a layer sees. */
export interface LayerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The part of an answer that a layer sees. */
export interface LayerAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
}

/** What adds headers to requests, and learns from the headers of answers. */
export interface HttpLayer {
  /** True if values in its headers are credentials, which errors hide wherever a service repeats them. */
  readonly hides?: boolean;
  /** Headers to add to a request. */
  headers(request: LayerRequest): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Reads an answer. True if the request is to be sent once more, with the headers that there are then. */
  answered(request: LayerRequest, sent: Readonly<Record<string, string>>, answer: LayerAnswer): boolean;
  /** True if the service should be asked without a body first: one that is made as it is sent can be sent only once. */
  probes?(request: LayerRequest): boolean;
}

/** A request whose body may be a stream, which can be sent only once. */
interface Sending<Request, Answer> {
  readonly request: Request & LayerRequest;
  readonly isStream: boolean;
  /** Where headers with credentials are noted. */
  readonly noted: Readonly<Record<string, string>>[] | undefined;
  /** Sends the request with these headers, or without its body. */
  send(headers: Readonly<Record<string, string>>, bodyless: boolean): Promise<Answer>;
  /** Lets go of an answer that nobody will read. */
  discard(answer: Answer): unknown;
}

/** A transport with a layer around it; it can do what the transport can. */
export function layered(transport: Transport, layer: HttpLayer): Transport {
  requireKind('The transport', transport, callback);
  const { fetch: host, open } = transport;
  const through =
    <Answer extends LayerAnswer>(
      send: (request: TransportRequest) => Promise<Answer>,
      discard: (a: Answer) => unknown,
    ) =>
    (request: TransportRequest): Promise<Answer> =>
      exchange(layer, {
        request,
        isStream: request.stream !== undefined,
        noted: request.addedHeaders,
        send: (headers, bodyless) => send({ ...request, headers, ...(bodyless && { body: '', stream: undefined }) }),
        discard,
      });
  return Object.assign(
    through(transport, () => undefined),
    {
      ...(transport.listensToOnCancel !== undefined && { listensToOnCancel: transport.listensToOnCancel }),
      ...(transport.sendsStreams !== undefined && { sendsStreams: transport.sendsStreams }),
      ...(host !== undefined && { fetch: layeredFetch(host, layer) }),
      ...(open !== undefined && { open: through(open, ({ body }) => body.return()) }),
    },
  );
}

function layeredFetch(host: typeof fetch, layer: HttpLayer): typeof fetch {
  return (input, init = {}) => {
    const headers = init.headers as Readonly<Record<string, string>>;
    const request = { method: init.method ?? 'GET', url: String(input), headers };
    return exchange<LayerRequest, Response>(layer, {
      request,
      noted: undefined,
      isStream: typeof init.body === 'object' && init.body !== null && 'getReader' in init.body,
      send: (sent, bodyless) => host(input, { ...init, headers: { ...sent }, ...(bodyless && { body: '' }) }),
      discard: (answer) => answer.body?.cancel(),
    });
  };
}

async function exchange<Request, Answer extends LayerAnswer>(
  layer: HttpLayer,
  { request, isStream, noted, send, discard }: Sending<Request, Answer>,
): Promise<Answer> {
  const attempt = async (bodyless: boolean): Promise<readonly [answer: Answer, isAgain: boolean]> => {
    const added = await layer.headers(request);
    if (layer.hides === true) {
      noted?.push(added);
    }
    const answer = await send(mergeHeaders(request.headers, added), bodyless);
    requireKind('The answer of the transport', answer, answerHead);
    return [answer, layer.answered(request, added, answer)];
  };
  if (isStream && layer.probes?.(request) === true) {
    const [answer] = await attempt(true);
    await discard(answer);
  }
  const [first, isAgain] = await attempt(false);
  if (!isAgain || isStream) {
    return first;
  }
  await discard(first);
  const [second] = await attempt(false);
  return second;
}
