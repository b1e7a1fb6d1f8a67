import {
  attribute,
  type ComplexType,
  choice,
  complexType,
  element,
  field,
  formatXml,
  parseXml,
  sequence,
} from './index.js';
import { string } from './xs.js';

/** Elements that are nested deeper than a stack has room for, where the limits of the reader allow it. */

const ns = 'urn:a';
const many = { min: 0, max: Number.POSITIVE_INFINITY };

const Record: ComplexType = complexType(ns, 'Record', {
  attributes: [attribute('', 'k', string)],
  content: sequence([field(ns, 'n', () => Record, { min: 0 })]),
});
const List: ComplexType = complexType(ns, 'List', { content: sequence([field(ns, 'n', () => List, many)]) });
const Choices: ComplexType = complexType(ns, 'Choices', {
  content: sequence([
    choice([field(ns, 'n', () => Choices), field(ns, 'm', () => Choices)], { ...many, property: '$items' }),
  ]),
});

const shapes = [
  ['records', Record, (n: unknown) => ({ n })],
  ['lists', List, (n: unknown) => ({ n: n === undefined ? [] : [n] })],
  ['choices', Choices, (n: unknown) => ({ $items: n === undefined ? [] : [{ n }] })],
] as const;

const nested = (depth: number): string => `<n xmlns="${ns}">${'<n>'.repeat(depth - 1)}${'</n>'.repeat(depth)}`;
const limits = { maxDepth: 1_000_000 };

describe.each(shapes)('%s within each other', (_, type, around) => {
  const root = element(ns, 'n', type);

  it('are read as deep as readers allow when nothing is said', () => {
    expect(() => parseXml(root, nested(256))).not.toThrow();
    expect(() => parseXml(root, nested(256), { strict: true })).not.toThrow();
  });

  it.each([5000, 100_000])('are refused at %i levels, whatever the limit of the reader is', (depth) => {
    expect(() => parseXml(root, nested(depth), { limits })).toThrow('Elements are nested too deep');
    expect(() => parseXml(root, nested(depth), { limits, strict: true })).toThrow('Elements are nested too deep');
  });

  it('are refused where they are written', () => {
    let value: unknown;
    for (let i = 0; i < 100_000; i++) {
      value = around(value);
    }
    expect(() => formatXml(root, value)).toThrow(expect.objectContaining({ name: 'XmlEncodeError' }));
  });
});
