import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Order, type OrderMethods, Orders } from '../../../tests/support/runtime/orders.js';
import { DynamicClient } from '../dynamic-client.js';
import { createNodeTransport } from '../node/transport.js';
import { packMessage } from '../soap/xop.js';
import { stream } from './client.js';
import type { BinaryStream } from './package/binary-stream.js';
import { RelatedReader } from './package/related-reader.js';

const transport = createNodeTransport();
const servers: Server[] = [];
afterAll(() => {
  transport.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

function clientFor(body: Uint8Array, contentType: string, chunk = 1000): Promise<DynamicClient<OrderMethods>> {
  return clientOf((response) => {
    response.writeHead(200, { 'Content-Type': contentType });
    for (let at = 0; at < body.length; at += chunk) {
      response.write(body.subarray(at, at + chunk));
    }
    response.end();
  });
}

/** A client of a service that answers in this way. */
async function clientOf(answer: (response: ServerResponse) => void): Promise<DynamicClient<OrderMethods>> {
  const server = createHttpServer((_request, response) => answer(response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`;
  return new DynamicClient(Orders, { address, transport });
}

const envelope = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const include = (id: string): string =>
  `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
const part = (contentId: string, content: Uint8Array) => ({
  contentId,
  contentType: 'application/octet-stream',
  content,
});
const octets = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * seed + (index % 7 === 0 ? 13 : 10)) & 255);

function packed(body: string, parts: readonly ReturnType<typeof part>[]): { body: Uint8Array; contentType: string } {
  return packMessage(envelope(body), 'text/xml; charset=utf-8', parts, true);
}

describe('an answer in several parts', () => {
  const scans = [octets(5000, 3), octets(0, 1), octets(70_000, 11)];
  const list = `<ListOrdersResponse xmlns="urn:orders"><title>t</title>${scans
    .map((_, id) => `<order><id>${id}</id><scan>${include(`${id}@x`)}</scan></order>`)
    .join('')}<order><id>3</id><scan>AQI=</scan></order></ListOrdersResponse>`;
  const message = packed(
    list,
    scans.map((content, id) => part(`${id}@x`, content)),
  );

  it.each(['streams', undefined] as const)(
    'must have nothing beside what names a part (binaries: %s)',
    async (binaries) => {
      const body = `<ListOrdersResponse xmlns="urn:orders"><title>t</title><order><id>1</id><scan>AQID${include('1')}</scan></order></ListOrdersResponse>`;
      const beside = packed(body, [part('1', octets(10, 1))]);
      const client = await clientFor(beside.body, beside.contentType, 1000);
      const items = stream(client).listOrders({ count: 1 }, { binaries });
      const all = async (): Promise<void> => {
        for await (const _ of items) {
          // Read to the error.
        }
      };
      await expect(all()).rejects.toThrow(/xop:Include stands beside text \(line 1, column 155\)/);
    },
  );

  it.each([1, 7, 1000, 1_000_000])('gives its binary values as streams, in chunks of %d', async (chunk) => {
    const client = await clientFor(message.body, message.contentType, chunk);
    const items = stream(client).listOrders({ count: 1 }, { binaries: 'streams' });
    const found: { readonly id: number; readonly scan?: BinaryStream }[] = [];
    for await (const item of items) {
      found.push(item);
    }
    expect(found.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect((await items.answer).title).toBe('t');
    for (const [index, { scan }] of found.entries()) {
      expect(await scan?.bytes()).toEqual(scans[index] ?? new Uint8Array([1, 2]));
    }
  });

  it('is read as a whole if nobody asks for streams', async () => {
    const client = await clientFor(message.body, message.contentType);
    const found: Order[] = [];
    for await (const item of stream(client).listOrders({ count: 1 })) {
      found.push(item);
    }
    expect(found.map(({ scan }) => scan?.length)).toEqual([5000, 0, 70_000, 2]);
  });

  it('says when its values are read too early, or out of order', async () => {
    const client = await clientFor(message.body, message.contentType);
    const items = stream(client).listOrders({ count: 1 }, { binaries: 'streams' });
    const { value: first } = await items.next();
    await expect(first?.scan?.bytes()).rejects.toThrow('read them when the last item was read');
    const rest: { readonly scan?: BinaryStream }[] = [];
    for await (const item of items) {
      rest.push(item);
    }
    expect(await rest[1]?.scan?.bytes()).toEqual(scans[2]);
    await expect(rest[0]?.scan?.bytes()).rejects.toThrow('in the order in which they arrive');
  });

  it('ends the connection when the values that are left are not wanted', async () => {
    let closed = 0;
    // Never ends: the connection closes because the client closes it.
    const client = await clientOf((response) => {
      response.on('close', () => closed++);
      response.writeHead(200, { 'Content-Type': message.contentType });
      response.write(message.body.subarray(0, -100));
    });
    const items = stream(client).listOrders({ count: 1 }, { binaries: 'streams' });
    const found: { readonly scan?: BinaryStream }[] = [];
    for await (const item of items) {
      found.push(item);
    }
    for await (const chunk of found[0]?.scan ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect((await found[1]?.scan?.bytes())?.length).toBe(0);
    for await (const chunk of found[2]?.scan ?? []) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    while (closed === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await expect(found[2]?.scan?.bytes()).resolves.toHaveLength(0);
  });

  it('gives the binary value of an operation without lists', async () => {
    const content = octets(300_000, 5);
    const file = packed(
      `<GetFileResponse xmlns="urn:orders"><content>${include('a%40b')}</content></GetFileResponse>`,
      [part('a@b', content)],
    );
    const client = await clientFor(file.body, file.contentType);
    const answer = await stream(client).getFile({ count: 1 }, { binaries: 'streams' }).answer;
    let length = 0;
    for await (const chunk of answer.content) {
      length += chunk.length;
    }
    expect(length).toBe(300_000);
    const plain = await clientFor(
      new TextEncoder().encode(
        envelope('<GetFileResponse xmlns="urn:orders"><content>AQI=</content></GetFileResponse>'),
      ),
      'text/xml; charset=utf-8',
    );
    const other = await stream(plain).getFile({ count: 1 }, { binaries: 'streams' }).answer;
    expect(await other.content.bytes()).toEqual(new Uint8Array([1, 2]));
  });

  it('ends in an error when a part is missing or cut short', async () => {
    const file = packed(`<GetFileResponse xmlns="urn:orders"><content>${include('a')}</content></GetFileResponse>`, [
      part('b', octets(10, 1)),
    ]);
    const missing = await clientFor(file.body, file.contentType);
    const answer = await stream(missing).getFile({ count: 1 }, { binaries: 'streams' }).answer;
    await expect(answer.content.bytes()).rejects.toThrow('no part for this binary value');
    const cut = await clientFor(message.body.subarray(0, message.body.length - 1000), message.contentType);
    await expect(cut.call('listOrders', { count: 1 })).rejects.toMatchObject({
      name: 'ContentTypeError',
      message: expect.stringMatching(
        /: a multipart message that cannot be read: The package ends in the middle of a part$/,
      ),
      cause: { name: 'PackageError' },
    });
    const items = stream(cut).listOrders({ count: 1 }, { binaries: 'streams' });
    const scanned: BinaryStream[] = [];
    for await (const { scan } of items) {
      scanned.push(scan as BinaryStream);
    }
    await expect(scanned[2]?.bytes()).rejects.toThrow('ends in the middle of a part');
  });
});

describe('RelatedReader', () => {
  it('takes a package apart, however it is cut', async () => {
    const text =
      'preamble\r\n--b\r\nContent-ID: <1>\r\n\r\n\r\n--b\nContent-ID: 2\n\nab\n-\n--\n--c\r\n--b\r\nX: y\r\n\r\nlast\r\n--b--\r\nepilogue';
    for (let size = 1; size < 40; size++) {
      const bytes = new TextEncoder().encode(text);
      let at = 0;
      const reader = new RelatedReader('b', async () => {
        const chunk = bytes.subarray(at, at + size);
        at += size;
        return chunk.length === 0 ? undefined : chunk;
      });
      const parts: [string, string][] = [];
      for (let head = await reader.nextPart(); head !== undefined; head = await reader.nextPart()) {
        let content = '';
        for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
          content += new TextDecoder().decode(chunk);
        }
        parts.push([head.contentId, content]);
      }
      expect(parts).toEqual([
        ['1', ''],
        ['2', 'ab\n-\n--\n--c'],
        ['', 'last'],
      ]);
    }
  });
});
