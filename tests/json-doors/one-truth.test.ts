import { type OperationDescriptor, type ServiceDescriptor, sampleAnswer, sampleRequest } from '@wsdl-codegen/runtime';
import {
  answerFromJson,
  answerToJson,
  type JsonMembers,
  parseJsonText,
  requestFromJson,
  requestToJson,
  SharedSchemas,
} from '@wsdl-codegen/runtime/json';
import {
  type ElementDescriptor,
  formatXml,
  fromJson,
  JsonError,
  type JsonValue,
  parseXml,
  sample,
  toJson,
} from '@wsdl-codegen/runtime/schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { descriptorsOf, readContract } from 'wsdl-codegen';
import { repository } from '../support/repository.js';
import { runs } from '../support/thorough.js';
import { changed, golden, others, published, withoutEmpty } from './values.js';

/**
 * Types, JSON and schemas come from the same descriptors: whatever value one of them takes goes through all of them and is the same, and JSON
 * that does not fit its schema is refused. Names of members in camel case change nothing of it.
 */

/** One direction of an operation, as all doors see it. */
interface Message {
  readonly name: string;
  readonly value: (seed: number) => unknown;
  readonly toJson: (value: unknown) => JsonValue;
  readonly fromJson: (json: unknown) => unknown;
  readonly throughXml: (value: unknown) => unknown;
  readonly fits: ValidateFunction;
}

async function messagesOf(input: string): Promise<readonly Message[]> {
  const { contract } = await readContract({ inputs: [input], workingFolder: repository });
  const descriptors = await descriptorsOf(contract);
  const services = [...descriptors.services.values()];
  const elements = services.length > 0 ? [] : [...descriptors.elements.values()];
  return (['properties', 'camelCase'] as const).flatMap((members) => messagesWith(members, services, elements));
}

function messagesWith(
  members: JsonMembers,
  services: readonly ServiceDescriptor[],
  elements: readonly ElementDescriptor[],
): readonly Message[] {
  const schemas = new SharedSchemas({ services, members });
  const operations = services.flatMap((service) => Object.values<OperationDescriptor>(service.operations));
  const written = operations.map(
    (operation) => [operation, schemas.request(operation), schemas.answer(operation)] as const,
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  const compile = (schema: object): ValidateFunction => ajv.compile({ ...schema, $defs: schemas.definitions });
  const roots = elements.map((element) => [element, schemas.of(element)] as const);
  const documents = roots.map(([element, schema]) => ({
    name: `the document ${element.name}, ${members}`,
    value: (seed: number) => sample(element, { seed }),
    toJson: (value: unknown) => toJson(element, value, { members }),
    fromJson: (json: unknown) => fromJson(element, json, { members }),
    throughXml: (value: unknown) => throughXml({ element }, value),
    fits: compile(schema),
  }));
  const messages = written.flatMap(([operation, request, answer]) => [
    ...(request === undefined
      ? []
      : [
          {
            name: `${operation.name}, ${members}`,
            value: (seed: number) => sampleRequest(operation, { seed }),
            toJson: (value: unknown) => requestToJson(operation, value, { members }),
            fromJson: (json: unknown) => requestFromJson(operation, json, { members }),
            throughXml: (value: unknown) => throughXml(operation.input, value),
            fits: compile(request),
          },
        ]),
    ...(answer === undefined
      ? []
      : [
          {
            name: `the answer of ${operation.name}, ${members}`,
            value: (seed: number) => sampleAnswer(operation, { seed }),
            toJson: (value: unknown) => answerToJson(operation, value, { members }),
            fromJson: (json: unknown) => answerFromJson(operation, json, { members }),
            throughXml: (value: unknown) => throughXml(operation.output ?? {}, value),
            fits: compile(answer),
          },
        ]),
  ]);
  return [...documents, ...messages];
}

/** A value written as XML and read again, where the message is one element. */
function throughXml({ element, unwrap, property }: OperationDescriptor['input'], value: unknown): unknown {
  if (element === undefined || property !== undefined || value === undefined || value === null) {
    return value;
  }
  const whole = unwrap === undefined ? value : { [unwrap]: value };
  const read = parseXml(element, formatXml(element, whole as never));
  return unwrap === undefined ? read : (read as Readonly<Record<string, unknown>>)[unwrap];
}

/**
 * What breaks a rule that the schema does not say: by the code of the rule, and which words tell it. JSON Schema has no words for most of them, and the documentation of
 * `SharedSchemas` lists them all.
 */
const unsaid: ReadonlyMap<string, RegExp> = new Map([
  // Texts that are no value: dates and times, octets, languages; and what a tree of an open content holds.
  [
    'wrong-type',
    /^(?:".*" is not a (?:value of type (?:date|time|g[A-Z]|duration|language|long|unsigned|integer|decimal|an)|valid )|expected (?:a string|an attribute|text))/s,
  ],
  ['not-writable', /./],
  ['content-model', /./],
  ['wildcard', /./],
  // Which members a choice or an optional group needs, and which the attributes ask for.
  ['missing-choice', /./],
  ['missing-element', /./],
  ['occurrences', /./],
  // Values that have several texts, and numbers whose digits are a text.
  ['fixed', /./],
  ['enumeration', /./],
  ['minInclusive', /./],
  ['maxInclusive', /./],
  ['totalDigits', /./],
  ['fractionDigits', /./],
  ['key', /./],
  ['unique', /./],
  ['keyref', /./],
  ['duplicate-id', /./],
  ['unknown-idref', /./],
  ['type-alternative', /./],
]);

/** The mistakes for which JSON is refused. */
function refusal(read: () => unknown): JsonError['issues'] | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return error.issues;
  }
}

