/** What goes on around a call: retries, exchanges, masks, interceptors, time limits, extensions, WS-Addressing and WS-Security. */
import {
  callRequest,
  createMasker,
  curlCommand,
  DynamicClient,
  isRetryable,
  SoapFaultError,
  TransportError,
} from '@wsdl-codegen/runtime';
import { wsAddressing } from '@wsdl-codegen/runtime/addressing';
import { basicAuth, bearerAuth, CookieJar, withCookies, withDigestAuth, withGzip } from '@wsdl-codegen/runtime/http';
import { timestamp, usernameToken, wsSecurity } from '@wsdl-codegen/runtime/security';
import { mockService } from '@wsdl-codegen/testing';
import { Shop, Shop$put, ShopClient, ShopClient$of } from 'shop';
import {
  attempt,
  calling,
  describeAnswer,
  envelope,
  fault11,
  order,
  putAnswer,
  show,
  soap11,
  transportOf,
} from '../kit.mjs';

const broken = new TransportError('Gone', { kind: 'reset', phase: 'send' });
const refused = new TransportError('Refused', { kind: 'unreachable', phase: 'connect' });
const busy = { status: 503, type: 'text/plain', body: 'Busy' };
const retry = { attempts: 3, delayMs: () => 1 };

const never = ({ signal, onCancel }) =>
  new Promise((_, reject) => {
    const end = () => reject(signal?.reason ?? new Error('ended'));
    signal?.addEventListener('abort', end);
    onCancel?.(end);
  });

const addressed = (relates) =>
  putAnswer().replace(
    '<s:Body>',
    `<s:Header><a:RelatesTo xmlns:a="http://www.w3.org/2005/08/addressing">${relates}</a:RelatesTo></s:Header><s:Body>`,
  );
const dated = (created, expires) =>
  putAnswer().replace(
    '<s:Body>',
    `<s:Header><o:Security xmlns:o="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"><u:Timestamp xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><u:Created>${created}</u:Created>${expires ? `<u:Expires>${expires}</u:Expires>` : ''}</u:Timestamp></o:Security></s:Header><s:Body>`,
  );

const secrets = fault11(
  '<d><password>hunter22</password><user token="abcd1234">me</user><wsse:Password xmlns:wsse="urn:w">hunter22</wsse:Password></d>',
  'Bad apiKey=abcd1234 for {"password":"hunter22"} at https://me:hunter22@a.example/?token=abcd1234',
);

