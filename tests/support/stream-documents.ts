import fc from 'fast-check';

/** Documents with lists, good ones and broken ones, in every encoding: for whatever reads documents in pieces. */

/** Something that is put into a document, in the place of what is there. */
export interface Fault {
  /** Where, as a number of any size: see `faulty`. */
  readonly at: number;
  /** Characters that it takes the place of; all up to the end for -1. */
  readonly removed: number;
  readonly inserted: string;
}

/** Stands in the text of a document after each item of the list that is read. */
export const itemEnd = '\ue000';

/** A document without the marks of its items. */
export interface FaultyText {
  readonly text: string;
  /** Items that end before the fault. */
  readonly itemsBefore: number;
}

/** The document with the fault in it. */
export function faulty(marked: string, fault: Fault | null): FaultyText {
  const text = marked.replaceAll(itemEnd, '');
  if (fault === null) {
    return { text, itemsBefore: marked.length - text.length };
  }
  const at = fault.at % (text.length + 1);
  const end = fault.removed < 0 ? text.length : at + fault.removed;
  let itemsBefore = 0;
  for (let i = marked.indexOf(itemEnd); i >= 0 && i - itemsBefore <= at; i = marked.indexOf(itemEnd, i + 1)) {
    itemsBefore++;
  }
  return { text: text.slice(0, at) + fault.inserted + text.slice(end), itemsBefore };
}

const many = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('');

/** Everything that a reader refuses, and near to it what it reads. */
const insertions: readonly string[] = [
  ...[
    '<!DOCTYPE a>',
    '<!DOC',
    '<!x',
    '<!',
    '<![CDATA[',
    '<![CDATA[ a > b ]]>',
    '<!-- <a> -->',
    '<!-- a -- b -->',
    '<!--',
    '-->',
  ],
  ...[
    '<?go on?>',
    '<?go',
    '?>',
    '<?xml version="1.0"?>',
    '<',
    '>',
    '/',
    '=',
    '"',
    "'",
    '&',
    '&amp;',
    '&#65;',
    '&no;',
    '&#0;',
    ']]>',
  ],
  ...[
    '<a>',
    '</a>',
    '<a/>',
    '<o:order>',
    '</o:order>',
    '</o:page>',
    '<o:id>7</o:id>',
    '<o:id/>',
    '<order/>',
    '<u:a xmlns:u="urn:u"/>',
    '<b:c/>',
  ],
  ...['x', '7', ' ', '\n', '\r', '\r\n', '\u0001', '\ufffe', '\ud800', '\ufeff', '\ufffd', 'é', '😀'],
  ...[' a="1"', ' a="1" a="2"', ' o:a="&lt;"', ' xmlns:u="urn:u"', ' xmlns:u=""', ' xmlns=""', ' sku="<"'],
  ...[
    ' xsi:nil="true"',
    ' xsi:nil="1"',
    ' xsi:nil="false"',
    ' xsi:nil="maybe"',
    ' xsi:type="o:Rush"',
    ' xsi:type="o:None"',
    ' xsi:type=":"',
  ],
  many(12, () => '<a>'),
  many(300, () => '<a>'),
  many(300, (i) => ` a${i}="1"`),
  many(300, (i) => ` xmlns:n${i}="urn:${i}"`),
];

/** A fault at any place of a document. */
export const faults: fc.Arbitrary<Fault> = fc.record({
  at: fc.nat(),
  removed: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.nat(30) },
    { weight: 1, arbitrary: fc.constant(-1) },
  ),
  inserted: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...insertions) },
    { weight: 1, arbitrary: fc.constant('') },
  ),
});

/** Sizes of the pieces in which bytes or characters come, again and again; none for all at once. */
export const pieceSizes: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constantFrom<readonly number[]>([1], []),
  fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 6 }),
  // Two pieces: cut anywhere.
  fc.integer({ min: 1, max: 3000 }).map((first) => [first, 1_000_000]),
);

/** A source in pieces. */
export function* cut<T extends Uint8Array | string>(whole: T, sizes: readonly number[]): Generator<T> {
  for (let at = 0, i = 0; at < whole.length; i++) {
    const end = at + (sizes.length === 0 ? whole.length : (sizes[i % sizes.length] ?? 1));
    yield (typeof whole === 'string' ? whole.slice(at, end) : whole.subarray(at, end)) as T;
    at = end;
  }
}

