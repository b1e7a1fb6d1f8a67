import { gzipSync } from 'node:zlib';
import type * as runtime from '@wsdl-codegen/runtime';
import type { BindingKind, CallOptions, ServiceError } from '@wsdl-codegen/runtime';
import type { ExchangerApiClientOptions } from 'wallet-api';
import { answer, type Behaviour, head } from './fault-server.js';

/** Namespace of the services. */
export const api = 'http://wallet.example/api';
const env11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const env12 = 'http://www.w3.org/2003/05/soap-envelope';
/** The credential that the calls send. */
export const secret = 's3cret-Sé$$ion';

/** Content type of ASP.NET's answers. */
export const xml = { 'Content-Type': 'text/xml; charset=utf-8' };

type ErrorName = {
  [K in keyof typeof runtime]: (typeof runtime)[K] extends abstract new (...args: never[]) => ServiceError ? K : never;
}[keyof typeof runtime];

/** The result that a call must have. */
export interface Expected {
  readonly type: ErrorName;
  /** Properties of the error. */
  readonly facts?: object;
  /** Text that the message must contain. */
  readonly says?: readonly (string | RegExp)[];
}
/** The behaviour of a server, and its expected result. */
export interface Row {
  readonly behaviour: Behaviour;
  readonly expected: Expected | ((binding: BindingKind, transport: 'node' | 'fetch') => Expected);
  readonly only?: readonly BindingKind[];
  readonly options?: Partial<ExchangerApiClientOptions>;
  readonly call?: () => CallOptions<'soap11'>;
}

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = '<!DOCTYPE html>\n<html><head><title>Log in</title></head><body>Hello<br></body></html>';
const iis =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>404 - File or directory not found.</title></head><body><h2>Server Error</h2></body></html>';
const soap = (body: string, namespace = env11, more = ''): string =>
  `<s:Envelope xmlns:s="${namespace}"><s:Body>${body}</s:Body>${more}</s:Envelope>`;
const good = soap(`<ExchangeResponse xmlns="${api}"><ExchangeResult>7</ExchangeResult></ExchangeResponse>`);
const fault11 = soap('<s:Fault><faultcode>s:Server</faultcode><faultstring>Broken</faultstring></s:Fault>');
const fault12 = soap(
  '<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="en">Broken</s:Text></s:Reason></s:Fault>',
  env12,
);
const soapOnly = ['soap11', 'soap12'] as const;

