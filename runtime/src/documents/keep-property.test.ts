import fc from 'fast-check';
import { type Infoset, infosetOf } from '../../../tests/support/infoset.js';
import { randomElement } from '../../../tests/support/runtime/random-records.js';
import { runs } from '../../../tests/support/thorough.js';
import { attribute, element, optional, record, repeated, sequence } from '../schema/construct/construct.js';
import { formatXml } from '../schema/document/document.js';
import * as xs from '../schema/xs.js';
import { parseTree, type XmlElement } from '../xml/index.js';
import { escapeAttribute, escapeText } from '../xml/text/escape.js';
import { type ElementRoot, elementRoot, type Kept } from './index.js';

const everything: readonly Kept[] = ['prefixes', 'comments', 'instructions', 'schemaLocation'];

/** Numbers that decide what a document has. */
type Draw = (below: number) => number;

/** A draw that begins with these numbers and ends with zeros. */
function drawFrom(numbers: readonly number[]): Draw {
  let next = 0;
  return (below) => (numbers[next++ % Math.max(1, numbers.length)] ?? 0) % below;
}

const draws = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 });

/** Writes a tree with other prefixes beside those that it has, and with comments and instructions between and within texts and elements. */
function decorated(tree: XmlElement, draw: Draw): string {
  let count = 0;
  const asides = (): string =>
    draw(3) > 0 ? '' : draw(3) > 0 ? `<!-- ${count++} -->${asides()}` : `<?p ${count++}?>${asides()}`;
  const divided = (text: string, markup: string): string => {
    const characters = [...text];
    const at = draw(characters.length + 1);
    return escapeText(characters.slice(0, at).join('')) + markup + escapeText(characters.slice(at).join(''));
  };
  const write = ({ namespace, name, prefix = '', attributes, children, declarations = {} }: XmlElement): string => {
    const isOther = namespace !== '' && draw(2) === 0;
    const own = isOther ? `k${draw(3)}` : prefix;
    const declared = { ...declarations, ...(isOther && { [own]: namespace }) };
    const xmlns = Object.entries(declared).map(
      ([each, uri]) => ` xmlns${each && `:${each}`}="${escapeAttribute(uri)}"`,
    );
    const others = attributes.map(
      (each) => ` ${each.prefix ? `${each.prefix}:` : ''}${each.name}="${escapeAttribute(each.value)}"`,
    );
    // White space may be that between elements, which values do not have.
    const hasText = children.some((child) => typeof child === 'string' && /[^ \t\r\n]/.test(child));
    const inside = children.map((child) =>
      typeof child === 'string' ? divided(child, hasText ? asides() : '') : asides() + write(child),
    );
    const tag = own === '' ? name : `${own}:${name}`;
    return `<${tag}${[...xmlns, ...others].join('')}>${inside.join('')}${asides()}</${tag}>`;
  };
  return `${asides()}${write(tree)}${asides()}`;
}

/** The markup of a document without comments and instructions, and names without prefixes. */
const names = ({ markup }: Infoset): readonly string[] =>
  markup.filter((line) => !/^<[!?]/.test(line)).map((line) => line.replace(/[^ :]*:/g, ''));

/** The value of a document; undefined where it has none. */
function attempted<T>(read: () => T): { readonly value: T } | undefined {
  try {
    return { value: read() };
  } catch {
    return undefined;
  }
}

describe('any document', () => {
  it('has the same value with `keep` and without, and the same data is written', () => {
    fc.assert(
      fc.property(randomElement, draws, ({ element: of, value: given }, numbers) => {
        const root = elementRoot(of);
        const plain = attempted(() => formatXml(of, given));
        fc.pre(plain !== undefined);
        const document = decorated(parseTree(plain.value), drawFrom(numbers));
        const read = attempted(() => root.parse(document));
        fc.pre(read !== undefined);
        const kept = root.parse(document, { keep: everything });
        expect(kept).toEqual(read.value);
        const written = attempted(() => root.format(read.value));
        fc.pre(written !== undefined);
        expect(infosetOf(root.format(kept)).data.map((each) => each.map(unprefixed))).toEqual(
          infosetOf(written.value).data.map((each) => each.map(unprefixed)),
        );
        expect(root.parse(root.format(kept))).toEqual(root.parse(written.value));
        expect(written.value).not.toMatch(/<!--|<\?p/);
      }),
      { numRuns: runs(400) },
    );
  });

  it('is written again with its prefixes, comments and instructions', () => {
    let compared = 0;
    fc.assert(
      fc.property(randomElement, draws, ({ element: of, value: given }, numbers) => {
        const root = elementRoot(of);
        const plain = attempted(() => formatXml(of, given));
        fc.pre(plain !== undefined);
        const document = decorated(parseTree(plain.value), drawFrom(numbers));
        const read = attempted(() => root.parse(document, { keep: everything }));
        const written = read && attempted(() => root.format(read.value));
        fc.pre(written !== undefined);
        const [before, after] = [infosetOf(document), infosetOf(written.value)];
        // What a lenient reader passes over or makes up is not there or new.
        fc.pre(JSON.stringify(names(before)) === JSON.stringify(names(after)));
        compared++;
        expect(after.markup).toEqual(before.markup);
        expect(after.scopes).toEqual(before.scopes);
      }),
      { numRuns: runs(400) },
    );
    expect(compared).toBeGreaterThan(runs(250));
  });
});

