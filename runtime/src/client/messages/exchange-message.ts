import type { BindingKind } from '../../service/descriptor.js';
import type { CallMasker } from '../masking/call-masker.js';
import { binaryKind, shownText } from './answer.js';

/** A message of an exchange. Nothing is decoded or searched for credentials before it is asked for. */
export interface ExchangeMessage {
  /** Header fields, with credentials hidden as in errors. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as text, with credentials hidden as in errors; its length in parentheses if it is not text, such as a package with attachments. Of a long one, the
   * first 262,144 characters.
   */
  text(): string;
  /** The body as it was sent, with credentials. Empty for one that was made or read in parts. */
  bytes(): Uint8Array;
}

/** The request of an exchange. */
export interface ExchangeRequest extends ExchangeMessage {
  readonly method: string;
  /** Address or target, with credentials hidden as in errors. */
  readonly url: string;
}

/** The answer of an exchange. */
export interface ExchangeResponse extends ExchangeMessage {
  readonly status: number;
}

/** One attempt of a call, from sending the request to the end of the answer. */
export interface ClientExchange {
  /** Names on the wire. */
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingKind;
  /** 1 for the first; each attempt of a retry is an exchange. */
  readonly attempt: number;
  /** Milliseconds from sending the request to the end of the answer, or to the error. */
  readonly durationMs: number;
  readonly request: ExchangeRequest;
  /** Absent if none came. */
  readonly response: ExchangeResponse | undefined;
  /** The error of the attempt, as the call rejects with it unless it is repeated. */
  readonly error: unknown;
}

/** Gets each exchange of a client. */
export type ExchangeListener = (exchange: ClientExchange) => void;

/** The parts of a message as they are on the wire. */
export interface RawMessage {
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: string | Uint8Array | undefined;
  /** True for a body that is made or read in parts. */
  readonly isStream: boolean;
}

/** Code units of a text that are shown. */
const maxText = 262_144;
const utf8 = new TextEncoder();

/** A message whose parts are masked when they are read; `masker` is called then. */
export class SeenMessage implements ExchangeMessage {
  readonly #raw: RawMessage;
  readonly #masker: () => CallMasker;

  constructor(raw: RawMessage, masker: () => CallMasker) {
    this.#raw = raw;
    this.#masker = masker;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#masker().fields(this.#raw.headers);
  }

  text(): string {
    const { body = '', isStream } = this.#raw;
    if (isStream) {
      return '(a stream)';
    }
    const text = typeof body === 'string' ? body : this.#decoded(body);
    return text === undefined ? `(${body.length} bytes)` : this.#masker().beginning(text, maxText);
  }

  bytes(): Uint8Array {
    const { body = '', isStream } = this.#raw;
    return isStream ? utf8.encode('') : typeof body === 'string' ? utf8.encode(body) : body;
  }

  /** The text of a body; undefined for one that is not text. */
  #decoded(body: Uint8Array): string | undefined {
    const fields = new Map([...this.#raw.headers].map(([name, value]) => [name.toLowerCase(), value]));
    const type = fields.get('content-type') ?? '';
    if (/^\s*multipart\//i.test(type) || fields.has('content-encoding')) {
      return undefined;
    }
    try {
      const headers = { get: (name: string) => fields.get(name) ?? null, forEach: () => undefined };
      const text = shownText({ status: 0, statusText: '', headers, body });
      return binaryKind(text, body) === undefined ? text : undefined;
    } catch {
      // It is longer than a text may be.
      return undefined;
    }
  }
}

/** A request whose parts are masked when they are read. */
export class SeenRequest extends SeenMessage implements ExchangeRequest {
  readonly method: string;
  readonly #shownUrl: () => string;

  constructor(method: string, url: string, raw: RawMessage, masker: () => CallMasker) {
    super(raw, masker);
    this.method = method;
    this.#shownUrl = () => masker().address(url);
  }

  get url(): string {
    return this.#shownUrl();
  }

  /** For logs: without the body. */
  toJSON(): object {
    const { method, url, headers } = this;
    return { method, url, headers };
  }
}

/** An answer whose parts are masked when they are read. */
export class SeenResponse extends SeenMessage implements ExchangeResponse {
  readonly status: number;

  constructor(status: number, raw: RawMessage, masker: () => CallMasker) {
    super(raw, masker);
    this.status = status;
  }

  /** For logs: without the body. */
  toJSON(): object {
    const { status, headers } = this;
    return { status, headers };
  }
}
