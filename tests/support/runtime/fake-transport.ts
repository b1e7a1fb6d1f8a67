import type { Transport, TransportRequest, TransportResponse } from '../../../runtime/src/http/transport.js';

/** An answer of a fake transport. Default: 200, `text/xml; charset=utf-8`. */
export interface FakeAnswer {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** A transport that records its requests, and answers in turn; the last answer is repeated forever. */
export interface FakeTransport extends Transport {
  readonly requests: TransportRequest[];
}

/** Makes a fake transport; an `Error` among the answers is thrown. */
export function fakeTransport(...answers: readonly (FakeAnswer | Error)[]): FakeTransport {
  const requests: TransportRequest[] = [];
  const transport = async (request: TransportRequest): Promise<TransportResponse> => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request);
    if (answer instanceof Error) {
      throw answer;
    }
    const body = answer?.body ?? '';
    return {
      status: answer?.status ?? 200,
      statusText: answer?.statusText ?? 'OK',
      headers: new Headers(answer?.headers ?? { 'Content-Type': 'text/xml; charset=utf-8' }),
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    };
  };
  return Object.assign(transport, { requests });
}
