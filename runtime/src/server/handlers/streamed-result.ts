import type { OutgoingMessage } from '../../soap/envelope-frame.js';
import type { WireResponse, WireStream } from '../wire/wire.js';

/** Marks a result that is written while it is sent; the same in each copy of this package. */
export const streamedResult: unique symbol = Symbol.for('wsdl-codegen:streamed-result') as never;

/** A result that writes itself. */
export interface StreamedResult {
  readonly [streamedResult]: true;
  /** The value, which may have sources in the place of lists and octets. */
  readonly value: unknown;
  /** Begins a message with the value. Resolves when its first chunk is there; rejects with an error before that. */
  begin(message: OutgoingMessage, call: StreamedCall): Promise<StreamedBody>;
  /** Begins an answer that is the octets of the value. */
  octets(contentType: string, call: StreamedCall): Promise<StreamedBody>;
}

/** The call that a streamed result answers. */
export interface StreamedCall {
  /** Takes an error after the first chunk. */
  fail(error: unknown): void;
  /** Called once, when nothing more is read. */
  end(): void;
}

/** A body whose first chunk is there. */
export interface StreamedBody {
  readonly contentType: string;
  readonly stream: WireStream;
}

/** True for results that write themselves. */
export function isStreamedResult(result: unknown): result is StreamedResult {
  return typeof result === 'object' && result !== null && streamedResult in result;
}

/** An answer with a body that is made as it is sent. */
export function streamedResponse({ contentType, stream }: StreamedBody, headers: Record<string, string>): WireResponse {
  return { status: 200, headers: { ...headers, 'Content-Type': contentType }, body: '', stream };
}
