import fc from 'fast-check';
import { XmlWriter } from '../../../xml/write/xml-writer.js';
import type { ComplexType, ElementDescriptor } from '../../descriptor/descriptor.js';
import { instanceNamespace } from '../../descriptor/resolve.js';
import {
  attribute,
  complexType,
  derivedTypes,
  type EncodeOptions,
  element,
  encodeElement,
  field,
  sequence,
} from '../../index.js';
import * as xs from '../../xs.js';

/** Sees every piece of a document, so that nothing is written in one go. */
class PieceWriter extends XmlWriter {
  override get ready(): undefined {
    return undefined;
  }
}

/** The document, or the error with its place. */
function outcome(writer: XmlWriter, element: ElementDescriptor, value: unknown, options: EncodeOptions): string {
  try {
    encodeElement(element, value, writer, options);
    return writer.toString();
  } catch (error) {
    return `${error}`;
  }
}

describe('records in records', () => {
  const many = { min: 0, max: Number.POSITIVE_INFINITY };
  const leaf = complexType('urn:b', 'Leaf', {
    attributes: [attribute('', 'id', xs.int), attribute('', 'code', xs.string)],
    content: sequence([field('urn:b', 'text', xs.string, { min: 0, nillable: true })]),
  });
  const branch = complexType('urn:a', 'Branch', {
    content: sequence([field('urn:a', 'leaf', leaf, many), field('urn:a', 'note', xs.string, { min: 0 })]),
  });
  const root = element(
    'urn:a',
    'root',
    complexType('urn:a', '', { content: sequence([field('urn:a', 'branch', branch, many)]) }),
  );
  const leaves = (count: number, text: unknown): unknown[] =>
    Array.from({ length: count }, (_, id) => ({ id, code: `<${id}>`, text }));
  const branches: Readonly<Record<string, unknown>> = {
    'more than the writer holds back': Array.from({ length: 20 }, (_, i) => ({ leaf: leaves(i * 10, 'x') })),
    'texts of every length': [1, 12, 13, 120, 121, 8191, 8192, 9000].flatMap((length) => [
      { leaf: leaves(2, 'y'.repeat(length)), note: 'z'.repeat(length) },
    ]),
    'one that is written in the general way, after others': [{ leaf: [...leaves(3, 'x'), ...leaves(1, null)] }, {}],
    'attributes alone, and nothing at all': [{ leaf: [...leaves(2, undefined), {}] }, {}, { leaf: [] }],
  };

  it.each(Object.entries(branches))('make the same document at once and in pieces: %s', (_, branch) => {
    const pieces = outcome(new PieceWriter(), root, { branch }, {});
    expect(pieces).toMatch(/^<ns1:root .*<\/ns1:root>$/);
    expect(outcome(new XmlWriter(), root, { branch }, {})).toBe(pieces);
    expect(outcome(new XmlWriter(), root, { branch }, {})).toBe(pieces);
  });

  it('make the same document when values of some are absent, empty or in another order', () => {
    const row = complexType('urn:b', 'Row', {
      attributes: [attribute('', 'id', xs.int), attribute('', 'code', xs.string)],
      content: sequence([
        field('urn:b', 'name', xs.string, { min: 0 }),
        field('urn:b', 'note', xs.token, { min: 0, nillable: true }),
        field('urn:b', 'count', xs.long),
        field('urn:b', 'rate', xs.decimal, { min: 0 }),
        field('urn:b', 'on', xs.dateTime, { min: 0 }),
      ]),
    });
    const rows = element(
      'urn:a',
      'rows',
      complexType('urn:a', '', { content: sequence([field('urn:a', 'row', row, many)]) }),
    );
    const text = fc.constantFrom('', 'a', '<&>', ' ', 'x'.repeat(20));
    const values = fc.record(
      {
        count: fc.constantFrom<unknown>(1n, 1n, 1n, 2n ** 63n, 1),
        id: fc.constantFrom(1, 0),
        code: text,
        name: text,
        note: fc.constantFrom(null, '', 'a b'),
        rate: fc.constantFrom('1.5', '-0'),
        on: fc.constantFrom('2026-01-02T03:04:05Z', '2026-01-02T03:04:05.5'),
      },
      { requiredKeys: ['count'] },
    );
    const ordered = values.map(({ count, id, code, name, note, rate, on }) => ({
      id,
      code,
      name,
      note,
      count,
      rate,
      on,
    }));
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: ordered }, values), { maxLength: 60 }), (row) => {
        expect(outcome(new XmlWriter(), rows, { row }, {})).toBe(outcome(new PieceWriter(), rows, { row }, {}));
      }),
      { seed: 20241, numRuns: 200 },
    );
  });

  it('have the place of a mistake, wherever it is', () => {
    const branch = [{ leaf: leaves(100, 'x') }, { leaf: [...leaves(100, 'x'), { id: 'x' }] }];
    expect(outcome(new XmlWriter(), root, { branch }, {})).toBe(outcome(new PieceWriter(), root, { branch }, {}));
    expect(outcome(new XmlWriter(), root, { branch }, {})).toContain('/branch[1]/leaf[100]');
  });
});

