/** Calls over HTTP to the peer, with the transport that a client has by default. */
import { CookieJar, withCookies, withGzip } from '@wsdl-codegen/runtime/http';
import { stream } from '@wsdl-codegen/runtime/stream';
import { ShopClient } from 'shop';
import { attempt, order, show } from '../kit.mjs';

/** Calls the peer at a path of its own. */
const at =
  (path, { options, call, method = 'put', input, of = 'peer' } = {}) =>
  (where) =>
    outcome(() =>
      new ShopClient({ address: `${where[of]}${path}`, timeoutMs: 5000, ...options })[method](input ?? { order }, call),
    );

/** The cause of an error of a connection is the host's own. */
async function outcome(act) {
  const result = await attempt(act);
  return result.error?.classes.includes('TransportError')
    ? { error: { ...result.error, cause: '(of the host)' } }
    : result;
}

const answers =
  (path, more = {}) =>
  async (where) => {
    const seen = [];
    const call = {
      onResponse: ({ status, statusText, headers }) =>
        seen.push([status, statusText, headers.get('x-answer'), headers.get('content-type')]),
    };
    return { ...(await at(path, { ...more, call: { ...more.call, ...call } })(where)), seen };
  };

export const transports = {
  'HTTP: an answer': answers('/ok'),
  'HTTP: an answer in chunks': answers('/chunks'),
  'HTTP: gzip': answers('/gzip'),
  'HTTP: deflate': answers('/deflate'),
  'HTTP: what is sent arrives': at('/echo', {
    input: { order: { ...order, title: 'Жé😀' } },
    options: { headers: { 'X-One': '1' } },
  }),
  'HTTP: GET': at('/echo-get', {
    method: 'describe',
    input: { id: 5, password: 'ж' },
    options: { binding: 'httpGet' },
  }),
  'HTTP: POST': at('/echo-get', {
    method: 'describe',
    input: { id: 5, password: 'ж' },
    options: { binding: 'httpPost' },
  }),
  'HTTP: an address with spaces and characters outside ASCII': at('/größe {x}?ä=1 2'),
  'HTTP: an address that is escaped': at('/gr%C3%B6%C3%9Fe%20%7Bx%7D?a=%20'),
  'HTTP: an address with dot segments': at('/x/../ok'),
  'HTTP: one way': at('/accepted', { method: 'forget', input: {} }),
  'HTTP: a fault': at('/fault'),
  'HTTP: status 503': at('/busy'),
  'HTTP: status 401': at('/denied'),
  'HTTP: a redirect': at('/redirect'),
  'HTTP: a connection that is refused': ({ refused }) =>
    outcome(() => new ShopClient({ address: `${refused}/x` }).put({ order })),
  'HTTP: a refused connection is tried again': async ({ refused }) => {
    const seen = [];
    const client = new ShopClient({
      address: `${refused}/x`,
      retry: { attempts: 3, delayMs: () => 1 },
      onExchange: ({ attempt: number }) => seen.push(number),
    });
    const result = await attempt(() => client.put({ order }));
    return { classes: result.error.classes, seen };
  },
  'HTTP: a connection that is cut before the answer': at('/reset', { of: 'lonely' }),
  'HTTP: an answer that is cut short': at('/cut'),
  'HTTP: an answer in chunks that is cut short': at('/cut-chunks'),
  'HTTP: gzip that is broken': at('/broken-gzip'),
  'HTTP: gzip that is cut short': at('/cut-gzip'),
  'HTTP: an answer that is no HTTP': at('/not-http', { of: 'lonely' }),
  'HTTP: a coding that is not known': at('/zstd'),
  'HTTP: an answer that does not come': at('/never', { options: { timeoutMs: 100 } }),
  'HTTP: an answer that stops in the middle': at('/half', { options: { timeoutMs: 1500 } }),
  'HTTP: a call that is aborted': (where) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 50);
    return at('/never', { call: { signal: controller.signal } })(where);
  },
  'HTTP: an answer longer than a limit': at('/ok', { options: { limits: { maxResponseBytes: 20 } } }),
  'HTTP: gzip longer than a limit': at('/gzip', { options: { limits: { maxResponseBytes: 20 } } }),
  'HTTP: a header that cannot be sent': at('/ok', { options: { headers: { 'X-A': 'a\nb' } } }),
  'HTTP: a header with a wrong name': at('/ok', { options: { headers: { 'X A': 'a' } } }),
  'HTTP: a header beyond Latin 1': at('/ok', { options: { headers: { 'X-A': 'ж' } } }),
  'HTTP: a port that does not exist': () =>
    outcome(() => new ShopClient({ address: 'http://127.0.0.1:99999/x' }).put({ order })),
  'HTTP: cookies that are kept': async ({ peer }) => {
    const jar = new CookieJar();
    const client = new ShopClient({ address: `${peer}/cookies`, transport: withCookies(undefined, jar) });
    const results = [await attempt(() => client.put({ order })), await attempt(() => client.put({ order }))];
    return { results, cookies: show(jar.cookies.map(({ name, value }) => [name, value])) };
  },
  'HTTP: cookies of an answer': async ({ peer }) => {
    const seen = [];
    await attempt(() =>
      new ShopClient({ address: `${peer}/set-cookie` }).put(
        { order },
        { onResponse: ({ headers }) => seen.push(headers.getSetCookie?.() ?? 'none') },
      ),
    );
    return seen;
  },
  'HTTP: gzip of requests': ({ peer }) =>
    attempt(() =>
      new ShopClient({ address: `${peer}/echo-coding`, transport: withGzip(undefined, { minBytes: 1 }) }).put({
        order,
      }),
    ),
  'HTTP: items of an answer': async ({ peer }) => {
    const seen = [];
    const list = stream(new ShopClient({ address: `${peer}/items` })).put({ order }, { items: 'item' });
    const result = await attempt(async () => {
      for await (const { name } of list) {
        seen.push(name);
      }
      return (await list.answer).title;
    });
    return { ...result, seen };
  },
  'HTTP: a request from a source': async ({ peer }) => {
    const source = (async function* () {
      yield { name: 'a' };
      yield { name: 'b' };
    })();
    const list = stream(new ShopClient({ address: `${peer}/echo` })).put(
      { order: { ...order, item: source } },
      { items: 'item' },
    );
    return outcome(async () => {
      for await (const item of list) {
        throw new Error(`There is an item: ${item.name}`);
      }
      return list.answer;
    });
  },
};
