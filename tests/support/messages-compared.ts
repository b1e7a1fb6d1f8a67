import { ReadableStream } from 'node:stream/web';
import {
  createServer,
  DynamicClient,
  registerService,
  type ServiceImplementation,
  type Transport,
  type TransportResponse,
} from '@wsdl-codegen/runtime';
import type { UnknownContent } from '@wsdl-codegen/runtime/schema';
import { receiving, stream } from '@wsdl-codegen/runtime/stream';
import fc from 'fast-check';
import { packMessage } from '../../runtime/src/soap/xop.js';
import { type Order, type OrderList, type OrderMethods, Orders } from './runtime/orders.js';
import { cut, type Fault, faults, faulty, itemEnd, pieceSizes } from './stream-documents.js';

/** Answers and requests in pieces, compared with the same as a whole. */

/** A message in pieces. */
export interface MessageCase {
  /** The list in the message, with a mark after each item: see `itemEnd`. */
  readonly marked: string;
  readonly fault: Fault | null;
  /** True for a package with the binary values in parts of their own. */
  readonly isPackage: boolean;
  readonly sizes: readonly number[];
}

const scans = fc.constantFrom('', '', '<scan>AQI=</scan>', 'include', 'include', '<scan/>');
const gaps = fc.constantFrom('', '\n', '<!-- <order> -->', '<unknown a="/>"/>', '<x:y xmlns:x="urn:x"/>');
const items = fc.array(
  fc.record({
    id: fc.nat().map(String),
    note: fc.constantFrom('', '<note>é &amp; €</note>', '<note/>'),
    scan: scans,
    gap: gaps,
  }),
  { maxLength: 4 },
);
const headers = fc.constantFrom('', '<s:Header/>', '<s:Header>\n<h:x xmlns:h="urn:h">1</h:x></s:Header>');

/** Messages in pieces: most with something wrong in one place. */
export const messageCases: fc.Arbitrary<MessageCase> = fc
  .record({
    items,
    header: headers,
    total: fc.constantFrom('', '<total>9</total>', '\n<total> 9 </total>'),
    fault: fc.option(faults, { nil: null, freq: 5 }),
    isPackage: fc.boolean(),
    sizes: pieceSizes,
  })
  .map(({ items: list, header, total, ...others }) => {
    const orders = list.map(({ id, note, scan, gap }, index) => {
      const shown = scan === 'include' ? `<scan>${included(index, others.isPackage)}</scan>\n` : scan;
      return `${gap}<order><id>${id}</id>${note}${shown}</order>${itemEnd}`;
    });
    const body = `<PutOrders xmlns="urn:orders"><title>t</title>${orders.join('')}${total}</PutOrders>`;
    return { ...others, marked: envelope(body, header) };
  });

function included(index: number, isPackage: boolean): string {
  return isPackage
    ? `<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:${index}@x"/>`
    : `AAAA${'AAAA'.repeat(index)}`;
}

