import { deepStrictEqual } from 'node:assert/strict';
import { formatXml, parseXml, XmlDecodeError, XmlSyntaxError } from '@wsdl-codegen/runtime';
import { type DecodeOptions, type ElementDescriptor, sample, validate } from '@wsdl-codegen/runtime/schema';
import { elements } from '../../support/elements.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import { expecting, type FuzzPart, itemOf } from '../part.js';

/** A document, with numbers of its element and of the options. */
interface Input {
  readonly element: number;
  readonly text: string;
  readonly options: number;
}

const options: readonly DecodeOptions[] = [
  {},
  { strict: true },
  { missing: 'default' },
  { missing: 'default', plainText: true, ordered: true },
  { onUnknown: () => {} },
];

const samples = new Map<ElementDescriptor, string>();

function sampleOf(element: ElementDescriptor): string {
  const known = samples.get(element) ?? formatXml(element, sample(element));
  samples.set(element, known);
  return known;
}

/** A value that a strict decoder accepts is valid, and the same after it was written; everything else is an `XmlDecodeError`. */
export const values: FuzzPart<Input> = {
  name: 'values',
  cases: 4000,
  inputs: drawn((random) => {
    const element = random.below(elements.length);
    const text = mutate(sampleOf(itemOf(elements, element)), random);
    return { element, text, options: random.below(options.length) };
  }),
  check: (input) => {
    const element = itemOf(elements, input.element);
    const chosen = itemOf(options, input.options);
    const value = expecting(() => parseXml(element, input.text, chosen), XmlSyntaxError, XmlDecodeError);
    if (chosen.strict && value !== undefined) {
      deepStrictEqual(validate(element, value), []);
      deepStrictEqual(parseXml(element, formatXml(element, value), chosen), value);
    }
  },
};