/** Each way in which an answer can fail to come, or be none, by its name. */
export const rows: Readonly<Record<string, Row>> = {
  // Before an answer
  'no answer in time': {
    behaviour: { finish: 'hang' },
    options: { timeoutMs: 120 },
    expected: {
      type: 'TimeoutError',
      facts: { timeoutMs: 120, response: undefined },
      says: ['No answer within 120 ms'],
    },
  },
  'the caller gives up': {
    behaviour: { finish: 'hang' },
    call: () => ({ signal: AbortSignal.timeout(80) }),
    expected: { type: 'AbortError', facts: { cause: { name: 'TimeoutError' } } },
  },
  'reset before an answer': {
    behaviour: { finish: 'reset' },
    expected: { type: 'TransportError', facts: { kind: 'reset', phase: 'send', response: undefined } },
  },
  'closed before an answer': {
    behaviour: { finish: 'end' },
    expected: { type: 'TransportError', facts: { kind: 'reset', phase: 'send' } },
  },
  'reset in the headers': {
    behaviour: { write: ['HTTP/1.1 200 OK\r\nContent-Ty'], finish: 'reset' },
    expected: { type: 'TransportError', facts: { kind: 'reset', phase: 'send' } },
  },
  'not HTTP': {
    behaviour: { write: ['SSH-2.0-OpenSSH\r\n'], finish: 'end' },
    expected: {
      type: 'TransportError',
      facts: { kind: 'protocol', code: expect.stringMatching(/^HPE_/) },
      says: ['SSH-2.0-OpenSSH'],
    },
  },
  // In the answer
  'not in time to its end': {
    behaviour: { write: [head(200, { ...xml, 'Content-Length': '100' }), '<half'], finish: 'hang' },
    options: { timeoutMs: 150 },
    expected: {
      type: 'TimeoutError',
      facts: { response: { status: 200, body: '(5 characters)', bodyLength: 5 } },
      says: ['No complete answer within 150 ms: HTTP 200, then 5 bytes'],
    },
  },
  'reset in the body': {
    behaviour: { write: [head(200, { ...xml, 'Content-Length': '100' }), '<half'], finish: 'reset' },
    expected: {
      type: 'ResponseTruncatedError',
      facts: {
        kind: 'body',
        phase: 'receive',
        received: 5,
        expected: 100,
        response: { status: 200, body: '(5 characters)' },
      },
      says: ['cut short after 5 of 100 bytes'],
    },
  },
  'shorter than Content-Length': {
    behaviour: { write: [head(200, { ...xml, 'Content-Length': '100' }), '<half'], finish: 'end' },
    expected: {
      type: 'ResponseTruncatedError',
      facts: { received: 5, expected: 100, response: { body: '(5 characters)' } },
    },
  },
  'chunked and cut': {
    behaviour: { write: [head(200, { ...xml, 'Transfer-Encoding': 'chunked' }), '5\r\n<half\r\n'], finish: 'end' },
    expected: { type: 'ResponseTruncatedError', facts: { received: 5, expected: undefined }, says: ['after 5 bytes'] },
  },
  'without an end': {
    behaviour: { write: [head(200, { ...xml, 'Transfer-Encoding': 'chunked' })], finish: 'pour' },
    options: { limits: { maxResponseBytes: 100_000 } },
    expected: {
      type: 'ResponseTooLargeError',
      facts: { limit: 100_000, response: { status: 200 } },
      says: ['100000 bytes'],
    },
  },
  'too long': {
    behaviour: answer(200, xml, 'x'.repeat(5000)),
    options: { limits: { maxResponseBytes: 1000 } },
    expected: { type: 'ResponseTooLargeError', facts: { limit: 1000 } },
  },
  // Codings
  'gzip that nobody announces': {
    behaviour: answer(200, { 'Content-Type': 'application/octet-stream' }, gzipSync(good)),
    expected: {
      type: 'ContentEncodingError',
      facts: { contentEncoding: '', kind: 'body', response: { body: 'gzip data without Content-Encoding' } },
      says: ['gzip data, but Content-Encoding does not say so', 'HTTP 200'],
    },
  },
  'gzip that calls itself XML': {
    behaviour: answer(200, xml, gzipSync(good)),
    expected: { type: 'ContentEncodingError', facts: { contentEncoding: '' }, says: ['text/xml'] },
  },
  'gzip that is none': {
    behaviour: answer(200, { ...xml, 'Content-Encoding': 'gzip' }, 'plain after all'),
    expected: { type: 'ContentEncodingError', facts: { contentEncoding: 'gzip' }, says: ['The gzip body is broken'] },
  },
  'a coding that nobody knows': {
    behaviour: answer(200, { ...xml, 'Content-Encoding': 'x-own' }, '(/&%$'),
    expected: { type: 'ContentEncodingError', facts: { contentEncoding: 'x-own' }, says: ['"x-own"', 'HTTP 200'] },
  },
  // Empty
  ...Object.fromEntries(
    [200, 202].map((status) => [
      `empty, with ${status}`,
      {
        behaviour: answer(status, {}),
        expected: { type: 'EmptyResponseError', facts: { response: { status } }, says: [`empty (HTTP ${status})`] },
      } satisfies Row,
    ]),
  ),
  'empty, with 204': {
    behaviour: { write: [head(204, {})] },
    expected: { type: 'EmptyResponseError', facts: { response: { status: 204 } }, says: ['HTTP 204'] },
  },
  'empty, with 500': {
    behaviour: answer(500, {}),
    expected: {
      type: 'HttpStatusError',
      facts: { status: 500, serverMessage: undefined },
      says: ['HTTP 500 Text from http', ', empty body'],
    },
  },
  // Not XML
  'a page, with 200': {
    behaviour: answer(200, html, page),
    expected: {
      type: 'HtmlResponseError',
      facts: { title: 'Log in', contentType: 'text/html; charset=utf-8' },
      says: ['text/html', 'HTTP 200', 'HTML page "Log in"'],
    },
  },
  'a page that calls itself XML': {
    behaviour: answer(200, xml, page),
    expected: { type: 'HtmlResponseError', facts: { title: 'Log in', cause: { name: 'XmlSyntaxError' } } },
  },
  'a well-formed page that calls itself XML': {
    behaviour: answer(200, xml, iis),
    expected: { type: 'HtmlResponseError', facts: { title: '404 - File or directory not found.' } },
  },
  'a page, with 500': {
    behaviour: answer(500, html, page),
    expected: {
      type: 'HttpStatusError',
      facts: { status: 500 },
      says: ['HTTP 500 Text from http', ': HTML page "Log in"'],
    },
  },
  'a page that calls itself XML, with 500': {
    behaviour: answer(500, xml, page),
    expected: { type: 'HttpStatusError', facts: { status: 500 }, says: ['HTML page "Log in"'] },
  },
  'the 404 page of IIS': {
    behaviour: answer('404 Not Found', html, iis),
    expected: {
      type: 'HttpStatusError',
      facts: { status: 404, statusText: 'Not Found', serverMessage: 'HTML page "404 - File or directory not found."' },
    },
  },
  JSON: {
    behaviour: answer(200, { 'Content-Type': 'application/json' }, '{"d":1}'),
    expected: { type: 'ContentTypeError', facts: { contentType: 'application/json' }, says: ['{"d":1}', 'HTTP 200'] },
  },
  'plain text': {
    behaviour: answer(200, { 'Content-Type': 'text/plain' }, 'Service down'),
    expected: { type: 'ContentTypeError', facts: { contentType: 'text/plain' }, says: ['Service down'] },
  },
  'the right body under the wrong content type': {
    behaviour: answer(200, { 'Content-Type': 'application/octet-stream' }, good),
    expected: { type: 'ContentTypeError', says: ['application/octet-stream', '<s:Envelope'] },
  },
  'a broken multipart message': {
    behaviour: answer(200, { 'Content-Type': 'multipart/related; boundary=x' }, '--x\r\n\r\n'),
    expected: { type: 'ContentTypeError', says: ['a multipart message'] },
  },
  // Redirects
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `a redirect, ${status}`,
      {
        behaviour: answer(status, { Location: `/login?sessionId=${encodeURIComponent(secret)}` }),
        expected: {
          type: 'RedirectError',
          facts: {
            status,
            crossOrigin: false,
            location: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/login\?sessionId=\*\*\*$/),
          },
          says: ['/login?sessionId=***, which is not followed'],
        },
      } satisfies Row,
    ]),
  ),
  'a redirect to another host': {
    behaviour: answer(307, { Location: 'https://evil.example/x' }),
    expected: {
      type: 'RedirectError',
      facts: { crossOrigin: true, location: 'https://evil.example/x' },
      says: ['https://evil.example/x on another host'],
    },
  },
  // Other statuses
  'wrong credentials': {
    behaviour: answer(401, { 'WWW-Authenticate': 'Basic realm="wallet"' }, 'No'),
    expected: {
      type: 'AccessDeniedError',
      facts: { status: 401, challenge: 'Basic realm="wallet"', serverMessage: 'No' },
      says: ['HTTP 401 Text from http', ', which asks for Basic realm="wallet": No'],
    },
  },
  forbidden: {
    behaviour: answer(403, html, page),
    expected: { type: 'AccessDeniedError', facts: { status: 403, challenge: undefined } },
  },
  'credentials for the proxy': {
    behaviour: answer(407, { 'Proxy-Authenticate': 'NTLM' }),
    // Fetch hides such an answer, as its standard says.
    expected: (_, transport) =>
      transport === 'node'
        ? { type: 'AccessDeniedError', facts: { status: 407, challenge: 'NTLM' } }
        : { type: 'TransportError', facts: { kind: 'other' } },
  },
  'too busy': {
    behaviour: answer(503, { 'Retry-After': '120', 'Content-Type': 'text/plain' }, 'Later'),
    expected: { type: 'HttpStatusError', facts: { status: 503, retryAfterMs: 120_000 }, says: ['again in 120 s'] },
  },
  // Faults
  'a fault': {
    behaviour: answer(500, xml, fault11),
    only: ['soap11', 'httpGet', 'httpPost'],
    expected: { type: 'SoapFaultError', facts: { soapVersion: '1.1', kind: 'Server', reason: 'Broken' } },
  },
  'a fault of SOAP 1.2 in answer to 1.1': {
    behaviour: answer(500, { 'Content-Type': 'application/soap+xml' }, fault12),
    only: ['soap11'],
    expected: {
      type: 'SoapVersionFaultError',
      facts: { soapVersion: '1.2', expectedVersion: '1.1', kind: 'Server', reason: 'Broken' },
      says: ['SOAP 1.2 fault in answer to SOAP 1.1 Receiver: Broken'],
    },
  },
  'a fault of SOAP 1.1 in answer to 1.2, with 200': {
    behaviour: answer(200, xml, fault11),
    only: ['soap12'],
    expected: { type: 'SoapVersionFaultError', facts: { soapVersion: '1.1', expectedVersion: '1.2' } },
  },
  // XML of another kind
  'XML that breaks off': {
    behaviour: { write: [head(200, { ...xml, Connection: 'close' }), good.slice(0, 90)], finish: 'end' },
    only: soapOnly,
    expected: {
      type: 'MalformedResponseError',
      facts: { line: 1, column: expect.any(Number), cause: { name: 'XmlSyntaxError' } },
      says: ['not well-formed XML', 'HTTP 200, text/xml; charset=utf-8, 90 bytes: <s:Envelope'],
    },
  },
  'a result that breaks off': {
    behaviour: { write: [head(200, { ...xml, Connection: 'close' }), `<int xmlns="${api}">7`], finish: 'end' },
    only: ['httpGet', 'httpPost'],
    expected: { type: 'MalformedResponseError', says: ['HTTP 200, text/xml'] },
  },
  'XML with a DTD': {
    behaviour: answer(200, xml, `<!DOCTYPE a [<!ENTITY b "c">]>${good}`),
    expected: { type: 'MalformedResponseError', says: ['A DOCTYPE is not allowed'] },
  },
  'the answer of another binding': {
    behaviour: answer(200, xml, good),
    only: ['httpGet', 'httpPost'],
    expected: {
      type: 'UnexpectedMessageError',
      facts: { problem: 'envelope' },
      says: ['the answer is a SOAP Envelope'],
    },
  },
  'an unknown root': {
    behaviour: answer(200, xml, '<ok xmlns="urn:x"/>'),
    expected: {
      type: 'UnexpectedMessageError',
      facts: { problem: 'not-envelope' },
      says: ['"ok"', '<ok xmlns="urn:x"/>'],
    },
  },
  'an envelope of no version': {
    behaviour: answer(200, xml, soap('', 'urn:soap')),
    only: soapOnly,
    expected: { type: 'UnexpectedMessageError', facts: { problem: 'version' }, says: ['urn:soap'] },
  },
  'no Body': {
    behaviour: answer(200, xml, `<s:Envelope xmlns:s="${env11}"/>`),
    only: soapOnly,
    expected: { type: 'UnexpectedMessageError', facts: { problem: 'no-body' } },
  },
  'two Bodies': {
    behaviour: answer(200, xml, good.replace('</s:Envelope>', '<s:Body/></s:Envelope>')),
    only: soapOnly,
    expected: { type: 'UnexpectedMessageError', facts: { problem: 'two-bodies' } },
  },
  'an empty Body': {
    behaviour: answer(200, xml, soap('')),
    only: soapOnly,
    expected: {
      type: 'UnexpectedMessageError',
      facts: { problem: 'empty-body' },
      says: ['expected <ExchangeResponse>'],
    },
  },
  'another element in the Body': {
    behaviour: answer(200, xml, soap(`<OtherResponse xmlns="${api}"/>`)),
    only: soapOnly,
    expected: { type: 'UnexpectedMessageError', facts: { problem: 'wrong-element' }, says: ['found <OtherResponse>'] },
  },
  'no wrapper': {
    behaviour: answer(200, xml, soap(`<ExchangeResult xmlns="${api}">7</ExchangeResult>`)),
    only: soapOnly,
    expected: { type: 'UnexpectedMessageError', facts: { problem: 'wrong-element' }, says: ['found <ExchangeResult>'] },
  },
  'a value that is none': {
    behaviour: answer(200, xml, good.replace('7', 'seven')),
    only: soapOnly,
    expected: {
      type: 'ResponseDecodeError',
      facts: { path: '/ExchangeResponse/ExchangeResult', cause: { name: 'XmlDecodeError' } },
      says: ['HTTP 200, text/xml'],
    },
  },
};
