import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { runs } from '../../../../tests/support/thorough.js';
import { randomElement } from '../../testing/random-records.js';
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
} from '../index.js';

/** `FUZZ_RUNS=100000 npx jest json-property` tries as many. */
const parameters = { seed: Number(process.env.FUZZ_SEED ?? 77), numRuns: Number(process.env.FUZZ_RUNS ?? runs(150)) };

/** A value as a reader of XML has it; undefined where the type has an attribute whose default is none of its values. */
function asRead(element: ElementDescriptor, value: unknown): unknown {
  try {
    return withoutNegativeZero(parseXml(element, formatXml(element, value)));
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

function throughText(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json));
}

function problemsOfSchema(element: ElementDescriptor, json: unknown): unknown {
  const check = new Ajv2020({ strict: false, validateFormats: false }).compile(toJsonSchema(element));
  return check(json) ? [] : check.errors;
}

it('a valid value of any type is the same after it was JSON, and its JSON fits the JSON Schema', () => {
  fc.assert(
    fc.property(randomElement, ({ element, value }) => {
      fc.pre(validate(element, value).length === 0);
      const read = asRead(element, value);
      fc.pre(read !== undefined);
      const json = throughText(toJson(element, value));
      expect(asRead(element, fromJson(element, json))).toEqual(read);
      expect(problemsOfSchema(element, json)).toEqual([]);
    }),
    parameters,
  );
});

it('a value that was read from XML is the very same after it was JSON, also with coercion', () => {
  fc.assert(
    fc.property(randomElement, ({ element, value }) => {
      fc.pre(validate(element, value).length === 0);
      const read = asRead(element, value);
      fc.pre(read !== undefined && validate(element, read).length === 0);
      const json = throughText(toJson(element, read));
      expect(fromJson(element, json)).toEqual(read);
      expect(fromJson(element, json, { coerce: true })).toEqual(read);
      expect(fromJson(element, read, { coerce: true })).toEqual(read);
      expect(problemsOfSchema(element, json)).toEqual([]);
    }),
    parameters,
  );
});

it('any JSON is read, or refused with a JsonError', () => {
  fc.assert(
    fc.property(randomElement, fc.jsonValue({ maxDepth: 3 }), fc.boolean(), ({ element, value }, other, coerce) => {
      for (const json of [other, value]) {
        try {
          expect(validate(element, fromJson(element, json, { coerce }))).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonError);
        }
      }
    }),
    parameters,
  );
});

it('samples of any type fit the JSON Schema as JSON', () => {
  fc.assert(
    fc.property(randomElement, ({ element }) => {
      const value = sampleOrNone(element);
      fc.pre(value !== undefined && validate(element, value).length === 0);
      expect(problemsOfSchema(element, throughText(toJson(element, value)))).toEqual([]);
    }),
    parameters,
  );
});

function sampleOrNone(element: ElementDescriptor): unknown {
  try {
    return sample(element);
  } catch {
    return undefined;
  }
}
