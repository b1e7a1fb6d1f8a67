import { deepStrictEqual } from 'node:assert/strict';
import { inspect } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import {
  type ElementDescriptor,
  formatXml,
  fromJson,
  JsonError,
  parseXml,
  sample,
  toJson,
  toJsonSchema,
  validate,
} from '../../../runtime/src/schema/index.js';
import { randomElement } from '../../support/runtime/random-records.js';
import { expecting, type FuzzPart } from '../part.js';

/** An element with a value, and any JSON. */
interface Input {
  readonly typed: { readonly element: ElementDescriptor; readonly value: unknown };
  readonly other: unknown;
  readonly coerce: boolean;
}

/**
 * A valid value of any type is the same after it was JSON, which fits the JSON Schema of the type; so does the JSON of samples. Any other JSON is read, or
 * refused with a `JsonError`.
 */
export const json: FuzzPart<Input> = {
  name: 'json',
  cases: 150,
  inputs: fc.record({ typed: randomElement, other: fc.jsonValue({ maxDepth: 3 }), coerce: fc.boolean() }),
  show: ({ typed: { value }, other }) => inspect([value, other], { depth: Number.POSITIVE_INFINITY }),
  check: ({ typed: { element, value }, other, coerce }) => {
    if (validate(element, value).length === 0) {
      requireSameValue(element, value);
    }
    for (const each of [other, value]) {
      const read = expecting(() => ({ value: fromJson(element, each, { coerce }) }), JsonError);
      deepStrictEqual(read === undefined ? [] : validate(element, read.value), []);
    }
    const made = orNothing(() => sample(element));
    if (made !== undefined && validate(element, made).length === 0) {
      requireFits(element, throughText(toJson(element, made)));
    }
  },
};

function requireSameValue(element: ElementDescriptor, value: unknown): void {
  const read = asRead(element, value);
  if (read === undefined) {
    return;
  }
  const written = throughText(toJson(element, value));
  deepStrictEqual(asRead(element, fromJson(element, written)), read);
  requireFits(element, written);
  if (validate(element, read).length > 0) {
    return;
  }
  const again = throughText(toJson(element, read));
  for (const same of [fromJson(element, again), fromJson(element, again, { coerce: true })]) {
    deepStrictEqual(same, read);
  }
  deepStrictEqual(fromJson(element, read, { coerce: true }), read);
  requireFits(element, again);
}

/** A value as a reader of XML has it; undefined where the type has an attribute whose default is none of its values. */
function asRead(element: ElementDescriptor, value: unknown): unknown {
  return orNothing(() => withoutNegativeZero(parseXml(element, formatXml(element, value))));
}

function orNothing(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** JSON texts have no -0. */
function withoutNegativeZero(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNegativeZero);
  }
  const isObject = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (isObject) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutNegativeZero(part)]));
  }
  return value === 0 ? 0 : value;
}

function throughText(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function requireFits(element: ElementDescriptor, value: unknown): void {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(toJsonSchema(element));
  deepStrictEqual(check(value) ? [] : check.errors, []);
}
