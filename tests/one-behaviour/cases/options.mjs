/** Every option of clients and of calls, right, misspelt and of another kind. */
import { messageValidator } from '@wsdl-codegen/runtime';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { ShopClient } from 'shop';
import { attempt, calling, fault11, order, putAnswer, sending, transportOf } from '../kit.mjs';

const tree = (name, text = 'x') => ({ namespace: 'urn:h', name, attributes: [], children: [text] });
const extension = {
  understands: [{ namespace: 'urn:h', name: 'Mine' }],
  write: ({ message, operation, action, version }) => [
    { tree: tree('Mine', `${message} ${operation?.name} ${action} ${version}`), mustUnderstand: true },
  ],
  read: () => {},
};

/** Options of a client that are right: what is sent shows what they do. */
const right = {
  baseUrl: { baseUrl: 'https://other.example:8443/' },
  'baseUrl with a path': { baseUrl: 'https://other.example/base' },
  address: { address: 'https://third.example/a.svc?x=1' },
  'namespaces, none': { namespaces: {} },
  port: { port: 'ShopSoap12' },
  headers: { headers: { 'X-One': '1', 'Content-Type': 'text/plain', 'user-agent': 'me' } },
  'soapHeaders, declared': { soapHeaders: { Session: { token: 't', page: 1 } } },
  'soapHeaders, others': {
    soapHeaders: { $any: [tree('Free'), { tree: tree('Must'), mustUnderstand: true, actor: 'urn:me' }] },
  },
  'soapHeaders, a list': { soapHeaders: [tree('Free')] },
  'soapHeaders, a function': { soapHeaders: async () => ({ Session: { token: 'late' } }) },
  timeoutMs: { timeoutMs: 0 },
  interceptors: {
    interceptors: [(call, next) => next({ ...call, headers: { ...call.headers, 'X-In': call.operation.name } })],
  },
  limits: { limits: { maxResponseBytes: 10_000, maxDepth: 20, maxAttributes: 20 } },
  mask: { mask: { words: ['colour'], except: ['token'] } },
  'mask, off': { mask: false },
  extensions: { extensions: [extension] },
  addressing: { addressing: wsAddressing('1.0') },
  'addressing, of 2004': { addressing: wsAddressing('2004/08') },
  'addressing, off': { addressing: false },
  prefixes: { prefixes: { soap: 'soapenv', 'urn:shop': 'sh' } },
  declareAt: { prefixes: { soap: 'e', 'urn:shop': 'sh' }, declareAt: 'envelope' },
  soap12Action: { binding: 'soap12', soap12Action: true },
  'soap12Action, off': { binding: 'soap12', soap12Action: false },
  unknownProperties: { unknownProperties: 'ignore' },
  validate: { validate: messageValidator() },
  'undefined and null': { baseUrl: undefined, retry: undefined, limits: null },
};

const wrong = {
  baseURL: { baseURL: 'x' },
  'baseUrl that is none': { baseUrl: 'not an address' },
  'baseUrl of another scheme': { baseUrl: 'ftp://a.example' },
  'baseUrl that is a number': { baseUrl: 5 },
  'address that is none': { address: 'nowhere' },
  retries: { retries: 3 },
  timeout: { timeout: 3 },
  'timeoutMs that is a text': { timeoutMs: '5' },
  'timeoutMs below 0': { timeoutMs: -1 },
  'timeoutMs that is no number': { timeoutMs: Number.NaN },
  'namespaces of a placeholder that the service does not have': { namespaces: { a: 'urn:a' } },
  'binding that does not exist': { binding: 'soap' },
  'binding that is nearly one': { binding: 'soap1.2' },
  'port that does not exist': { port: 'Soap' },
  'header that is an object': { headers: { a: {} } },
  'header that cannot be sent': { headers: { 'X-A': 'a\nb' } },
  'header with a wrong name': { headers: { 'X A': 'a' } },
  'soapHeaders that is not declared': { soapHeaders: { Sesion: { token: 't' } } },
  'soapHeaders with a wrong value': { soapHeaders: { Session: { token: 5 } } },
  'soapHeaders that is a text': { soapHeaders: 'x' },
  'transport that is no function': { transport: {} },
  'interceptors that is a function': { interceptors: () => {} },
  'onExchange that is an object': { onExchange: {} },
  'retry without attempts': { retry: {} },
  'retry with a misspelt option': { retry: { attempts: 2, delay: 5 } },
  'retry that is a number': { retry: 3 },
  'limits, misspelt': { limits: { maxBytes: 5 } },
  'limits, a text': { limits: { maxDepth: 'x' } },
  'mask that is true': { mask: true },
  'mask, misspelt': { mask: { word: ['a'] } },
  'extensions that is an object': { extensions: {} },
  'extensions, two of one block': { extensions: [extension, { ...extension }] },
  'addressing that is a text': { addressing: '1.0' },
  'prefixes that is none': { prefixes: { soap: 'a b' } },
  'prefixes of two namespaces': { prefixes: { soap: 'a', 'urn:shop': 'a' } },
  'declareAt that does not exist': { declareAt: 'root' },
  'soap12Action that is a text': { soap12Action: 'yes' },
  'unknownProperties that does not exist': { unknownProperties: 'warn' },
  'validate that is true': { validate: true },
  'strict that is a text': { strict: 'yes' },
  'tolerate that does not exist': { tolerate: 'some' },
  'tolerate, misspelt': { tolerate: { lexicals: 'forms' } },
  'onUnknown that is true': { onUnknown: true },
};