it('records in records, of derived types and with lists, are the same in an envelope that declares their namespaces', () => {
  const min = { min: 0 };
  const many = { min: 0, max: Number.POSITIVE_INFINITY, list: true };
  const amount = complexType('urn:b', 'Amount', {
    text: xs.decimal,
    attributes: [attribute('', 'currency', xs.string)],
  });
  const names = complexType('urn:b', 'Names', {
    content: sequence([field('urn:b', 'name', xs.string, many)]),
    unwrap: 'name',
  });
  const part: ComplexType = complexType('urn:b', 'Part', {
    attributes: [attribute('', 'id', xs.int)],
    content: sequence([
      field('urn:b', 'name', xs.string, min),
      field('urn:c', 'amount', amount, min),
      field('urn:b', 'codes', xs.token, many),
      field('urn:c', 'names', names, min),
      field('urn:b', 'parts', () => part, many),
      field('urn:b', 'main', () => part, { ...min, nillable: true }),
      field('urn:b', 'note', xs.string, { nillable: true }),
      field('urn:b', 'gone', xs.int, { absent: 'null' }),
    ]),
    typeName: 'Part',
    derived: derivedTypes(() => [more]),
  });
  const more: ComplexType = complexType('urn:b', 'More', {
    typeName: 'More',
    extends: part,
    content: sequence([field('urn:b', 'size', xs.double, min)]),
  });
  const root = element(
    'urn:b',
    'root',
    complexType('urn:b', '', { content: sequence([field('urn:b', 'part', part, many)]) }),
  );

  const mostly = (right: fc.Arbitrary<unknown>, wrong: unknown): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 300, arbitrary: right }, { weight: 1, arbitrary: fc.constant(wrong) });
  const partsOf: fc.Memo<unknown> = fc.memo((depth) =>
    fc
      .record(
        {
          $type: fc.constantFrom('More', 'Part', undefined),
          id: mostly(fc.constantFrom(1, 2), 'x'),
          name: fc.constantFrom('', 'a', '<&>'),
          amount: mostly(fc.constantFrom({ currency: 'EUR', $value: '1.5' }, { $value: '2' }), { currency: 'EUR' }),
          codes: fc.array(mostly(fc.constantFrom('a', 'b', ''), null), { maxLength: 4 }),
          names: fc.array(mostly(fc.constantFrom('a', '', '&'), 1), { maxLength: 3 }),
          parts: depth === 1 ? fc.constant([]) : fc.array(partsOf(), { maxLength: 3 }),
          main: depth === 1 ? fc.constantFrom(undefined, null) : fc.oneof(partsOf(), fc.constant(null)),
          note: mostly(fc.constantFrom('a', '', null), undefined),
          gone: mostly(fc.constantFrom(1, null), undefined),
          size: fc.constantFrom(1.5, 0.1),
        },
        { requiredKeys: ['note', 'gone'] },
      )
      .map(({ $type, id, name, amount, codes, names, parts, main, note, gone, size }) => ({
        ...{ $type, id, name, amount, codes, names, parts, main, note, gone },
        ...($type === 'More' && { size }),
      })),
  );
  const written = (writer: XmlWriter, values: readonly unknown[]): string => {
    writer.startElement('', 'envelope', undefined, { b: 'urn:b', xsi: instanceNamespace });
    const all = values.map((part) => outcome(writer, root, { part }, {}));
    return all.join();
  };
  fc.assert(
    fc.property(fc.array(fc.array(partsOf(3), { maxLength: 12 }), { maxLength: 4 }), (values) => {
      expect(written(new XmlWriter(), values)).toBe(written(new PieceWriter(), values));
    }),
    { seed: 20241, numRuns: 200 },
  );
});
