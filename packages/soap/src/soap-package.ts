/**
 * The parts of the package `soap` that this bridge uses, described by shape: its own objects fit, and so do the user's
 * objects with the same methods.
 */

/** A security object: `BasicAuthSecurity`, `BearerSecurity`, `WSSecurity`, `WSSecurityCert`, `ClientSSLSecurity`, `NTLMSecurity`… */
export interface SoapSecurity {
  /** Sets options of the HTTP request: an agent with certificates, NTLM. */
  addOptions?(options: object): void;
  /** Sets HTTP headers. */
  addHeaders?(headers: Record<string, unknown>): void;
  /** Header blocks, as XML. */
  toXML?(): string;
  /** The whole envelope, signed. `envelopeKey` is the prefix of the SOAP namespace. */
  postProcess?(xml: string, envelopeKey: string): string;
}

/** An HTTP client: the package's `HttpClient`, or one of the user's in its shape. */
export interface SoapHttpClient {
  /** With `data` a POST, without a GET. Options go to the HTTP library below (`axios` in the package). */
  request(
    url: string,
    data: unknown,
    callback: (error: unknown, response?: unknown, body?: unknown) => void,
    headers?: Record<string, unknown>,
    options?: Record<string, unknown>,
  ): unknown;
}

/** A method in the package's table of services. */
export type SoapMethodHandler = (
  args: unknown,
  callback: unknown,
  headers: unknown,
  request: unknown,
  response: unknown,
) => void;

/** The last argument of the package's `listen`. */
export interface SoapListenArguments {
  readonly path: string;
  /** By service, port and operation. */
  readonly services: Record<string, Record<string, Record<string, SoapMethodHandler>>>;
  /** The WSDL. */
  readonly xml: string;
  /** True: the package's own errors do not show stack traces to clients. */
  readonly suppressStack: boolean;
}

/** The result of the package's `listen`, as far as it is used here. */
export interface SoapListeningServer {
  log?: unknown;
  authenticate?: unknown;
}