const controller = new AbortController();
const rightCall = {
  binding: { binding: 'soap12' },
  signal: { signal: controller.signal },
  timeoutMs: { timeoutMs: 30_000 },
  headers: { headers: { 'X-Two': '2' } },
  soapHeaders: { soapHeaders: { Session: { token: 'c' }, $any: [tree('Free')] } },
  address: { address: 'https://fourth.example/x' },
  baseUrl: { baseUrl: 'https://fifth.example' },
  idempotent: { idempotent: true },
  'undefined and null': { binding: undefined, headers: null },
};
const wrongCall = {
  'binding that does not exist': { binding: 'rest' },
  'binding that is nearly one': { binding: 'soap1.2' },
  'signal that is none': { signal: {} },
  timeout: { timeout: 5 },
  'timeoutMs that is a text': { timeoutMs: '5' },
  header: { header: {} },
  'soapHeaders that is not declared': { soapHeaders: { Session2: {} } },
  'soapHeaders over GET': { binding: 'httpGet', soapHeaders: { Session: { token: 'c' } } },
  'address that is none': { address: '//' },
  'attachments that is an object': { attachments: {} },
  'attachments over GET': { binding: 'httpGet', attachments: [{ contentId: 'a', content: Uint8Array.of(1) }] },
  'an attachment that is none': { attachments: [{ contentId: 'a' }] },
  'to without WS-Addressing': { to: { address: 'https://sixth.example/x' } },
  'to that is a number': { to: 5 },
  'onResponse that is true': { onResponse: true },
  'idempotent that is a text': { idempotent: 'yes' },
  retry: { retry: { attempts: 2 } },
};

const cases = {};
for (const [name, options] of Object.entries(right)) {
  cases[`option: ${name}`] = () => sending({ order: { ...order, password: 'p' } }, { options });
  if (/mask|strict/.test(name)) {
    cases[`option, with a fault: ${name}`] = () =>
      calling(
        { status: 500, body: fault11('<d colour="red"><token>abc123</token></d>', 'password=hunter2 colour=green') },
        { options },
      );
  }
}
for (const [name, options] of Object.entries(wrong)) {
  cases[`wrong option: ${name}`] = () => sending({ order }, { options });
}
for (const [name, call] of Object.entries(rightCall)) {
  cases[`option of a call: ${name}`] = () =>
    sending({ order }, { call, options: { headers: { 'X-One': '1', 'X-Two': '1' } } });
}
for (const [name, call] of Object.entries(wrongCall)) {
  cases[`wrong option of a call: ${name}`] = () => sending({ id: 1 }, { method: 'describe', call });
}

export const options = {
  ...cases,
  'option: unknownProperties and a property too many': () =>
    sending({ order: { ...order, more: 1 } }, { options: { unknownProperties: 'ignore' } }),
  'option: validate and a request that does not fit': () =>
    sending(
      { order: { ...order, item: [{ name: 'n', code: ' a  b ' }], sizes: [] } },
      { options: { validate: messageValidator() } },
    ),
  'option: validate and an answer that does not fit': () =>
    calling(putAnswer('<title>A</title><item code=" a  b"><name>n</name></item>'), {
      options: { validate: messageValidator() },
    }),
  'option: mtom with attachments': async () => {
    const outcome = await sending(
      { order },
      {
        options: { mtom: true },
        call: { attachments: [{ contentId: 'a@b', contentType: 'text/plain', content: Uint8Array.of(65) }] },
      },
    );
    const boundary = /boundary="?([^";]+)/.exec(outcome.sent[0].headers['Content-Type'])[1];
    return JSON.parse(JSON.stringify(outcome).replaceAll(boundary, '(boundary)'));
  },
  'option: baseUrl with spaces and characters outside ASCII': () =>
    sending({ order }, { options: { baseUrl: ' http://größe.example/a b/ж ', addressing: wsAddressing('1.0') } }),
  'option: address with a space in the host': () => sending({ order }, { options: { address: 'http://a b/c' } }),
  'option: to': () =>
    sending(
      { order },
      {
        options: { addressing: wsAddressing('1.0') },
        call: { to: { address: 'https://sixth.example/x', referenceParameters: [tree('Id')] } },
      },
    ),
  'option: options that are null': () => attempt(() => new ShopClient(null)),
  'option: options of a call that are null': () => calling(putAnswer(), { call: null }),
  'option: mask and extensions that are null': () =>
    calling(putAnswer(), { options: { mask: null, extensions: null, retry: { attempts: 1, idempotent: null } } }),
  'option: header fields that are null': () =>
    sending({ order }, { options: { headers: { 'X-A': null, 'X-B': undefined, 'X-C': '1' } } }),
  'option: an interceptor that gives nothing': () => calling(putAnswer(), { options: { interceptors: [() => {}] } }),
  'option: an interceptor that passes nothing on': () =>
    calling(putAnswer(), { options: { interceptors: [(_, next) => next()] } }),
  'option: a transport that gives nothing': () => calling(putAnswer(), { options: { transport: () => {} } }),
  'option: a transport that gives a text': () => calling(putAnswer(), { options: { transport: async () => 'a' } }),
  'option: a header block that is a text': () => calling(putAnswer(), { call: { soapHeaders: { $any: ['<a/>'] } } }),
  'option: a header block that is a tree, without $any': () =>
    calling(putAnswer(), { call: { soapHeaders: [tree('Id')] } }),
  'option: an endpoint reference that is a text': () =>
    calling(putAnswer(), { options: { addressing: wsAddressing() }, call: { to: 'http://a.example' } }),
  'option: reference parameters that are a text': () =>
    calling(putAnswer(), {
      options: { addressing: wsAddressing() },
      call: { to: { address: 'http://a.example', referenceParameters: '<a/>' } },
    }),
  'option: options that are a text': () => attempt(() => new ShopClient('http://a.example')),
  'a client of an operation that does not exist': () =>
    attempt(() => new ShopClient({ transport: transportOf(putAnswer()) }).$call('putt', {})),
};