function envelope(body: string, header: string): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}\n<s:Body>${body}</s:Body></s:Envelope>`;
}

interface Sent {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** The message; `name` is that of its element. */
function sent({ marked, fault, isPackage }: MessageCase, name: string): Sent {
  const { text } = faulty(marked.replaceAll('PutOrders', name), fault);
  if (!isPackage) {
    return { body: new TextEncoder().encode(text), contentType: 'text/xml; charset=utf-8' };
  }
  const used = [...text.matchAll(/cid:(\d+)@x/g)].map(([, index]) => Number(index));
  const parts = [...new Set(used)].map((index) => ({
    contentId: `${index}@x`,
    contentType: 'application/octet-stream',
    content: new Uint8Array(3 + 3 * index),
  }));
  return packMessage(text, 'text/xml; charset=utf-8', parts, true);
}

/** The outcome of a call or of a request. */
interface Outcome {
  readonly items: readonly unknown[];
  readonly rest?: unknown;
  readonly error?: unknown;
  readonly told?: readonly UnknownContent[];
}

/** Says what is different if an answer comes in pieces; undefined if nothing is. */
export async function differenceInAnswer(given: MessageCase): Promise<string | undefined> {
  const pieces = await answerInPieces(given);
  return (
    differing(await answerInPieces(given, [1]), pieces, false) ??
    differing(await wholeAnswer(given), pieces, given.isPackage)
  );
}

/** The same for a request. */
export async function differenceInRequest(given: MessageCase): Promise<string | undefined> {
  const pieces = await requestInPieces(given);
  return (
    differing(await requestInPieces(given, [1]), pieces, false) ??
    differing(await wholeRequest(given), pieces, given.isPackage)
  );
}

/** What is not well-formed is found first in the envelope of a package that comes as a whole, so that errors may be other ones. */
function differing(expected: Outcome, found: Outcome, isWholePackage: boolean): string | undefined {
  if (isWholePackage && expected.error !== undefined && found.error !== undefined) {
    return undefined;
  }
  const shown = (outcome: Outcome): string => {
    const text = JSON.stringify(outcome, undefined, 1);
    return isWholePackage ? text.replace(/\n *"offset": \d+,?/g, '') : text;
  };
  const [before, after] = [shown(expected), shown(found)];
  return before === after ? undefined : `expected ${before}\nfound ${after}`;
}

/** The outcome of an answer that comes in pieces. */
export async function answerInPieces(given: MessageCase, sizes = given.sizes): Promise<Outcome> {
  const { body, contentType } = sent(given, 'ListOrdersResponse');
  const told: UnknownContent[] = [];
  const head = { status: 200, statusText: 'OK', headers: new Headers({ 'content-type': contentType }) };
  const open: Transport['open'] = async () => ({ ...head, body: chunks(body, sizes) });
  const transport = Object.assign(async () => ({ ...head, body }), { open });
  const client = clientOver(transport, told);
  const found: Order[] = [];
  const answer = stream(client).listOrders({ count: 1 }, given.isPackage ? { binaries: 'streams' } : {});
  try {
    for await (const item of answer) {
      found.push(item as unknown as Order);
    }
    const rest = await answer.answer;
    return { items: await withBytes(found), rest, told: sorted(told) };
  } catch (error) {
    return { items: [], error: factsOf(error) };
  }
}

async function wholeAnswer(given: MessageCase): Promise<Outcome> {
  const { body, contentType } = sent(given, 'ListOrdersResponse');
  const told: UnknownContent[] = [];
  const headers = new Headers({ 'content-type': contentType });
  const response: TransportResponse = { status: 200, statusText: 'OK', headers, body };
  try {
    const value = await clientOver(async () => response, told).call('listOrders', { count: 1 });
    return { items: await withBytes(value.orders), rest: { ...value, orders: [] }, told: sorted(told) };
  } catch (error) {
    return { items: [], error: factsOf(error) };
  }
}

function clientOver(transport: Transport, told: UnknownContent[]): DynamicClient<OrderMethods> {
  const onUnknown = (content: UnknownContent): void => void told.push(content);
  return new DynamicClient(Orders, { address: 'http://localhost/orders', transport, onUnknown });
}

function chunks(bytes: Uint8Array, sizes: readonly number[]) {
  const pieces = cut(bytes, sizes);
  return {
    next: async (): Promise<IteratorResult<Uint8Array, undefined>> => pieces.next() as never,
    return: async (): Promise<IteratorResult<Uint8Array, undefined>> => ({ done: true, value: undefined }),
  };
}

const nothing: Omit<ServiceImplementation<OrderMethods>, 'putOrders'> = {
  listOrders: () => ({ title: '', orders: [] }),
  getOrders: () => [],
  putFile: () => 0,
  getFile: () => ({ content: new Uint8Array() }),
};

/** The outcome of a request that comes in pieces. */
export async function requestInPieces(given: MessageCase, sizes = given.sizes): Promise<Outcome> {
  const found: Order[] = [];
  const putOrders = receiving<OrderList, Promise<number>, unknown, 'orders', 'streams'>(
    async (input) => {
      for await (const order of input.orders) {
        found.push(order as unknown as Order);
      }
      const read = (await withBytes(found)) as Order[];
      found.splice(0, found.length, ...read);
      return read.length;
    },
    { items: 'orders', ...(given.isPackage && { binaries: 'streams' }) },
  );
  return responseTo(given, sizes, { ...nothing, putOrders }, found);
}

async function wholeRequest(given: MessageCase): Promise<Outcome> {
  const found: Order[] = [];
  const putOrders = async ({ orders }: OrderList): Promise<number> =>
    found.push(...((await withBytes(orders)) as Order[]));
  return responseTo(given, [], { ...nothing, putOrders }, found);
}

async function responseTo(
  given: MessageCase,
  sizes: readonly number[],
  implementation: ServiceImplementation<OrderMethods>,
  found: readonly Order[],
): Promise<Outcome> {
  const { body, contentType } = sent(given, 'PutOrders');
  const server = createServer({ services: [registerService(Orders, implementation)] });
  const response = await server.fetch(
    new Request('http://localhost/orders', {
      method: 'POST',
      headers: { 'content-type': contentType, soapaction: '"urn:orders/Put"' },
      body: ReadableStream.from(cut(body, sizes)),
      duplex: 'half',
    } as RequestInit),
  );
  // Packages that came as a whole are answered with one.
  const envelopeText = /<soap:Envelope[\s\S]*<\/soap:Envelope>/.exec(await response.text())?.[0];
  const rest = `${response.status} ${envelopeText}`;
  return response.status === 200 ? { items: found, rest } : { items: [], error: rest };
}

/** Items with the bytes of their binary values, which are read in order. */
async function withBytes(list: readonly Order[]): Promise<readonly unknown[]> {
  const read: unknown[] = [];
  for (const { scan, ...order } of list) {
    const source = scan as Uint8Array | { bytes(): Promise<Uint8Array> } | undefined;
    const octets = source === undefined || source instanceof Uint8Array ? source : await source.bytes();
    read.push({ ...order, ...(octets && { scan: octets.length }) });
  }
  return read;
}

function factsOf(error: unknown): unknown {
  const { name, message, path, cause } = error as Record<string, unknown>;
  const { code, line, column } = (cause ?? {}) as Record<string, unknown>;
  // What follows says how much came of the answer.
  return {
    name,
    message: String(message).replace(/ \((?:HTTP )?\d+[\s\S]*$| \(after \d+ items?\)$/, ''),
    path,
    code,
    line,
    column,
  };
}

function sorted(told: readonly UnknownContent[]): readonly UnknownContent[] {
  return [...told].sort((a, b) => a.offset - b.offset || (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
