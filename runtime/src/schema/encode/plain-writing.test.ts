import fc from 'fast-check';
import { randomElement } from '../../testing/random-records.js';
import { XmlWriter } from '../../xml/xml-writer.js';
import type { EncodeOptions, Writing } from '../context/encoder.js';
import type { ComplexType, ElementDescriptor } from '../descriptor/descriptor.js';
import { element, field, record, repeated, sequence } from '../index.js';
import { elementPlan } from '../plan/plan.js';
import * as xs from '../xs.js';
import { fullWriting } from './full-writing.js';
import { plainWriting } from './plain-writing.js';

/** `FUZZ_RUNS=1000000 npx jest plain-writing` tries as many. */
const parameters = { seed: Number(process.env.FUZZ_SEED ?? 20241), numRuns: Number(process.env.FUZZ_RUNS ?? 2000) };

const options = fc.record(
  { unknownProperties: fc.constant('ignore' as const), prefix: fc.constant('p') },
  { requiredKeys: [] },
);

/** The document, or the error with its place. */
function outcome(writing: Writing, root: ElementDescriptor, value: unknown, given: EncodeOptions = {}): string {
  const writer = new XmlWriter();
  try {
    writing.element(elementPlan(root), value, writer, given);
    return writer.toString();
  } catch (error) {
    return `${error}`;
  }
}

it('a value has the same document, and the same error, whether it is written plainly or with all that there is', () => {
  fc.assert(
    fc.property(randomElement, options, ({ element: root, value }, given) => {
      const full = outcome(fullWriting, root, value, given);
      expect(outcome(plainWriting, root, value, given)).toBe(full);
    }),
    parameters,
  );
});

describe('written plainly', () => {
  const list = record('urn:a', 'List', () => ({
    content: sequence([repeated('urn:a', 'item', xs.int)]),
    unwrap: 'item',
  }));
  const order: ComplexType = record('urn:a', 'Order', () => ({
    content: sequence([
      field('urn:a', 'id', xs.int, { nillable: true }),
      field('urn:a', 'none', xs.int, { absent: 'null', min: 0 }),
      field('urn:a', 'lines', list),
      field('urn:a', 'next', () => order, { min: 0 }),
    ]),
  }));
  const root = element('urn:a', 'order', order);

  it.each([
    ['lists in the place of an object', { id: 1, lines: [1, 2] }],
    ['nil, and null for an element that is left out', { id: null, none: null, lines: [] }],
    ['a wrong item', { id: 1, lines: [1, 'x'] }],
    ['a value that is no list', { id: 1, lines: { item: [1] } }],
    ['a missing list', { id: 1 }],
    ['an unknown property', { id: 1, lines: [], other: 2 }],
    ['null where it may not be', { id: 1, lines: null }],
  ])('are as with all that there is: %s', (_, value) => {
    expect(outcome(plainWriting, root, value)).toBe(outcome(fullWriting, root, value));
  });

  it('are refused that contain themselves', () => {
    const value: Record<string, unknown> = { id: 1, lines: [] };
    value.next = value;
    expect(outcome(plainWriting, root, value)).toMatch(/^XmlEncodeError: .*: the value is nested too deeply$/);
  });
});
