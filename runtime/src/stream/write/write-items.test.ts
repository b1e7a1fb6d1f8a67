import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import {
  any,
  attribute,
  type ComplexType,
  choice,
  complexType,
  derivedTypes,
  type ElementDescriptor,
  element,
  field,
  formatXml,
  sequence,
  type XmlEncodeError,
} from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import type { XmlElement } from '../../xml/interfaces/tree.js';
import { SourceError } from './opened-source.js';
import type { Streaming } from './sources.js';
import { writeItems } from './write-items.js';

const ns = 'urn:orders';
const other = 'urn:other';

interface Line {
  sku: string;
  count?: number | null;
  tags: string[];
}
interface Express extends Line {
  $type: 'Express';
  carrier: string;
}
interface Order {
  id: number;
  note?: string;
  lines: (Line | Express)[];
  scan?: Uint8Array;
  mark?: Uint8Array;
}
interface Orders {
  version: string;
  orders: Order[];
  parts: { a?: string; b?: number }[];
  trailer?: string;
}

const many = { min: 0, max: Number.POSITIVE_INFINITY };
const LineType: ComplexType<Line> = complexType<Line>(ns, 'Line', {
  typeName: 'Line',
  derived: derivedTypes(() => [ExpressType]),
  content: sequence([
    field(ns, 'sku', xs.string),
    field(other, 'count', xs.int, { min: 0, nillable: true }),
    field('', 'tags', xs.string, many),
  ]),
});
const ExpressType: ComplexType<Express> = complexType<Express>(other, 'Express', {
  typeName: 'Express',
  extends: () => LineType,
  content: sequence([field(other, 'carrier', xs.string)]),
});
const OrderType = complexType<Order>(ns, 'Order', {
  attributes: [attribute(other, 'id', xs.int, { required: true })],
  content: sequence([
    field(ns, 'note', xs.string, { min: 0 }),
    field(ns, 'lines', () => LineType, many),
    field(ns, 'scan', xs.base64Binary, { min: 0 }),
    field(ns, 'mark', xs.hexBinary, { min: 0 }),
  ]),
});
const orders: ElementDescriptor<Orders> = element<Orders>(
  ns,
  'Orders',
  complexType(ns, '', {
    attributes: [attribute('', 'version', xs.string)],
    content: sequence([
      field(ns, 'orders', () => OrderType, many),
      choice([field(other, 'a', xs.string), field(ns, 'b', xs.int)], { ...many, property: 'parts' }),
      field(ns, 'trailer', xs.string, { min: 0 }),
    ]),
  }),
);

const text = fc.oneof(fc.string(), fc.constantFrom('', '<&>"\'', ']]>', ' ', '\u{1f600}ж', '>'));
const line = fc.record(
  {
    sku: text,
    count: fc.option(fc.integer({ min: -9, max: 9 })),
    tags: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: ['sku', 'tags'] },
);
const express = fc.tuple(line, text).map(([plain, carrier]): Express => ({ $type: 'Express', ...plain, carrier }));
const bytes = fc.uint8Array({ maxLength: 40 });
const order = fc.record(
  {
    id: fc.integer({ min: 0, max: 99 }),
    note: text,
    lines: fc.array(fc.oneof(line, express), { maxLength: 3 }),
    scan: bytes,
    mark: bytes,
  },
  { requiredKeys: ['id', 'lines'] },
);
const document = fc.record(
  {
    version: text,
    orders: fc.array(order, { maxLength: 4 }),
    parts: fc.array(fc.oneof(fc.record({ a: text }), fc.record({ b: fc.integer({ min: 0, max: 9 }) })), {
      maxLength: 3,
    }),
    trailer: text,
  },
  { requiredKeys: ['version', 'orders', 'parts'] },
);

async function* later<T>(items: Iterable<T>): AsyncGenerator<T> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

function* cut(content: Uint8Array, at: number): Generator<Uint8Array> {
  yield content.subarray(0, at);
  yield content.subarray(at);
}

/** A source in one of its forms, chosen by a number. */
function source<T>(items: readonly T[], form: number): readonly T[] | Iterable<T> | AsyncIterable<T> {
  switch (form % 5) {
    case 0:
      return items;
    case 1:
      return new Set(items.map((item) => [item] as const)).size === items.length ? items.values() : items;
    case 2:
      return new ReadableStream<T>({
        start(controller): void {
          for (const item of items) {
            controller.enqueue(item);
          }
          controller.close();
        },
      });
    default:
      return later(items);
  }
}

