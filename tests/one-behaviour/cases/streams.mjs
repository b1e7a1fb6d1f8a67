/** Lists and files in pieces: documents, answers and requests. */
import { createFetchTransport, createServer, TransportError } from '@wsdl-codegen/runtime';
import { readItems, receiving, stream, streamed, writeItems } from '@wsdl-codegen/runtime/stream';
import { elements, ShopClient, shop } from 'shop';
import { attempt, bytesOf, fault11, order, putAnswer, show } from '../kit.mjs';

const put = elements['{urn:shop}Put'];
const text = (items, after = '') =>
  `<Put xmlns="urn:shop"><order id="1"><title>A</title>${items}${after}</order></Put>`;
const items = (count) => Array.from({ length: count }, (_, at) => `<item><name>n${at}</name></item>`).join('');

/** A source in pieces of so many characters. */
async function* pieces(whole, size = 7) {
  for (let at = 0; at < whole.length; at += size) {
    yield whole.slice(at, at + size);
  }
}

/** What a stream of items gives until its end or its error. */
async function taken(list, end = 'document') {
  const seen = [];
  try {
    for await (const item of list) {
      seen.push(show(item));
    }
  } catch (error) {
    return { seen, error: show(error) };
  }
  return { seen, rest: await attempt(() => list[end]) };
}
const reading = (whole, options = {}) => taken(readItems(pieces(whole), put, { items: 'order.item', ...options }));

/** Calls through a `fetch` whose answers come in pieces. */
function calls(answer, options = {}) {
  const fetched = async () => {
    const { body, ...init } = typeof answer === 'string' ? { body: answer } : answer;
    const bytes = bytesOf(body);
    let at = 0;
    const readable = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) {
          controller.close();
        } else {
          controller.enqueue(bytes.slice(at, at + 50));
          at += 50;
        }
      },
    });
    return new Response(readable, { headers: { 'Content-Type': 'text/xml; charset=utf-8' }, ...init });
  };
  return stream(
    new ShopClient({ baseUrl: 'http://shop.example', transport: createFetchTransport(fetched), ...options }),
  );
}
const answered = (answer, more = {}, options = {}) =>
  taken(calls(answer, options).put({ order }, { items: 'item', ...more }), 'answer');

/** A client and a server in one program. */
function connected(implementation, options = {}) {
  const server = createServer({
    services: [shop({ put: () => order, describe: () => 'x', forget: () => {}, ...implementation })],
    ...options,
  });
  const transport = createFetchTransport((url, init) => server.fetch(new Request(url, init)));
  return new ShopClient({ baseUrl: 'http://shop.example', transport });
}