/** Data in which names in values have no prefixes: those are compared by their values. */
function unprefixed(line: string): string {
  return line.replace(/(^|=|\s)[\w.-]+:q\b/g, '$1q');
}

interface Line {
  no: number;
  note?: string[];
}
interface Order {
  line?: Line[];
  remark?: string;
}
const lineType = record<Line>('urn:t', 'Line', () => ({
  attributes: [attribute('', 'no', xs.int)],
  content: sequence([repeated('urn:t', 'note', xs.string)]),
}));
const order: ElementRoot<Order> = elementRoot(
  element<Order>('urn:t', 'order', () =>
    record<Order>('urn:t', 'Order', () => ({
      content: sequence([repeated('urn:t', 'line', lineType), optional('urn:t', 'remark', xs.string)]),
    })),
  ),
);

/** A document in which each comment names the element after it. */
function commented(lines: readonly (readonly string[])[]): string {
  const notes = (each: readonly string[]): string =>
    each.map((note) => `<!--note ${note}--><note>${note}</note>`).join('');
  const all = lines.map((each, no) => `<!--line ${no}--><line no="${no}">${notes(each)}<!--end ${no}--></line>`);
  return `<order xmlns="urn:t">${all.join('')}<!--remark--><remark>r</remark></order>`;
}

/** The comments of a document, each with what follows it, and all that may follow one. */
function commentsIn(document: string): readonly (readonly [comment: string, after: string])[] {
  const pattern = /<!--(.*?)-->(?=(<line no="(\d+)"|<note>(.*?)<|<remark|<\/line>))/g;
  return [...document.matchAll(pattern)].map(([, comment = '', after = '', line, note]) => [
    comment,
    line !== undefined ? `line ${line}` : note !== undefined ? `note ${note}` : after,
  ]);
}

type Change = (value: Order, draw: Draw) => void;

const changes: readonly Change[] = [
  ({ line = [] }, draw) => line.splice(draw(line.length + 1), 1),
  ({ line = [] }, draw) => line.splice(draw(line.length + 1), 0, { no: 100 + draw(9), note: ['new'] }),
  ({ line = [] }) => line.reverse(),
  ({ line = [] }, draw) => line[draw(line.length)]?.note?.splice(draw(4), 1),
  ({ line = [] }, draw) => line[draw(line.length)]?.note?.splice(draw(4), 0, 'new'),
  ({ line = [] }, draw) => line[draw(line.length)]?.note?.reverse(),
  ({ line = [] }, draw) => line[draw(line.length)]?.note?.push(...(line.shift()?.note ?? [])),
  (value) => {
    delete value.remark;
  },
];

it('after changes, comments are before what they were before, or nowhere', () => {
  const lines = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 }), { maxLength: 5 });
  const steps = fc.array(fc.nat(changes.length - 1), { maxLength: 4 });
  fc.assert(
    fc.property(lines, steps, draws, (content, which, numbers) => {
      const value = order.parse(commented(content), { keep: everything });
      const draw = drawFrom(numbers);
      const isReplaced = which.some((step) => step >= 3 && step <= 6);
      for (const step of which) {
        changes[step]?.(value, draw);
      }
      const written = order.format(value);
      expect(order.parse(written)).toEqual(order.parse(order.format(structuredClone(value))));
      const comments = commentsIn(written);
      expect(comments).toHaveLength(written.split('<!--').length - 1);
      for (const [comment, after] of comments) {
        const wanted = comment.startsWith('end') ? '</line>' : comment === 'remark' ? '<remark' : comment;
        // A text that takes the place of another one has its comment.
        if (!(isReplaced && comment.startsWith('note'))) {
          expect(after).toBe(wanted);
        } else {
          expect(after).toMatch(/^note /);
        }
      }
      const linesOf = (text: string): readonly string[] =>
        [...text.matchAll(/<line no="(\d)"/g)].map(([, no = '']) => no);
      expect(comments.filter(([comment]) => comment.startsWith('line')).map(([, line]) => line)).toEqual(
        linesOf(written).map((no) => `line ${no}`),
      );
    }),
    { numRuns: runs(2000) },
  );
});
