import { withinSeconds } from '../../../tests/support/processor-time.js';
import { readDataSet } from '../data-set/read.js';
import { parseTree } from '../xml/index.js';
import { complexType, element, field, parseXml, sequence } from './index.js';
import * as xs from './xs.js';

/** A document writes a long namespace once. Nothing that is read may repeat it with every name. */

const long = 'n'.repeat(500_000);
const many = Array.from({ length: 5000 }, (_, i) => i);

const item = complexType('urn:t', 'Item', {
  content: sequence([]),
  anyAttribute: { namespaces: 'any', process: 'lax' },
});
const list = element(
  'urn:t',
  'r',
  complexType('urn:t', '', {
    content: sequence([
      field('urn:t', 'name', xs.QName, { min: 0, max: Number.POSITIVE_INFINITY }),
      field('urn:t', 'item', item, { min: 0, max: Number.POSITIVE_INFINITY }),
    ]),
  }),
);
const document = (namespace: string, content: string): string =>
  `<r xmlns="urn:t" xmlns:x="${namespace}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${content}</r>`;

it.each([
  ['qualified names', (i: number) => `<name>x:n${i}</name>`],
  ['open attributes', (i: number) => `<item x:n${i}=""/>`],
  ['xsi:type', (i: number) => `<item i:type="x:n${i}"/>`],
])('%s of a very long namespace are refused, and those of others are read', (_, piece) => {
  const content = many.map(piece).join('');
  expect(() => parseXml(list, document('urn:usual/namespace', content))).not.toThrow();
  expect(() => parseXml(list, document(long, content))).toThrow('the names of the document repeat long namespaces');
});

it('a few are read, however long the namespace is', () => {
  expect(parseXml(list, document(long, '<name>x:a</name><item x:b="1"/>'))).toEqual({
    name: [{ namespace: long, name: 'a' }],
    item: [{ $anyAttribute: { [`{${long}}b`]: '1' } }],
  });
});

it('elements and attributes that nothing knows, and rows of DataSets, cost no more for it', async () => {
  const attributes = Array.from({ length: 20 }, (_, i) => `x:a${i}=""`).join(' ');
  const content = many.map(() => `<x:item ${attributes}/>`).join('');
  const rows = many.map(() => '<x:t><x:a>1</x:a></x:t>').join('');
  await withinSeconds(3, () => {
    expect(parseXml(list, document(long, content))).toEqual({ name: [], item: [] });
    const { tables } = readDataSet(parseTree(`<x:d xmlns:x="${long}">${rows}</x:d>`));
    expect(tables.t?.rows).toHaveLength(5000);
  });
});
