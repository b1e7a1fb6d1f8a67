/** Answers that are wrong: faults, statuses, pages, documents of another kind, and what is cut short. */
import { ResponseTooLargeError, ResponseTruncatedError, TransportError } from '@wsdl-codegen/runtime';
import { calling, describeAnswer, envelope, fault11, fault12, putAnswer, soap11, soap12 } from '../kit.mjs';

const fault = (body, more = {}) => ({ status: 500, body, ...more });
const declared = '<OrderFault xmlns="urn:shop"><reason>No such order</reason><row>3</row></OrderFault>';
const page = '<html><head><title>Sign in &amp; go</title></head><body>password=hunter22</body></html>';

const answers = {
  'a fault of SOAP 1.1': fault(fault11()),
  'a fault of SOAP 1.1 with status 200': fault11(),
  'a fault that is declared': fault(fault11(declared)),
  'a declared fault with a wrong detail': fault(fault11('<OrderFault xmlns="urn:shop"><row>x</row></OrderFault>')),
  'a fault with a detail of its own': fault(fault11('<e xmlns="urn:e" a="1">text<b/></e><f/>')),
  'a fault with a code of its own': fault(
    fault11('', 'Wait', 'x:Busy').replace('<s:Fault>', '<s:Fault xmlns:x="urn:x">'),
  ),
  'a fault with a dotted code': fault(fault11('', 'Wait', 's:Server.Busy')),
  'a fault without a text': fault(fault11('', '')),
  'a fault without a code': fault(envelope('<s:Fault><faultstring>x</faultstring></s:Fault>')),
  'a fault with an actor': fault(fault11().replace('</faultstring>', '</faultstring><faultactor>urn:me</faultactor>')),
  'a fault whose parts are in a namespace': fault(fault11().replace(/<(\/?)fault/g, '<$1s:fault')),
  'an empty fault': fault(envelope('<s:Fault/>')),
  'a fault with a long text': fault(fault11('', 'word '.repeat(2000))),
  'a fault of SOAP 1.2 in answer to SOAP 1.1': fault(fault12(), { type: 'application/soap+xml' }),
  'an envelope of no known version': envelope('<a/>', { namespace: 'urn:soap' }),
  'no envelope': '<PutResponse xmlns="urn:shop"/>',
  'no Body': `<s:Envelope xmlns:s="${soap11}"><s:Header/></s:Envelope>`,
  'two Bodies': putAnswer().replace('</s:Envelope>', '<s:Body/></s:Envelope>'),
  'an empty Body': envelope(''),
  'two elements in the Body': envelope('<PutResponse xmlns="urn:shop"/><b/>'),
  'another element in the Body': envelope('<GetResponse xmlns="urn:shop"/>'),
  'the result without its wrapper': envelope('<PutResult xmlns="urn:shop" id="1"><title>A</title></PutResult>'),
  'the answer of another operation': describeAnswer('x'),
  nothing: '',
  'nothing, with status 202': { status: 202, body: '' },
  'nothing, with status 204': { status: 204, type: '', body: '' },
  'white space only': ' \n ',
  'a document that is cut short': putAnswer().slice(0, -20),
  'a tag that is not closed': putAnswer('<title>A</titel>'),
  'a reference that is not known': putAnswer('<title>&nbsp;</title>'),
  'a prefix that is not declared': putAnswer('<x:title>A</x:title>'),
  'an attribute twice': putAnswer('<title a="1" a="2">A</title>'),
  'a document type': `<!DOCTYPE a [<!ENTITY e "x">]>${putAnswer('<title>&e;</title>')}`,
  'a character that XML does not have': putAnswer('<title>\u0001</title>'),
  'two documents': putAnswer() + putAnswer(),
  'text before the document': `ok ${putAnswer()}`,
  'a charset that nobody knows': { type: 'text/xml; charset=x-nothing', body: putAnswer() },
  'an encoding that nobody knows': {
    type: 'text/xml',
    body: `<?xml version="1.0" encoding="x-nothing"?>${putAnswer()}`,
  },
  'a fault in a charset that nobody knows': fault(fault11(), { type: 'text/xml; charset=x-nothing' }),
  'a page of HTML': { type: 'text/html', body: page },
  'a page of HTML that says it is XML': { type: 'text/xml', body: page },
  'a page of XHTML': {
    type: 'text/xml',
    body: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${page.slice(6)}`,
  },
  JSON: { type: 'application/json', body: '{"error":"no"}' },
  'plain text': { type: 'text/plain', body: 'Service unavailable' },
  'binary data': { type: 'application/octet-stream', body: Uint8Array.of(0, 1, 2, 255) },
  'gzip that does not say so': { body: Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0) },
  'an unknown coding': { headers: { 'Content-Encoding': 'zstd' }, body: Uint8Array.of(1, 2, 3) },
  'status 500 with text': {
    status: 500,
    statusText: 'Internal Server Error',
    type: 'text/plain',
    body: 'System.Exception: boom\r\n   at A.B()',
  },
  'status 404 with a page': { status: 404, statusText: 'Not Found', type: 'text/html', body: page },
  'status 401': {
    status: 401,
    statusText: 'Unauthorized',
    headers: { 'WWW-Authenticate': 'Basic realm="a"' },
    body: '',
  },
  'status 403': { status: 403, type: 'text/plain', body: 'No' },
  'status 407': { status: 407, headers: { 'Proxy-Authenticate': 'NTLM' }, body: '' },
  'status 429': { status: 429, headers: { 'Retry-After': '7' }, type: '', body: '' },
  'status 301': { status: 301, headers: { Location: '/elsewhere?token=abc' }, body: '' },
  'status 302 to another host': { status: 302, headers: { Location: 'https://user:pw@other.example/a' }, body: '' },
  'status 304': { status: 304, type: '', body: '' },
  'a redirect without a target': { status: 307, body: '' },
};

const cases = {};
for (const [name, answer] of Object.entries(answers)) {
  cases[`wrong answer: ${name}`] = () => calling(answer);
}

/** Depth, attributes and length beyond the limits. */
const deep = `<o:a xmlns:o="urn:o">${'<b>'.repeat(300)}${'</b>'.repeat(300)}</o:a>`;
const wide = `<o:a xmlns:o="urn:o" ${Array.from({ length: 300 }, (_, at) => `a${at}="1"`).join(' ')}/>`;

export const wrongAnswers = {
  ...cases,
  'wrong answer over SOAP 1.2: a fault': () =>
    calling(fault(fault12(), { type: 'application/soap+xml' }), { options: { binding: 'soap12' } }),
  'wrong answer over SOAP 1.2: a fault that is declared': () =>
    calling(fault(fault12(declared), { type: 'application/soap+xml' }), { options: { binding: 'soap12' } }),
  'wrong answer over SOAP 1.2: a fault with subcodes': () => {
    const sub = '<s:Subcode><s:Value>x:A</s:Value><s:Subcode><s:Value>x:B</s:Value></s:Subcode></s:Subcode></s:Code>';
    const body = fault12().replace('</s:Code>', sub).replace('<s:Fault>', '<s:Fault xmlns:x="urn:x">');
    return calling(fault(body), { options: { binding: 'soap12' } });
  },
  'wrong answer over SOAP 1.2: a fault in two languages': () =>
    calling(fault(fault12().replace('</s:Text>', '</s:Text><s:Text xml:lang="de">Fehler</s:Text>')), {
      options: { binding: 'soap12' },
    }),
  'wrong answer over SOAP 1.2: a fault of SOAP 1.1': () =>
    calling(fault(fault11()), { options: { binding: 'soap12' } }),
  'wrong answer over SOAP 1.2: an answer of SOAP 1.3': () =>
    calling(putAnswer().replace(soap11, `${soap12}/3`), { options: { binding: 'soap12' } }),
  'wrong answer over GET: an envelope': () =>
    calling(describeAnswer('x'), { method: 'describe', options: { binding: 'httpGet' } }),
  'wrong answer over GET: another element': () =>
    calling('<int xmlns="urn:shop">1</int>', { method: 'describe', options: { binding: 'httpGet' } }),
  'wrong answer over GET: text with status 500': () =>
    calling(
      { status: 500, type: 'text/plain', body: 'Missing parameter: id.' },
      { method: 'describe', options: { binding: 'httpGet' } },
    ),
  'wrong answer over POST: nothing': () => calling('', { method: 'describe', options: { binding: 'httpPost' } }),
  'wrong answer over POST: a page': () =>
    calling({ type: 'text/html', body: page }, { method: 'describe', options: { binding: 'httpPost' } }),
  'wrong answer: too deep': () => calling(putAnswer(`<title>A</title>${deep}`)),
  'wrong answer: too many attributes': () => calling(putAnswer(`<title>A</title>${wide}`)),
  'wrong answer: longer than a limit': () => calling(putAnswer(), { options: { limits: { maxResponseBytes: 50 } } }),
  'wrong answer: deeper than a limit': () => calling(putAnswer(), { options: { limits: { maxDepth: 3 } } }),
  'wrong answer: more attributes than a limit': () =>
    calling(putAnswer(), { options: { limits: { maxAttributes: 1 } } }),
  'wrong answer: one way with a fault': () => calling(fault(fault11()), { method: 'forget', input: {} }),
  'wrong answer: an error of the transport': () => calling(new TypeError('Something broke')),
  'wrong answer: a TransportError of the transport': () =>
    calling(new TransportError('No connection', { kind: 'unreachable', phase: 'connect', code: 'ECONNREFUSED' })),
  'wrong answer: a ResponseTooLargeError of the transport': () => calling(new ResponseTooLargeError(5)),
  'wrong answer: a ResponseTruncatedError of the transport': () =>
    calling(new ResponseTruncatedError({ received: 3, expected: 9 })),
  'wrong answer: something thrown that is no error': () =>
    calling(() => {
      throw 'a text';
    }),
};