export const streams = {
  'readItems: a list': () => reading(text(items(3), '<scan>AQID</scan>')),
  'readItems: no items': () => reading(text('')),
  'readItems: bytes': () => taken(readItems(bytesOf(text(items(2))), put, { items: 'order.item' })),
  'readItems: a Blob': () => taken(readItems(new Blob([text(items(2))]), put, { items: 'order.item' })),
  'readItems: a wrong item': () => reading(text(`${items(2)}<item><amount>1</amount></item>`)),
  'readItems: a wrong end': () => reading(text(items(2), '<scan>*</scan>')),
  'readItems: cut short': () => reading(text(items(2)).slice(0, -9)),
  'readItems: not XML': () => reading('{"a":1}'),
  'readItems: another root': () => reading('<Get xmlns="urn:shop"/>'),
  'readItems: nothing': () => reading(''),
  'readItems: strict': () => reading(text(`${items(1)}<more/>`), { strict: true }),
  'readItems: an item too long': () =>
    reading(text(`<item><name>${'n'.repeat(500)}</name></item>`), { window: { maxItemLength: 100 } }),
  'readItems: too many bytes': () => reading(text(items(50)), { maxBytes: 200 }),
  'readItems: a path that does not exist': () => attempt(() => reading(text(''), { items: 'order.items' })),
  'readItems: a misspelt option': () => attempt(() => reading(text(''), { itemss: 'x' })),
  'readItems: a source that throws': () =>
    taken(
      readItems(
        (async function* () {
          yield text(items(2)).slice(0, 120);
          throw new RangeError('mine');
        })(),
        put,
        { items: 'order.item' },
      ),
    ),
  'readItems: a source that is none': () => attempt(() => taken(readItems(5, put, { items: 'order.item' }))),
  'readItems: a signal': () => reading(text(items(3)), { signal: AbortSignal.abort(new Error('enough')) }),
  'writeItems: a list': () => written({ id: 1, title: 'A', item: pairs(3) }),
  'writeItems: a wrong item': () => written({ id: 1, title: 'A', item: [{ name: 'n' }, { name: 5 }] }),
  'writeItems: a source that throws': () =>
    written({
      id: 1,
      title: 'A',
      item: (async function* () {
        yield { name: 'n' };
        throw new RangeError('mine');
      })(),
    }),
  'stream: an answer': () => answered(putAnswer(`<title>A</title>${items(3)}`)),
  'stream: a fault': () => answered({ body: fault11(), status: 500 }),
  'stream: a wrong item': () => answered(putAnswer(`<title>A</title>${items(2)}<item/>`)),
  'stream: an answer that is cut short': () => answered(putAnswer(`<title>A</title>${items(2)}`).slice(0, -60)),
  'stream: a page': () =>
    answered({ body: '<html><title>Hi</title></html>', headers: { 'Content-Type': 'text/html' } }),
  'stream: nothing': () => answered(''),
  'stream: an answer that is too long': () =>
    answered(putAnswer(`<title>A</title>${items(30)}`), { maxResponseBytes: 300 }),
  'stream: a misspelt option': () => attempt(() => answered(putAnswer(), { itemz: 'item' })),
  'stream: a list that does not exist': () => attempt(() => answered(putAnswer(), { items: 'itemz' })),
  'stream: bytes of a message': async () => {
    const list = calls(putAnswer('<title>A</title><scan>AQIDBA==</scan>')).put(
      { order },
      { items: 'item', binaries: 'streams' },
    );
    for await (const item of list) {
      throw new Error(`There is an item: ${item.name}`);
    }
    return attempt(async () => (await list.answer).scan.bytes());
  },
  'stream: bytes of a package': () => bytesOfPackage('--b--\r\n'),
  'stream: bytes of a package without its end': () => bytesOfPackage(''),
  'stream: a request from a source': async () => {
    const seen = [];
    const client = connected({
      put: ({ order: given }) => {
        seen.push(given);
        return given;
      },
    });
    const answer = await taken(stream(client).put({ order: { ...order, item: pairs(3) } }), 'answer');
    return { ...answer, received: show(seen) };
  },
  'stream: a request from a source that fails': () =>
    taken(
      stream(connected({})).put({
        order: {
          ...order,
          item: (async function* () {
            yield { name: 'n' };
            throw new RangeError('mine');
          })(),
        },
      }),
      'answer',
    ),
  'stream: a server that receives': async () => {
    const seen = [];
    const client = connected({
      put: receiving(
        async ({ order: given }) => {
          for await (const item of given.item) {
            seen.push(item.name);
          }
          return order;
        },
        { items: 'order.item' },
      ),
    });
    return {
      answer: await attempt(() => client.put({ order: { ...order, item: [{ name: 'a' }, { name: 'b' }] } })),
      seen,
    };
  },
  'stream: a server that sends': () =>
    attempt(() => connected({ put: () => streamed({ ...order, item: pairs(4) }) }).put({ order })),
  'stream: a server whose source fails': async () => {
    const outcome = await attempt(() =>
      connected({
        put: () =>
          streamed({
            ...order,
            item: (async function* () {
              yield { name: 'n' };
              throw new RangeError('mine');
            })(),
          }),
      }).put({ order }),
    );
    return outcome.error?.classes ?? outcome;
  },
  'stream: a transport without streams': async () => {
    const client = new ShopClient({
      baseUrl: 'http://shop.example',
      transport: async () => {
        throw new TransportError('no', { kind: 'other', phase: 'unknown' });
      },
    });
    return taken(stream(client).put({ order: { ...order, item: pairs(1) } }), 'answer');
  },
};

async function* pairs(count) {
  for (let at = 0; at < count; at++) {
    yield { name: `n${at}` };
  }
}

async function written(value) {
  return attempt(async () => {
    let whole = '';
    const decoder = new TextDecoder();
    for await (const chunk of writeItems(put, { order: value })) {
      whole += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    }
    return whole;
  });
}

/** Reads the binary value of an answer in several parts. */
function bytesOfPackage(end) {
  const include = '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:scan@a"/>';
  const root = putAnswer(`<title>A</title><scan>${include}</scan>`);
  const type = 'application/xop+xml; charset=utf-8; type="text/xml"';
  const body = `--b\r\nContent-Type: ${type}\r\nContent-ID: <root@a>\r\n\r\n${root}\r\n--b\r\nContent-ID: <scan@a>\r\n\r\nABC\r\n${end}`;
  const headers = { 'Content-Type': 'multipart/related; boundary=b; type="application/xop+xml"; start="<root@a>"' };
  return attempt(async () => {
    const list = calls({ body, headers }).put({ order }, { items: 'item', binaries: 'streams' });
    for await (const item of list) {
      throw new Error(`There is an item: ${item.name}`);
    }
    return (await list.answer).scan.bytes();
  });
}