/** The value with sources in the place of its lists and octets. */
function streamed(value: unknown, next: () => number): unknown {
  if (value instanceof Uint8Array) {
    const form = next();
    const pieces = cut(value, form % (value.length + 1));
    return form % 3 === 0 ? value : form % 3 === 1 ? later(pieces) : new Blob([value.slice()]);
  }
  if (Array.isArray(value)) {
    return source(
      value.map((item: unknown) => streamed(item, next)),
      next(),
    );
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, streamed(part, next)]))
    : value;
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let whole = '';
  for await (const chunk of chunks) {
    whole += decoder.decode(chunk, { stream: true });
  }
  return whole;
}

async function* failing(count: number): AsyncGenerator<Streaming<Order>> {
  for (let id = 0; id < count; id++) {
    yield { id, lines: [] };
  }
  throw new Error('the database is gone');
}

describe('documents that are written while their lists are read', () => {
  const prefixes = fc.constantFrom(
    new Map<string, string>(),
    new Map([[ns, '']]),
    new Map([
      [ns, 'o'],
      [other, 'ns1'],
    ]),
  );

  it('have the octets of the whole document, whatever its lists and binary content come from', async () => {
    await fc.assert(
      fc.asyncProperty(document, prefixes, fc.array(fc.nat(), { minLength: 40 }), async (value, given, forms) => {
        let at = 0;
        const next = (): number => forms[at++ % forms.length] ?? 0;
        let expected: string;
        try {
          expected = formatXml(orders, value as Orders, { prefixes: given });
        } catch (error) {
          // Characters that XML cannot hold are refused in both ways.
          const { path } = error as XmlEncodeError;
          const chunks = async (): Promise<string> =>
            textOf(writeItems(orders, streamed(value, next) as Streaming<Orders>, { prefixes: given }));
          await expect(chunks()).rejects.toMatchObject({ path });
          return;
        }
        const chunks = writeItems(orders, streamed(value, next) as Streaming<Orders>, { prefixes: given });
        expect(await textOf(chunks)).toBe(expected);
      }),
      { numRuns: runs(300) },
    );
  });

  it('come in chunks of some size', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => ({ sku: `sku ${index} ж`, tags: ['a', 'b'] }));
    const value = { version: '1', orders: [{ id: 1, lines }], parts: [] };
    const sizes: number[] = [];
    let whole = '';
    const decoder = new TextDecoder();
    for await (const chunk of writeItems(orders, { ...value, orders: [{ id: 1, lines: later(lines) }] })) {
      sizes.push(chunk.length);
      whole += decoder.decode(chunk, { stream: true });
    }
    expect(whole).toBe(formatXml(orders, value));
    expect(sizes.length).toBeGreaterThan(2);
    for (const size of sizes.slice(0, -1)) {
      expect(size).toBeGreaterThan(50_000);
      expect(size).toBeLessThan(200_000);
    }
  });

  it('are read no further than they are written', async () => {
    let made = 0;
    let returned = false;
    function* endless(): Generator<Order> {
      try {
        for (;;) {
          yield { id: ++made, lines: [] };
        }
      } finally {
        returned = true;
      }
    }
    const chunks = writeItems(orders, { version: '1', orders: endless(), parts: [] });
    expect(made).toBe(0);
    await chunks.next();
    const first = made;
    expect(first).toBeGreaterThan(100);
    expect(first).toBeLessThan(20_000);
    await chunks.return();
    expect([returned, made]).toEqual([true, first]);
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
  });

  it('release the sources that were never reached, too', async () => {
    const released: string[] = [];
    const named = (name: string): AsyncIterable<never> => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          released.push(name);
          return { done: true, value: undefined };
        },
      }),
    });
    const body = writeItems(orders, { version: '1', orders: named('orders'), parts: named('parts') });
    const reading = body.next();
    await Promise.resolve();
    await body.return();
    expect(released).toEqual(['orders', 'parts']);
    expect(await Promise.race([reading, 'still waiting'])).toBe('still waiting');
    const unread = writeItems(orders, { version: '1', orders: named('a'), parts: named('b') });
    await unread.return();
    expect(released).toEqual(['orders', 'parts', 'a', 'b']);
  });

  it('send what is there when the next item takes its time', async () => {
    let goOn = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* slow(): AsyncGenerator<Order> {
      yield { id: 1, lines: [] };
      await arrived;
      yield { id: 2, lines: [] };
    }
    const chunks = writeItems(orders, { version: '1', orders: slow(), parts: [] });
    const first = await chunks.next();
    expect(new TextDecoder().decode(first.value as Uint8Array)).toContain('id="1"');
    goOn();
    expect(await textOf(chunks)).toContain('id="2"');
  });

  it('name the item that does not fit, and end its source', async () => {
    let returned = false;
    async function* wrong(): AsyncGenerator<Streaming<Order>> {
      try {
        yield { id: 1, lines: [] };
        yield {
          id: 2,
          lines: [
            { sku: 'a', tags: [] },
            { sku: 7 as never, tags: [] },
          ],
        };
      } finally {
        returned = true;
      }
    }
    const written = textOf(writeItems(orders, { version: '1', orders: wrong(), parts: [] }));
    await expect(written).rejects.toMatchObject({ name: 'XmlEncodeError', path: '/Orders/orders[1]/lines[1]/sku' });
    expect(returned).toBe(true);
  });

  it('name the place and the count of a source that throws', async () => {
    const written = textOf(writeItems(orders, { version: '1', orders: failing(3), parts: [] }));
    const error = await written.then(String, (thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ path: '/Orders/orders', count: 3, cause: new Error('the database is gone') });
    expect((error as Error).message).toBe(
      '/Orders/orders: the source failed after 3 of its items: the database is gone',
    );
  });

  it('refuse at once what is wrong outside of lists, and what is no list', () => {
    const none = later<never>([]);
    expect(() => writeItems(orders, { version: '1', orders: none, parts: [], trailer: 1 as never })).toThrow(
      '/Orders/trailer: ',
    );
    expect(() => writeItems(orders, { version: '1', orders: 'text' as never, parts: [] })).toThrow('expected an array');
    expect(() => writeItems(orders, { version: '1', orders: { a: 1 } as never, parts: [] })).toThrow(
      'expected an array',
    );
  });

  it('know their length when all that comes later does', async () => {
    const scan = new Uint8Array(100).fill(7);
    const value = (content: Uint8Array | Blob): Streaming<Orders> => ({
      version: 'ж',
      orders: [{ id: 1, lines: [], scan: content, mark: content }],
      parts: [],
    });
    const body = writeItems(orders, value(new Blob([scan])));
    const whole = await textOf(body);
    expect(body.length).toBe(new TextEncoder().encode(whole).length);
    expect(whole).toBe(await textOf(writeItems(orders, value(scan))));
    expect(writeItems(orders, { version: '', orders: later([]), parts: [] }).length).toBeUndefined();
  });

  it('may have open content from a source', async () => {
    const open = element<{ $any: XmlElement[] }>(
      ns,
      'Open',
      complexType(ns, '', { content: sequence([any({ namespaces: 'any', process: 'lax', ...many })]) }),
    );
    const tree = { namespace: other, name: 'x', attributes: [], children: ['1'] };
    const streamedTrees = { $any: later([tree, tree]) };
    expect(await textOf(writeItems(open, streamedTrees))).toBe(formatXml(open, { $any: [tree, tree] }));
  });

  it('may have a list from a source in the place of an object, of substitutes, and of mixed content', async () => {
    const numbers = complexType<number[]>(ns, 'Numbers', {
      unwrap: 'n',
      content: sequence([field(ns, 'n', xs.int, many)]),
    });
    const head = element(ns, 'head', xs.string);
    type Either = { $name: 'head'; $value: string } | { $name: 'other'; $value: number };
    const heads = { ...many, substitutes: () => ({ head, other: element(other, 'other', xs.int) }) };
    const mixed = complexType<{ $content: (string | XmlElement)[] }>(ns, 'Mixed', {
      mixed: true,
      content: sequence([]),
    });
    const all = element<{ numbers: number[]; head: Either[]; text: { $content: (string | XmlElement)[] } }>(
      ns,
      'All',
      complexType(ns, '', {
        content: sequence([
          field(ns, 'numbers', numbers),
          field(ns, 'head', xs.string, heads),
          field(ns, 'text', mixed),
        ]),
      }),
    );
    const either: Either[] = [
      { $name: 'head', $value: 'a & b' },
      { $name: 'other', $value: 2 },
    ];
    const nodes = ['a', { namespace: other, name: 'x', attributes: [], children: ['>'] }, '', '>b'];
    const whole = formatXml(all, { numbers: [1, 2], head: either, text: { $content: nodes } });
    const sources = { numbers: later([1, 2]), head: later(either), text: { $content: later(nodes) } };
    expect(await textOf(writeItems(all, sources))).toBe(whole);
    const none = { numbers: later([]), head: later([]), text: { $content: later([]) } };
    expect(await textOf(writeItems(all, none))).toBe(formatXml(all, { numbers: [], head: [], text: { $content: [] } }));
    const wrong = textOf(writeItems(all, { ...sources, numbers: later([1, 'two' as never]) }));
    await expect(wrong).rejects.toMatchObject({ path: '/All/numbers[1]' });
  });
});
