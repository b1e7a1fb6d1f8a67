/** A server of the wallet services that records its calls, for tests. Not published. */
import {
  createServer,
  registerService,
  type ServerOptions,
  type SoapServer,
} from '../../../runtime/src/server/index.js';
import {
  AccountApi,
  AddressLocator,
  apiNamespace,
  ErrorsApi,
  type Exchange,
  ExchangerApi,
  geoNamespace,
} from './fixture.js';

/** A call that arrived at a handler. */
export interface RecordedCall {
  readonly method: string;
  readonly input: unknown;
  readonly binding: string;
}

/** The services, with handlers that record and answer fixed results. `fail` throws in every handler. */
export function walletServices(calls: RecordedCall[], fail?: () => unknown): ServerOptions['services'] {
  const record =
    <Result>(method: string, result: Result) =>
    (input: unknown, context: { readonly binding: string }): Result => {
      calls.push({ method, input, binding: context.binding });
      if (fail !== undefined) {
        throw fail();
      }
      return result;
    };
  return [
    registerService(ExchangerApi, { exchange: record('exchange', 123) }),
    registerService(AccountApi, {
      contactSetFavorite: record('contactSetFavorite', 1),
      markAllOperationsAsReadForCurrency: record('markAllOperationsAsReadForCurrency', 2),
      topupAtmCard: record('topupAtmCard', -2147483648),
    }),
    registerService(ErrorsApi, {
      getErrorDesc: (input, context) => {
        record('getErrorDesc', '')(input, context);
        return input.errorCode === 0 ? undefined : input.errorCode === 1 ? '' : `<${input.errorCode}> & "Я"`;
      },
    }),
    registerService(AddressLocator, { parse: record('parse', { $any: [] }) }),
  ];
}

/** The values of the placeholders. */
export const namespaces: Readonly<Record<string, string>> = {
  api_namespace: apiNamespace,
  geo_namespace: geoNamespace,
};

/** A server of the services and the calls that arrived. */
export function walletServer(
  options: Partial<ServerOptions> = {},
  fail?: () => unknown,
): { readonly server: SoapServer; readonly calls: RecordedCall[] } {
  const calls: RecordedCall[] = [];
  return { server: createServer({ services: walletServices(calls, fail), namespaces, ...options }), calls };
}

/** An answer with its body as text and its headers by lower-case name. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request to a server by hand. */
export async function send(
  server: SoapServer,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = '',
): Promise<TextAnswer> {
  const answer = await server.handle({
    method,
    url,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name.toLowerCase(), value])),
    text: typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body),
  };
}

/** Namespaces of the envelopes. */
export const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const env12 = 'http://www.w3.org/2003/05/soap-envelope';

/** An envelope around the content of a Body. */
export function envelope(namespace: string, body: string, header = ''): string {
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  return `<?xml version="1.0"?><s:Envelope xmlns:s="${namespace}">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** A good request of the Exchange operation. */
export const exchangeBody: string = `<Exchange xmlns="${apiNamespace}"><sessionId>s</sessionId><CurrencyToBuy>122</CurrencyToBuy><CurrencyToPay>114</CurrencyToPay><amountToPay>1.5</amountToPay></Exchange>`;
/** The value that it decodes to. */
export const exchangeInput: Exchange = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1.5 };

/** Headers of a SOAP 1.1 request. */
export function headers11(action = `"${apiNamespace}/Exchange"`): Record<string, string> {
  return { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: action };
}

/** Headers of a SOAP 1.2 request. */
export function headers12(action?: string): Record<string, string> {
  const parameter = action === undefined ? '' : `; action="${action}"`;
  return { 'Content-Type': `application/soap+xml; charset=utf-8${parameter}` };
}
