import { apiNamespace, ExchangerApi } from '../../../../tests/support/runtime/fixture.js';
import { DynamicClient } from '../../dynamic-client.js';
import type { ServiceError } from '../errors/errors.js';

/** Tests of errors for answers of any length, and of answers that are too long for a string. */

interface Answer {
  readonly body: Uint8Array | string;
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const xml = { 'Content-Type': 'text/xml; charset=utf-8' };
const input = { sessionId: 's', CurrencyToBuy: 'z', CurrencyToPay: 'r', amountToPay: 1 };

/** The error of a call that got this answer. */
async function failure({ body, status = 200, statusText = 'OK', headers = xml }: Answer): Promise<ServiceError> {
  const client = new DynamicClient(ExchangerApi, {
    baseUrl: 'http://wallet.example',
    namespaces: { api_namespace: apiNamespace },
    limits: { maxResponseBytes: 2 ** 32 },
    transport: async () => ({
      status,
      statusText,
      headers: new Headers(headers),
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    }),
  });
  return client.call('exchange', input).then(
    (value) => {
      throw new Error(`resolved with ${value}`);
    },
    (error) => error,
  );
}

const env = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (content: string): string => `<s:Envelope xmlns:s="${env}"><s:Body>${content}</s:Body></s:Envelope>`;
const result = (content: string): string =>
  envelope(`<ExchangeResponse xmlns="${apiNamespace}">${content}</ExchangeResponse>`);
const fault = (code: string, reason: string): string =>
  envelope(`<s:Fault><faultcode>${code}</faultcode><faultstring>${reason}</faultstring></s:Fault>`);
const long = 'l'.repeat(100_000);

describe('messages are bounded, whatever the service sends', () => {
  it.each<[string, Answer, string]>([
    ['a value', { body: result(`<ExchangeResult>${long}</ExchangeResult>`) }, 'ResponseDecodeError'],
    ['an element in a value', { body: result(`<ExchangeResult><${long}/></ExchangeResult>`) }, 'ResponseDecodeError'],
    ['a prefix', { body: envelope(`<${long}:a/>`) }, 'MalformedResponseError'],
    ['an attribute', { body: envelope(`<a ${long}="1" ${long}="2"/>`) }, 'MalformedResponseError'],
    ['an end tag', { body: result(`<ExchangeResult>1</${long}>`) }, 'MalformedResponseError'],
    ['an entity', { body: envelope(`&${long};`) }, 'MalformedResponseError'],
    ['the root', { body: `<${long}/>` }, 'UnexpectedMessageError'],
    ['the namespace of the envelope', { body: `<s:Envelope xmlns:s="${long}"/>` }, 'UnexpectedMessageError'],
    ['the element of the Body', { body: envelope(`<${long} xmlns="${long}"/>`) }, 'UnexpectedMessageError'],
    ['the code of a fault', { body: fault(long, 'no') }, 'SoapFaultError'],
    ['the reason of a fault', { body: fault('s:Client', long) }, 'SoapFaultError'],
    ['the status', { body: 'no', status: 500, statusText: long, headers: {} }, 'HttpStatusError'],
    ['a text', { body: long, status: 500, headers: { 'Content-Type': 'text/plain' } }, 'HttpStatusError'],
    [
      'a title',
      { body: `<html><title>${long}</title>`, headers: { 'Content-Type': 'text/html' } },
      'HtmlResponseError',
    ],
    ['the content type', { body: 'x', headers: { 'Content-Type': `text/plain; a=${long}` } }, 'ContentTypeError'],
    ['the coding', { body: 'x', headers: { ...xml, 'Content-Encoding': long } }, 'ContentEncodingError'],
    ['a challenge', { body: '', status: 401, headers: { 'WWW-Authenticate': long } }, 'AccessDeniedError'],
    ['a target', { body: '', status: 302, headers: { Location: `https://wallet.example/${long}` } }, 'RedirectError'],
  ])('a long one: %s', async (_, answer, name) => {
    const error = await failure(answer);
    expect(error.name).toBe(name);
    expect(error.message.length).toBeLessThan(4200);
    expect(((error.cause as Error | undefined)?.message ?? '').length).toBeLessThan(2200);
  });

  it('and what the error holds as a value is whole', async () => {
    expect(await failure({ body: fault('s:Client', long) })).toMatchObject({ reason: long });
  });
});

describe('an answer that is longer than a string can be', () => {
  // A little longer than the longest string of 64-bit engines; memory that nobody writes to costs nothing.
  const body = new Uint8Array(2 ** 29);

  it.each<[string, Omit<Answer, 'body'>]>([
    ['as XML', { headers: xml }],
    ['as XML without a charset', { headers: { 'Content-Type': 'text/xml' } }],
    ['as XML in another charset', { headers: { 'Content-Type': 'text/xml; charset=windows-1251' } }],
    ['as XML of a failure', { headers: xml, status: 500 }],
  ])('ends in an error that says so: %s', async (_, answer) => {
    const error = await failure({ body, ...answer });
    expect(error).toMatchObject({ name: 'ResponseTooLargeError', service: 'ExchangerApi', operation: 'Exchange' });
    expect(error.message).toContain('The answer has 536870912 bytes, which is more text than one string can hold here');
    expect(error.message).toContain('stream(client)');
    expect(error.response?.bodyLength).toBe(536_870_912);
  });
});
