import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationDescriptor, type ServiceDescriptor, sampleAnswer, sampleRequest } from '@wsdl-codegen/runtime';
import {
  answerFromJson,
  answerToJson,
  type JsonMembers,
  jsonPointer,
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

/**
 * Types, JSON and schemas come from the same descriptors: whatever value one of them takes goes through all of them and is the same, and JSON
 * that does not fit its schema is refused. Names of members in camel case change nothing of it.
 */

const golden = readdirSync(join(repository, 'tests/golden'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) => {
    const file = readdirSync(join(repository, 'tests/golden', name)).find((each) => /^input\.(wsdl|xsd)$/.test(each));
    return file === undefined ? [] : [`tests/golden/${name}/${file}`];
  });
const published = readdirSync(join(repository, 'wsdl')).flatMap((name) =>
  name.endsWith('.wsdl') ? [`wsdl/${name}`] : [],
);

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

/** JSON without empty lists: those that are absent are empty in a value that was read. */
function withoutEmpty(json: JsonValue): unknown {
  return JSON.parse(
    JSON.stringify(json, (_, value) => (Array.isArray(value) && value.length === 0 ? undefined : value)),
  );
}

/** JSON with one place changed: a member left out, added or replaced. */
function changed(json: unknown, places: number, kind: number, other: unknown): unknown {
  let left = places;
  const change = (value: unknown): unknown => {
    if (left-- === 0) {
      return other;
    }
    if (Array.isArray(value)) {
      return value.map(change);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    const entries = Object.entries(value).flatMap(([name, each]) => {
      return kind === 1 && left-- === 0 ? [] : [[name, change(each)] as const];
    });
    return Object.fromEntries(kind === 2 && left-- === 0 ? [...entries, ['$strange', other]] : entries);
  };
  return change(json);
}

function refusal(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonError)) {
      throw error;
    }
    return `${jsonPointer(error.segments)} ${error.code}`;
  }
}

const others = fc.oneof(
  fc.constantFrom(null, true, '', 'x', 0, -1, 1e21, 1.5, '5', '-0', 'NaN', {}, [], [null], { $type: 'x' }),
  fc.integer(),
  fc.string(),
);

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

  it('refuses JSON that does not fit its schema', () => {
    const property = fc.property(
      fc.nat(),
      fc.nat(99),
      fc.nat(40),
      fc.nat(2),
      others,
      (which, seed, place, kind, other) => {
        const message = messages[which % messages.length] as Message;
        const json = changed(message.toJson(message.value(seed)), place, kind, other);
        if (refusal(() => message.fromJson(json)) === undefined) {
          expect([message.name, json, message.fits(json) || message.fits.errors]).toEqual([message.name, json, true]);
        }
      },
    );
    fc.assert(property, { numRuns: messages.length === 0 ? 0 : runs(800) });
  });
});