export const behaviour = {
  'retry: nothing was sent': () => calling([refused, refused, putAnswer()], { options: { retry }, requests: true }),
  'retry: what may have been sent is not sent again': () =>
    calling([broken, putAnswer()], { options: { retry }, requests: true }),
  'retry: of an idempotent call': () =>
    calling([broken, busy, putAnswer()], { options: { retry }, call: { idempotent: true }, requests: true }),
  'retry: of idempotent methods': () =>
    calling([broken, putAnswer()], { options: { retry: { ...retry, idempotent: ['put'] } }, requests: true }),
  'retry: of a method that does not exist': () =>
    calling(putAnswer(), { options: { retry: { ...retry, idempotent: ['putt'] } } }),
  'retry: until there are no attempts': () => calling(refused, { options: { retry } }),
  'retry: not of faults': () =>
    calling([fault11(), putAnswer()], { options: { retry: { ...retry, idempotent: true } }, requests: true }),
  'retry: by a decision': () =>
    calling([fault11(), putAnswer()], {
      options: { retry: { ...retry, retryOn: (error) => error instanceof SoapFaultError } },
    }),
  'retry: Retry-After beyond the time': () =>
    calling(
      { ...busy, headers: { 'Retry-After': '100' } },
      { options: { retry: { ...retry, idempotent: true }, timeoutMs: 5000 } },
    ),
  'retry: what may be repeated': async () =>
    show([refused, broken, new Error('x')].map((error) => isRetryable(error, { idempotent: true }))),
  'time: a call that takes too long': () => calling(never, { options: { timeoutMs: 20 } }),
  'time: of a call': () => calling(never, { call: { timeoutMs: 20 } }),
  'abort: before the call': () => calling(putAnswer(), { call: { signal: AbortSignal.abort('stop') }, requests: true }),
  'abort: while it waits': () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 10);
    return calling(never, { call: { signal: controller.signal } });
  },
  'abort: while it waits to send again': () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 30);
    return calling(refused, {
      options: { retry: { attempts: 2, delayMs: () => 5000 } },
      call: { signal: controller.signal },
    });
  },
  'exchange: of a call': () => exchanges(putAnswer('<title>A</title><password>hunter22</password>')),
  'exchange: of a fault': () => exchanges(secrets),
  'exchange: of attempts': () => exchanges([refused, putAnswer()], { retry }),
  'exchange: a listener that throws': () =>
    calling(putAnswer(), {
      options: {
        onExchange: () => {
          throw new Error('listener');
        },
      },
    }),
  'mask: in a fault': () =>
    calling({ status: 500, body: secrets }, { input: { order: { ...order, password: 'hunter22' } } }),
  'mask: off': () =>
    calling(
      { status: 500, body: secrets },
      { options: { mask: false }, input: { order: { ...order, password: 'hunter22' } } },
    ),
  'mask: words in a fault': () => calling(secrets, { options: { mask: { words: ['user'] } } }),
  'mask: names that are not secret': () => calling(secrets, { options: { mask: { except: ['apiKey'] } } }),
  'mask: what was sent and comes back': () =>
    calling(
      { status: 500, type: 'text/plain', body: 'You sent Bearer abcdefgh123 and hunter22' },
      {
        options: { headers: { Authorization: 'Bearer abcdefgh123' } },
        input: { order: { ...order, password: 'hunter22' } },
      },
    ),
  'mask: over GET': () =>
    calling(
      { status: 500, type: 'text/plain', body: 'password hunter22 is wrong' },
      {
        method: 'describe',
        input: { id: 1, password: 'hunter22' },
        options: { binding: 'httpGet' },
      },
    ),
  'masker: texts': async () =>
    [
      'password=abc1234',
      '{"token":"abc1234","a":1}',
      '<a><pin>1234</pin></a>',
      'Authorization: Basic dTpw',
      'https://u:p@h/',
      'plain',
    ].map((text) => createMasker().text(text)),
  'masker: values': async () =>
    show(
      createMasker({ words: ['colour'] }).value({
        password: 'a',
        colour: 'b',
        in: [{ Token: 'c' }],
        bytes: Uint8Array.of(1),
        error: new Error('password=abc1234'),
      }),
    ),
  'masker: names': async () =>
    ['password', 'userToken', 'PIN', 'pinned', 'name', 'apiKey'].map((name) => createMasker().isSecret(name)),
  'masker: wrong options': () => attempt(() => createMasker({ word: ['x'] })),
  'interceptor: without a request': () =>
    calling(putAnswer(), {
      options: {
        interceptors: [
          async () => ({ value: 'mine', status: 200, statusText: '', headers: new Headers(), soapHeaders: {} }),
        ],
      },
      requests: true,
    }),
  'interceptor: that throws': () =>
    calling(putAnswer(), {
      options: {
        interceptors: [
          () => {
            throw new RangeError('mine');
          },
        ],
      },
    }),
  'interceptor: order and call': async () => {
    const seen = [];
    const note = (name) => async (call, next) => {
      seen.push([name, Object.keys(call), call.binding, call.address, call.timeoutMs]);
      const answer = await next(call);
      seen.push([name, Object.keys(answer), answer.status]);
      return answer;
    };
    const result = await calling(putAnswer(), { options: { interceptors: [note('a'), note('b')] } });
    return { ...result, seen };
  },
  'onResponse: what it gets': async () => {
    const seen = [];
    const result = await calling(
      { body: putAnswer(), headers: { 'X-A': '1', 'Set-Cookie': 'a=1; Path=/' } },
      { call: { onResponse: (answer) => seen.push(show(answer)) } },
    );
    return { ...result, seen };
  },
  'onResponse: that throws': () =>
    calling(putAnswer(), {
      call: {
        onResponse: () => {
          throw new Error('mine');
        },
      },
    }),
  'extension: reads and writes': async () => {
    const seen = [];
    const extension = {
      understands: [{ namespace: 'urn:h', name: 'Id' }],
      write: (context) => [
        { tree: { namespace: 'urn:h', name: 'Id', attributes: [], children: [`${Object.keys(context)}`] } },
      ],
      read: (blocks, context) => seen.push([show(blocks), Object.keys(context)]),
    };
    const answer = putAnswer().replace(
      '<s:Body>',
      '<s:Header><h:Id xmlns:h="urn:h" s:mustUnderstand="1">5</h:Id></s:Header><s:Body>',
    );
    const result = await calling(answer, { options: { extensions: [extension], strict: true }, requests: true });
    return { ...result, seen };
  },
  'extension: that throws': () =>
    calling(putAnswer(), {
      options: { extensions: [{ understands: [], write: () => Promise.reject(new Error('mine')), read: () => {} }] },
    }),
  'extension: a block that is none': () =>
    calling(putAnswer(), { options: { extensions: [{ understands: [], write: () => [{}], read: () => {} }] } }),
  'extension: seals and opens': async () => {
    const seen = [];
    const extension = {
      understands: [],
      seal: async ({ text, parts }, context) => {
        seen.push(['seal', show(text), parts.length, Object.keys(context)]);
        return { text: text.replace('</soap:Envelope>', '<!--sealed--></soap:Envelope>'), parts };
      },
      open: async ({ text, parts }, context) => {
        seen.push(['open', show(text), parts.length, Object.keys(context)]);
        return { text, parts };
      },
    };
    const result = await calling(putAnswer(), { options: { extensions: [extension] }, requests: true });
    return { ...result, seen };
  },
  'extension: a seal that throws': () =>
    calling(putAnswer(), {
      options: { extensions: [{ understands: [], seal: () => Promise.reject(new Error('no key')) }] },
    }),
  'extension: a seal that is none': () =>
    calling(putAnswer(), { options: { extensions: [{ understands: [], seal: () => 'text' }] } }),
  'extension: an answer that it does not open': () =>
    calling(putAnswer(), {
      options: { extensions: [{ understands: [], open: () => Promise.reject(new Error('not signed')) }] },
    }),
  'extension: an answer that is too long when it is open': () =>
    calling(putAnswer(), {
      options: {
        limits: { maxResponseBytes: 2000 },
        extensions: [{ understands: [], open: ({ text }) => ({ text: text + ' '.repeat(3000), parts: [] }) }],
      },
    }),
  'extension: a wrong answer when it is open': () =>
    calling(putAnswer(), {
      options: { extensions: [{ understands: [], open: () => ({ text: '<a/>', parts: [] }) }] },
    }),
  'addressing: an answer to another request': () =>
    calling(addressed('urn:other'), { options: { addressing: wsAddressing('1.0') } }),
  'addressing: an answer without it': () => calling(putAnswer(), { options: { addressing: wsAddressing() } }),
  'addressing: a version that does not exist': () => attempt(() => wsAddressing('2.0')),
  'security: a user name token': () =>
    calling(putAnswer(), {
      options: {
        extensions: [wsSecurity({ parts: [timestamp(), usernameToken('me', 'hunter22')], mustUnderstand: true })],
      },
      requests: true,
    }),
  'security: a token comes back': () =>
    calling(fault11('', 'hunter22 is wrong'), {
      options: { extensions: [wsSecurity({ parts: [usernameToken('me', 'hunter22')] })] },
    }),
  'security: a digest': async () => {
    const outcome = await calling(putAnswer(), {
      options: { extensions: [wsSecurity({ parts: [usernameToken('me', 'hunter22', { digest: true })] })] },
      requests: true,
    });
    const text = outcome.sent?.[0]?.body.replace(/(PasswordDigest">)[^<]+/, '$1(digest)');
    return { ...outcome, sent: text };
  },
  'security: an answer that is too old': () =>
    calling(dated('2020-01-01T00:00:00Z'), {
      options: { extensions: [wsSecurity({ parts: [], checkTimestamp: true })] },
    }),
  'security: an answer without a timestamp': () =>
    calling(putAnswer(), {
      options: { extensions: [wsSecurity({ parts: [timestamp()], checkTimestamp: { required: true } })] },
    }),
  'security: a misspelt option': () => attempt(() => wsSecurity({ part: [] })),
  'http: Basic': () =>
    calling(putAnswer(), {
      options: { interceptors: [basicAuth({ username: 'мы', password: 'b:c' })] },
      requests: true,
    }),
  'http: a token that is renewed': () =>
    calling([{ status: 401, body: '' }, putAnswer()], {
      options: { interceptors: [bearerAuth((renew) => (renew ? 'second' : 'first'))] },
      requests: true,
    }),
  'http: Digest': async () => {
    const sent = [];
    const challenge = {
      status: 401,
      headers: { 'WWW-Authenticate': 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256' },
    };
    const transport = withDigestAuth(
      { username: 'me', password: 'hunter22' },
      transportOf([challenge, putAnswer()], sent),
    );
    const result = await attempt(() => new ShopClient({ transport }).put({ order }));
    const shown = sent.map(({ headers }) => headers.Authorization?.replace(/(cnonce|response)="[^"]*"/g, '$1=""'));
    return { ...result, shown };
  },
  'http: cookies': async () => {
    const sent = [];
    const first = { body: putAnswer(), headers: { 'Set-Cookie': 'a=1; Path=/; HttpOnly' } };
    const jar = new CookieJar();
    const client = new ShopClient({
      baseUrl: 'http://shop.example',
      transport: withCookies(transportOf([first, putAnswer()], sent), jar),
    });
    const results = [await attempt(() => client.put({ order })), await attempt(() => client.put({ order }))];
    return { results, cookies: show(jar.cookies), sent: sent.map(({ headers }) => headers.Cookie) };
  },
  'http: gzip of requests': async () => {
    const sent = [];
    const transport = withGzip(
      async (request) => {
        sent.push([request.headers, request.body[0], request.body[1]]);
        return transportOf(putAnswer())(request);
      },
      { minBytes: 1 },
    );
    const result = await attempt(() => new ShopClient({ transport }).put({ order }));
    return { ...result, sent: show(sent) };
  },
  'a client of one operation': async () =>
    attempt(() => ShopClient$of({ put: Shop$put }, { transport: transportOf(putAnswer()) }).put({ order })),
  'a client by names': async () => {
    const client = new DynamicClient(Shop, { transport: transportOf(describeAnswer('x')) });
    return [await attempt(() => client.call('describe', { id: 1 })), await attempt(() => client.call('describes', {}))];
  },
  'a request without a call': async () => {
    const client = new ShopClient({ baseUrl: 'http://shop.example', headers: { Authorization: 'Bearer abc12345' } });
    const request = await callRequest(client, 'put', { order: { ...order, password: 'hunter22' } });
    return {
      request: show(request),
      commands: ['masked', 'shown', undefined].map((secrets) => curlCommand(request, secrets && { secrets })),
    };
  },
  'is a declared fault': async () => {
    const client = new ShopClient({
      transport: transportOf(fault11('<OrderFault xmlns="urn:shop"><reason>r</reason></OrderFault>')),
    });
    const error = await client.put({ order }).catch((each) => each);
    return [
      client.$isFault('put', error),
      client.$isFault('describe', error),
      client.$isFault('put', new Error('x')),
      JSON.parse(JSON.stringify(error)),
    ];
  },
  'a mock': async () => {
    const mock = mockService(Shop, { describe: 'mocked' });
    const client = new ShopClient({ transport: mock.transport });
    return [
      await attempt(() => client.describe({ id: 1 })),
      await attempt(() => client.put({ order })),
      show(mock.calls?.describe ?? null),
    ];
  },
  'a mock of an operation that does not exist': () => attempt(() => mockService(Shop, { descr: 'x' })),
  'errors as text and JSON': async () => {
    const error = await new ShopClient({ transport: transportOf({ status: 500, body: fault11('', 'No', 's:Server') }) })
      .put({ order })
      .catch((each) => each);
    return [String(error), JSON.parse(JSON.stringify(error)), Object.keys(error)];
  },
  'envelopes that are nearly right': async () => [
    await calling(
      envelope('<PutResponse xmlns="urn:shop"/>').replaceAll('s:', 'soap:').replace('xmlns:s=', 'xmlns:soap='),
    ),
    await calling(`<Envelope xmlns="${soap11}"><Body><PutResponse xmlns="urn:shop"/></Body></Envelope>`),
    await calling(envelope('<PutResponse xmlns="urn:shop"/>').replace('</s:Body>', '</s:Body><after/>')),
  ],
};

async function exchanges(answers, options) {
  const seen = [];
  const onExchange = ({ request, response, ...facts }) =>
    seen.push(
      show({
        ...facts,
        request,
        sent: request.text(),
        response,
        received: response?.text(),
        json: JSON.parse(JSON.stringify({ request, response })),
      }),
    );
  const result = await calling(answers, {
    options: { ...options, onExchange, headers: { Authorization: 'Bearer abcdefgh123' } },
    input: { order: { ...order, password: 'hunter22' } },
  });
  return { ...result, seen };
}