/** True for a message that has samples: some types have no values. */
function hasSamples({ value }: Message): boolean {
  try {
    value(0);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) {
      throw error;
    }
    return false;
  }
}

describe.each([...published, ...golden])('%s', (input) => {
  let messages: readonly Message[];
  beforeAll(async () => {
    messages = (await messagesOf(input)).filter(hasSamples);
  });

  it('has values that are the same through JSON, its schema and XML', () => {
    const property = fc.property(fc.nat(), fc.nat(), (which, seed) => {
      const message = messages[which % messages.length] as Message;
      const value = message.value(seed);
      const json = message.toJson(value);
      const read = parseJsonText(JSON.stringify(json));
      expect([message.name, message.fits(read) || message.fits.errors]).toEqual([message.name, true]);
      const again = message.fromJson(read);
      expect(withoutEmpty(message.toJson(again))).toEqual(withoutEmpty(json));
      // XML has no word for a wildcard of attributes that has none.
      expect(message.toJson(message.throughXml(again))).toEqual(message.toJson(message.throughXml(value)));
    });
    fc.assert(property, { numRuns: messages.length === 0 ? 0 : runs(200) });
  });

  it('refuses JSON that does not fit its schema, and beyond it only for what the schema cannot say', () => {
    const property = fc.property(
      fc.nat(),
      fc.nat(99),
      fc.nat(40),
      fc.nat(2),
      others,
      (which, seed, place, kind, other) => {
        const message = messages[which % messages.length] as Message;
        const json = changed(message.toJson(message.value(seed)), place, kind, other);
        const mistakes = refusal(() => message.fromJson(json));
        const fits = message.fits(json);
        if (mistakes === undefined) {
          expect([message.name, json, fits || message.fits.errors]).toEqual([message.name, json, true]);
        } else if (fits) {
          const said = mistakes.filter(({ code, message: text }) => unsaid.get(code)?.test(text) !== true);
          expect([message.name, json, said]).toEqual([message.name, json, []]);
        }
      },
    );
    fc.assert(property, { numRuns: messages.length === 0 ? 0 : runs(800) });
  });
});