const gaps = fc.constantFrom(
  '',
  '',
  '',
  '\n  ',
  ' ',
  '\r\n',
  '<!-- <o:order> > -->',
  '<?x y?>',
  '<unknown a="/>"/>',
  '<o:more><o:order/></o:more>',
  'stray',
  '<![CDATA[ ]]>',
);
const texts = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'x &amp; y',
    '<![CDATA[</o:order>]]>',
    '&#x20AC; € 😀',
    'a<!-- - -->b',
    'line\r\nbreak\rend',
    ' padded ',
  ),
  fc.stringMatching(/^[ -%'-;=?-~é€\n]{0,12}$/),
);
const values = fc.oneof(fc.integer().map(String), fc.constantFrom(' 5 ', '+7', '1<!-- -->2', '<![CDATA[3]]>', '&#52;'));

const lines = fc.array(
  fc
    .record({
      sku: fc.stringMatching(/^[a-z>/ ]{0,4}$/),
      quote: fc.constantFrom('"', "'"),
      inside: fc.nat(2),
      isEmpty: fc.boolean(),
    })
    .map(({ sku, quote, inside, isEmpty }) => {
      const inner = many(inside, () => '<o:line sku="/"/>');
      return isEmpty
        ? `<o:line sku=${quote}${sku}${quote}/>`
        : `<o:line sku=${quote}${sku}${quote} >${inner}</o:line >`;
    }),
  { maxLength: 2 },
);
const starts = fc.constantFrom(
  'o:order',
  'o:order',
  'o:order',
  'o:order xsi:type="o:Rush"',
  'o:order xmlns:o="urn:orders"',
  'o:order xsi:nil="true"',
);
const orders = fc
  .array(
    fc.record({
      gap: gaps,
      start: starts,
      id: values,
      note: fc.option(texts, { nil: undefined }),
      inside: gaps,
      lines,
    }),
    { maxLength: 5 },
  )
  .map((each) =>
    each
      .map(({ gap, start, id, note, inside, lines: all }) => {
        const noted = note === undefined ? '' : `<o:note>${note}</o:note>`;
        return `${gap}<${start}><o:id>${id}</o:id>${noted}${inside}${all.join('')}</o:order>${itemEnd}`;
      })
      .join(''),
  );

const prologs = fc.constantFrom(
  '',
  '',
  '<?xml version="1.0"?>',
  '<?xml version="1.0"?>\n<!-- a > b -->\n',
  '<?x?>',
  ' ',
);
const rootAttributes = fc.constantFrom(
  '',
  '',
  ' version="2"',
  ' other="1"',
  ' xsi:nil="true"',
  ' xsi:nil="false"',
  ' xmlns:more="urn:more" more:a="x&#10;y"',
  "\n  version='3'",
);
const pageAttributes = fc.constantFrom(
  '',
  '',
  ' xsi:nil="true"',
  ' xsi:nil="0"',
  ' at="1"',
  ' xmlns:o="urn:orders"',
  ' xsi:type="o:Wide"',
);

const without = (marked: string): string => marked.replaceAll(itemEnd, '');

/** A document about orders. The list at `items` is marked: see `itemEnd`. */
export interface OrderDocument {
  readonly items: 'page.orders' | 'customers.orders' | 'customers';
  readonly marked: string;
}

/** Documents about orders, most of which fit their schema. */
export const orderDocuments: fc.Arbitrary<OrderDocument> = fc
  .record({
    items: fc.constantFrom('page.orders', 'page.orders', 'customers.orders', 'customers'),
    prolog: prologs,
    root: rootAttributes,
    page: fc.option(pageAttributes, { nil: undefined, freq: 4 }),
    orders,
    total: fc.option(values, { nil: undefined }),
    gap: gaps,
    customers: fc.array(fc.record({ gap: gaps, orders }), { maxLength: 3 }),
    end: fc.option(texts, { nil: undefined }),
    after: fc.constantFrom('', '\n', '<!-- end -->', '<?end?>'),
  })
  .map(({ items, prolog, root, page, orders: inPage, total, gap, customers, end, after }) => {
    const paged = items === 'page.orders' ? inPage : without(inPage);
    const totalled = total === undefined ? '' : `<o:total>${total}</o:total>`;
    const customer = (index: number, within: string): string =>
      items === 'customers.orders'
        ? `<o:customer><o:name>${index}</o:name>${within}</o:customer>`
        : `<o:customer><o:name>${index}</o:name>${without(within)}</o:customer>${items === 'customers' ? itemEnd : ''}`;
    const marked = [
      `${prolog}<o:Report xmlns:o="urn:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${root}>\n<o:title>All</o:title>`,
      page === undefined ? '' : `<o:page${page}>${paged}${gap}${totalled}</o:page>`,
      ...customers.map((each, index) => each.gap + customer(index, each.orders)),
      end === undefined ? '' : `<o:end>${end}</o:end>`,
      `</o:Report>${after}`,
    ];
    return { items: items as OrderDocument['items'], marked: marked.join('') };
  });
