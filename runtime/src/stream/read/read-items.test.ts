import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import {
  attribute,
  type ComplexType,
  choice,
  complexType,
  type DecodeOptions,
  element,
  field,
  parseXml,
  sequence,
  XmlDecodeError,
} from '../../schema/index.js';
import * as xs from '../../schema/xs.js';
import { XmlLimitError, XmlSyntaxError } from '../../xml/index.js';
import type { StreamSource } from '../text/source.js';
import { readItems } from './read-items.js';

interface Line {
  readonly sku: string;
  readonly count?: number;
  readonly lines: readonly Line[];
}
interface Order {
  readonly id: number;
  readonly note?: string | null;
  readonly lines: readonly Line[];
}
interface Customer {
  readonly name: string;
  readonly orders: readonly Order[];
}
interface Report {
  readonly title: string;
  readonly page?: { readonly orders: readonly Order[]; readonly total?: number };
  readonly customers: readonly Customer[];
  readonly end?: string;
}

const ns = 'urn:orders';
const line: ComplexType<Line> = complexType<Line>(ns, 'Line', () => ({
  attributes: [attribute('', 'sku', xs.string, { required: true }), attribute('', 'count', xs.int)],
  content: sequence([field(ns, 'line', line, { property: 'lines', list: true, min: 0, max: Infinity })]),
}));
const order = complexType<Order>(ns, 'Order', () => ({
  content: sequence([
    field(ns, 'id', xs.int),
    field(ns, 'note', xs.string, { min: 0, nillable: true }),
    field(ns, 'line', line, { property: 'lines', list: true, min: 0, max: Infinity }),
  ]),
}));
const customer = complexType<Customer>(ns, 'Customer', () => ({
  content: sequence([
    field(ns, 'name', xs.string),
    field(ns, 'order', order, { property: 'orders', list: true, min: 0, max: Infinity }),
  ]),
}));
const page = complexType<NonNullable<Report['page']>>(ns, 'Page', () => ({
  content: sequence([
    field(ns, 'order', order, { property: 'orders', list: true, min: 0, max: Infinity }),
    field(ns, 'total', xs.int, { min: 0 }),
  ]),
}));
const report = element<Report>(
  ns,
  'Report',
  complexType(ns, '', () => ({
    content: sequence([
      field(ns, 'title', xs.string),
      field(ns, 'page', page, { min: 0 }),
      field(ns, 'customer', customer, { property: 'customers', list: true, min: 0, max: Infinity }),
      field(ns, 'end', xs.string, { min: 0 }),
    ]),
  })),
);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes.length === 0 ? bytes.length : (sizes[i % sizes.length] as number);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

const sample = `<?xml version="1.0"?><!-- a > b --><r:Report xmlns:r="${ns}" xmlns="urn:other">
  <r:title>All &amp; more</r:title>
  <r:page><!-- <r:order> -->
    <r:order><r:id>1</r:id><r:line sku="a>b" count="2"/></r:order><r:order><r:id>2</r:id><r:note><![CDATA[</r:order>]]></r:note></r:order>
    <?go > on?><r:order><r:id>3</r:id><r:line sku='"'><r:line sku="/"></r:line></r:line></r:order>
    <r:total>3</r:total>
  </r:page>
  <r:customer><r:name>A</r:name><order xmlns="${ns}"><id>4</id></order></r:customer>
  <r:customer><r:name>B</r:name></r:customer>
  <r:customer><r:name>C</r:name><r:order><r:id>5</r:id></r:order><r:order><r:id>6</r:id></r:order></r:customer>
  <r:end>€ 😀</r:end>
</r:Report>
`;

describe('readItems', () => {
  it('gives the items of a list in order, and what surrounds them at the end', async () => {
    const items = readItems(utf8(sample), report, { items: 'page.orders' });
    const whole = parseXml(report, sample);
    expect(await all(items)).toEqual(whole.page?.orders);
    expect(items.count).toBe(3);
    expect(await items.document).toEqual({ ...whole, page: { orders: [], total: 3 } });
  });

  it('gives the items of all lists at a path that leads through another list', async () => {
    const items = readItems(utf8(sample), report, { items: 'customers.orders' });
    const ids = (await all(items)).map(({ id }) => id);
    expect(ids).toEqual([4, 5, 6]);
    expect((await items.document).customers.map(({ orders }) => orders)).toEqual([[]]);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('reads %s, whatever the chunks', async (encoding) => {
    const bytes =
      encoding === 'utf-8'
        ? utf8(`\ufeff${sample}`)
        : new Uint8Array(
            [...`\ufeff${sample}`].flatMap((c) =>
              [...c.split('')].flatMap((unit) => {
                const code = unit.charCodeAt(0);
                return encoding === 'utf-16le' ? [code & 255, code >> 8] : [code >> 8, code & 255];
              }),
            ),
          );
    for (const sizes of [[1], [2], [3], [7], [64, 1], []]) {
      const items = readItems(cut(bytes, sizes), report, { items: 'page.orders' });
      expect(await all(items)).toEqual(parseXml(report, sample).page?.orders);
      expect((await items.document).end).toBe('€ 😀');
    }
  });

  it('reads the encoding that the XML declaration names', async () => {
    const text = `<?xml version="1.0" encoding="iso-8859-1"?><Report xmlns="${ns}"><title>\xe9</title></Report>`;
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    const items = readItems(cut(bytes, [1]), report, { items: 'customers' });
    expect(await all(items)).toEqual([]);
    expect((await items.document).title).toBe('\xe9');
  });

  it('takes streams, generators of text, and files', async () => {
    const sources: StreamSource[] = [
      sample,
      new Blob([sample]),
      new Blob([sample]).stream(),
      [sample.slice(0, 100), sample.slice(100)],
      (async function* () {
        yield sample;
      })(),
    ];
    for (const source of sources) {
      expect(await all(readItems(source, report, { items: 'page.orders' }))).toHaveLength(3);
    }
  });

  it('says where in the document an error is, and which item it is in', async () => {
    const wrong = sample.replace('<r:id>3<', '<r:id>three<');
    const items = readItems(cut(utf8(wrong), [5]), report, { items: 'page.orders' });
    const given: unknown[] = [];
    const error = await (async () => {
      for await (const item of items) {
        given.push(item);
      }
    })().catch((reason: unknown) => reason);
    const expected = (() => {
      try {
        return parseXml(report, wrong);
      } catch (reason) {
        return reason;
      }
    })();
    expect(given).toHaveLength(2);
    expect(error).toBeInstanceOf(XmlDecodeError);
    expect(error).toEqual(expected);
    await expect(items.document).rejects.toBe(error);
  });

  it.each([
    ['in an item', sample.replace("</r:id><r:line sku='\"'>", "</r:ID><r:line sku='\"'>")],
    ['before the list', sample.replace('All &amp; more', 'All & more')],
    ['after the list', sample.replace('</r:end>', '</r:fin>')],
    ['after the root', `${sample}<more/>`],
    ['in the tag of the list', sample.replace('<r:page>', '<r:page a="1" a="2">')],
    ['between items', sample.replace('<?go > on?>', '<!-- a -- b -->')],
    ['that is a character', sample.replace('All', '\x01')],
    ['that is the end of the document in an item', sample.slice(0, sample.indexOf('<r:id>2'))],
    ['that is the end of the document in a tag', sample.slice(0, sample.indexOf('xmlns='))],
    ['that is a prefix', sample.replace('<r:id>2</r:id>', '<x:id>2</x:id>')],
    ['that is a DOCTYPE', `<!DOCTYPE a>${sample}`],
  ])('gives the error of the reader for a mistake %s', async (_, text) => {
    const expected = (() => {
      try {
        return parseXml(report, text);
      } catch (reason) {
        return reason;
      }
    })() as XmlSyntaxError;
    const error = (await all(readItems(cut(utf8(text), [9]), report, { items: 'page.orders' })).catch(
      (reason: unknown) => reason,
    )) as XmlSyntaxError;
    expect(error).toBeInstanceOf(XmlSyntaxError);
    expect(error.message).toBe(expected.message);
  });

  it('passes over a DOCTYPE, if options say so', async () => {
    const text = sample.replace('?>', '?><!DOCTYPE report SYSTEM "a>b.dtd">');
    const read = (options: object) =>
      all(readItems(cut(utf8(text), [9]), report, { items: 'page.orders', ...options }));
    expect(await read({ doctype: 'skip' })).toEqual(
      await all(readItems(utf8(sample), report, { items: 'page.orders' })),
    );
    await expect(read({})).rejects.toThrow('A DOCTYPE is not allowed');
  });

  it.each([
    ['a DOCTYPE', '<!DOCTYPE a>'],
    ['an unknown declaration', '<!x>'],
    ['elements too deep', '<r:z>'.repeat(300)],
    ['bytes that are not UTF-8', '\ud800'],
  ])('gives the items before %s, although it comes with them', async (_, wrong) => {
    const at = sample.indexOf('<r:order><r:id>3');
    const [before, after] = [sample.slice(0, at), sample.slice(at)];
    const bytes = wrong === '\ud800' ? [utf8(before), [0xff], utf8(after)] : [utf8(before + wrong + after)];
    const ids: number[] = [];
    const reading = (async () => {
      const source = new Uint8Array(bytes.flatMap((each) => [...each]));
      for await (const { id } of readItems(source, report, { items: 'page.orders' })) {
        ids.push(id);
      }
    })();
    await expect(reading).rejects.toThrow(XmlSyntaxError);
    expect(ids).toEqual([1, 2]);
  });

  it('gives the items before the end of what may be read', async () => {
    const at = sample.indexOf('<r:order><r:id>3');
    const limits = [{ maxBytes: at }, { limits: { maxLength: at } }, { window: { maxItemLength: 90 } }];
    for (const options of limits) {
      const text = sample.replace('<?go > on?>', '<?go > on?>'.padStart(100, ' ')).slice(0, at + 200);
      const items = readItems(text, report, { items: 'page.orders', ...options });
      await expect(all(items)).rejects.toThrow(XmlLimitError);
      expect(items.count).toBe(2);
    }
  });

  it('reads an element that says nil and is not nillable by its content, as parseXml does', async () => {
    const nil = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';
    const text = sample.replace('<r:Report ', `<r:Report ${nil} `);
    const items = readItems(text, report, { items: 'page.orders' });
    expect(await all(items)).toEqual(parseXml(report, text).page?.orders);
    expect(items.count).toBe(3);
    await expect(all(readItems(text, report, { items: 'page.orders', strict: true }))).rejects.toThrow(
      'must not be nil',
    );
  });

  it('does not keep what is between the elements around lists', async () => {
    const text = `<Report xmlns="${ns}"><title/>${'\n  <customer><name/></customer>'.repeat(500)}</Report>`;
    const items = readItems(text, report, { items: 'customers.orders', window: { maxRestLength: 2000 } });
    expect(await all(items)).toEqual([]);
    expect((await items.document).customers).toHaveLength(1);
  });

  it('reads documents of a few bytes', async () => {
    const tiny = element(
      '',
      'a',
      complexType('', '', { content: sequence([field('', 'b', xs.int, { list: true, min: 0, max: 9 })]) }),
    );
    await expect(all(readItems(utf8('<a'), tiny as never))).rejects.toThrow('start tag is not closed');
    expect(await all(readItems(utf8('<a/>'), tiny as never))).toEqual([]);
  });

  it('refuses paths that name no list, and asks for a path where there are several', () => {
    // @ts-expect-error: the compiler knows the paths, too.
    expect(() => readItems('', report, { items: 'page.order' })).toThrow(
      'Report has no list "page.order" whose items could be streamed; did you mean "page.orders"?',
    );
    expect(() => readItems('', report)).toThrow('one of "page.orders", "customers"');
  });

  it('lets go of the source when a loop ends early', async () => {
    let released = false;
    const source = (async function* () {
      try {
        for (;;) {
          yield sample.slice(0, sample.indexOf('<?go'));
        }
      } finally {
        released = true;
      }
    })();
    const items = readItems(source, report, { items: 'page.orders' });
    for await (const { id } of items) {
      expect(id).toBe(1);
      break;
    }
    expect(released).toBe(true);
    await expect(items.document).rejects.toThrow('not read to its end');
  });

  it('does not read ahead', async () => {
    let given = 0;
    const source = (async function* () {
      yield `<Report xmlns="${ns}"><title/>`;
      for (; given < 1000; given++) {
        yield `<customer><name>${given}</name></customer>`;
      }
      yield '</Report>';
    })();
    const items = readItems(source, report, { items: 'customers' });
    for (let i = 0; i < 5; i++) {
      await items.next();
    }
    expect(given).toBe(5 - 1);
    await items.return();
  });

  it('ends with the reason of a signal, also while it waits', async () => {
    const controller = new AbortController();
    const source = (async function* () {
      yield sample.slice(0, 300);
      await new Promise(() => undefined);
    })();
    const items = readItems(source, report, { items: 'page.orders', signal: controller.signal });
    const waiting = all(items);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('has limits for items, for the rest, for depth and for bytes', async () => {
    const long = `<Report xmlns="${ns}"><title/><customer><name>${'x'.repeat(5000)}</name></customer></Report>`;
    const read = (text: string, options: object): Promise<unknown> =>
      all(readItems(cut(utf8(text), [100]), report, { items: 'customers', ...options }));
    await expect(read(long, { window: { maxItemLength: 4000 } })).rejects.toThrow(XmlLimitError);
    await expect(all(readItems(long, report, { items: 'customers', window: { maxItemLength: 4000 } }))).rejects.toThrow(
      XmlLimitError,
    );
    await expect(read(long, { window: { maxItemLength: 6000 } })).resolves.toHaveLength(1);
    const rest = `<Report xmlns="${ns}"><title>${'x'.repeat(5000)}</title></Report>`;
    await expect(read(rest, { window: { maxRestLength: 4000 } })).rejects.toThrow('What surrounds the items is longer');
    const parts = `<Report xmlns="${ns}"><title/>${'<customer><name/></customer><x/>'.repeat(100)}</Report>`;
    await expect(read(parts, { window: { maxRestLength: 4000 } })).rejects.toThrow(
      'What surrounds the items is longer',
    );
    await expect(read(long, { maxBytes: 3000 })).rejects.toThrow('more than 3000 bytes');
    const deep = `<Report xmlns="${ns}"><title/><customer><x>${'<a>'.repeat(1000)}`;
    await expect(read(deep, {})).rejects.toThrow('nested deeper than 256');
  });

  it('tells of unknown content with its place in the document', async () => {
    const text = sample.replaceAll('<r:id>', '<r:x/><r:id>').replace('<r:title>', '<r:y/><r:title>');
    const told: unknown[] = [];
    const expected: unknown[] = [];
    await all(readItems(cut(utf8(text), [13]), report, { items: 'page.orders', onUnknown: (each) => told.push(each) }));
    parseXml(report, text, { onUnknown: (each) => expected.push(each) });
    const byOffset = (a: unknown, b: unknown): number =>
      (a as { offset: number }).offset - (b as { offset: number }).offset;
    expect(told.sort(byOffset)).toEqual(expected.sort(byOffset));
  });

  it('checks the order and the number of items if strict', async () => {
    const pair = element<{ readonly a: readonly number[]; readonly b: string }>(
      '',
      'pair',
      complexType('', '', () => ({
        content: sequence([field('', 'a', xs.int, { list: true, min: 2, max: 3 }), field('', 'b', xs.string)]),
      })),
    );
    const read = (text: string): Promise<unknown> => all(readItems(text, pair, { strict: true, items: 'a' }));
    await expect(read('<pair><a>1</a><a>2</a><b/></pair>')).resolves.toEqual([1, 2]);
    await expect(read('<pair><a>1</a><b/></pair>')).rejects.toThrow(XmlDecodeError);
    await expect(read('<pair><a>1</a><a>2</a><a>2</a><a>2</a><b/></pair>')).rejects.toThrow(XmlDecodeError);
    await expect(read('<pair><b/><a>1</a><a>2</a></pair>')).rejects.toThrow(XmlDecodeError);
    await expect(read('<pair><a>1</a><a>2</a></pair>')).rejects.toThrow('"b" is missing');
  });

  it('reads the list that one branch of a choice is', async () => {
    const answer = element<{ readonly item?: readonly string[]; readonly error?: string }>(
      '',
      'answer',
      complexType('', '', () => ({
        content: choice([
          field('', 'item', xs.string, { list: true, min: 1, max: Infinity }),
          field('', 'error', xs.string),
        ]),
      })),
    );
    const items = readItems('<answer><item>a</item><item>b</item></answer>', answer, { items: 'item' });
    expect(await all(items)).toEqual(['a', 'b']);
    expect(await items.document).toEqual({ item: [] });
    const failed = readItems('<answer><error>no</error></answer>', answer, { items: 'item' });
    expect(await all(failed)).toEqual([]);
    expect(await failed.document).toEqual({ error: 'no' });
  });

  it('gives what the decoder of whole documents gives, for any document in any chunks', async () => {
    const text = fc.stringMatching(/^[ -~é€\n]{0,12}$/);
    const gap = fc.constantFrom(
      '',
      '\n',
      ' <!-- <a> -- > -->'.replace(' -- ', ' - '),
      '<?x y?>',
      '<unknown a="/>"/>',
      'stray',
    );
    const escaped = (s: string): string => s.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    const { node } = fc.letrec<{ node: string; children: string }>((tie) => ({
      node: fc
        .record({ sku: text, quote: fc.constantFrom('"', "'"), inner: tie('children'), empty: fc.boolean() })
        .map(({ sku, quote, inner, empty }) => {
          const value = escaped(sku).replaceAll(quote, '&#34;').replace(/\n/g, ' ');
          return empty
            ? `<o:line sku=${quote}${value}${quote}/>`
            : `<o:line sku=${quote}${value}${quote} >${inner}</o:line >`;
        }),
      children: fc.oneof(
        { maxDepth: 2 },
        fc.constant(''),
        fc.array(tie('node'), { maxLength: 2 }).map((l) => l.join('')),
      ),
    }));
    const item = fc
      .record({
        id: fc.oneof(fc.integer().map(String), fc.constantFrom('x', '')),
        note: text,
        lines: fc.array(node, { maxLength: 2 }),
        cdata: fc.boolean(),
      })
      .map(({ id, note, lines, cdata }) => {
        const shown = cdata ? `<![CDATA[${note.replaceAll(']]>', '')}]]>` : escaped(note);
        return `<o:order><o:id>${id}</o:id><o:note>${shown}</o:note>${lines.join('')}</o:order>`;
      });
    const valid = fc.array(fc.tuple(gap, item), { maxLength: 5 });
    const options = fc.constantFrom<DecodeOptions>({}, { strict: true });
    await fc.assert(
      fc.asyncProperty(
        valid,
        options,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (parts, decode, sizes) => {
          const body = parts.map(([space, each]) => space + each).join('');
          const document = `<o:Report xmlns:o="${ns}"><o:title>t</o:title><o:page>${body}<o:total>1</o:total></o:page></o:Report>`;
          const given: unknown[] = [];
          const items = readItems(cut(utf8(document), sizes), report, { ...decode, items: 'page.orders' });
          let error: unknown;
          try {
            for await (const each of items) {
              given.push(each);
            }
          } catch (reason) {
            error = reason;
          }
          let whole: Report | undefined;
          let expected: unknown;
          try {
            whole = parseXml(report, document, decode);
          } catch (reason) {
            expected = reason;
          }
          expect(error === undefined).toBe(expected === undefined);
          if (whole !== undefined) {
            expect(given).toEqual(whole.page?.orders);
            expect(await items.document).toEqual({ ...whole, page: { ...whole.page, orders: [] } });
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

it.each([[5], [null], [undefined], [{}], [{ getReader: 1 }]])(
  'refuses %p as a source in words of its own',
  (source) => {
    expect(() => readItems(source as never, report, { items: 'page.orders' })).toThrow(/^This is not a stream: give/);
  },
);
