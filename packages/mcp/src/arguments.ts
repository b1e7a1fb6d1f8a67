import { didYouMean } from '@wsdl-codegen/runtime/extend';
import { type JsonSchema, jsonPointer } from '@wsdl-codegen/runtime/json';
import type { JsonValue, ValidationIssue, ValuePath } from '@wsdl-codegen/runtime/schema';
import { referenceOf } from './inline-schema.js';
import { argumentName, ownName } from './legal-names.js';
import { isSchema } from './schema-walk.js';

/** The argument that has a parameter which is no object of known members. */
const wholeArgument = 'value';

/** How the arguments of a tool and the parameter of a method become each other. */
export interface ArgumentMapping {
  /** The schema of the arguments: an object, mostly with references. */
  readonly schema: JsonSchema;
  /** Members of which only those of one alternative may be given, which the root of the schema does not say. */
  readonly exclusive: readonly string[];
  /** The JSON of the parameter, and what is wrong with the names of arguments. */
  parameter(given: Readonly<Record<string, unknown>>): ReadParameter;
  /** The JSON pointer to the argument that a path of the parameter means. */
  pointer(path: ValuePath): string;
  /** The arguments for a parameter. */
  arguments(parameter: JsonValue): JsonValue;
}

/** What arguments say of a parameter. */
export interface ReadParameter {
  readonly json: unknown;
  readonly issues: readonly ValidationIssue[];
}

/**
 * The mapping of a method's parameter. Members of an object are arguments of the same names, or of legal ones in their place; anything else is the
 * argument `value`: vendors take an object of members alone, without alternatives at its root.
 */
export function argumentMapping(
  request: JsonSchema | undefined,
  definitions: Readonly<Record<string, JsonSchema>>,
): ArgumentMapping {
  if (request === undefined) {
    return new MemberArguments({ type: 'object', properties: {}, additionalProperties: false });
  }
  const root = resolved(request, definitions);
  const hasMembers =
    root.type === 'object' && isSchema(root.properties) && root.anyOf === undefined && root.oneOf === undefined;
  return hasMembers ? new MemberArguments(root) : new WholeArgument(request);
}

function resolved(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : definitions[name];
  return target === undefined ? schema : resolved(target, definitions);
}

class MemberArguments implements ArgumentMapping {
  readonly schema: JsonSchema;
  readonly exclusive: readonly string[];
  /** Names of arguments by those of properties. */
  readonly #arguments: ReadonlyMap<string, string>;
  readonly #properties: ReadonlyMap<string, string>;

  constructor({ properties, required, allOf, ...others }: JsonSchema) {
    const members = properties as Readonly<Record<string, JsonSchema>>;
    this.#arguments = argumentNames(Object.keys(members));
    this.#properties = new Map([...this.#arguments].map(([property, name]) => [name, property]));
    const nameOf = (property: string): string => this.#arguments.get(property) ?? property;
    this.schema = {
      ...others,
      properties: Object.fromEntries(Object.entries(members).map(([property, each]) => [nameOf(property), each])),
      ...(Array.isArray(required) && { required: (required as readonly string[]).map(nameOf) }),
    };
    this.exclusive = excludedMembers(allOf).map(nameOf);
  }

  parameter(given: Readonly<Record<string, unknown>>): ReadParameter {
    const issues: ValidationIssue[] = [];
    const entries = Object.entries(given).flatMap(([name, value]) => {
      const property = this.#properties.get(name);
      if (property === undefined) {
        issues.push(unknownArgument(name, this.#properties.keys()));
        return [];
      }
      return [[property, value] as const];
    });
    return { json: this.#properties.size === 0 ? undefined : Object.fromEntries(entries), issues };
  }

  pointer([first, ...rest]: ValuePath): string {
    return first === undefined ? '' : jsonPointer([this.#arguments.get(String(first)) ?? first, ...rest]);
  }

  arguments(parameter: JsonValue): JsonValue {
    return Object.fromEntries(
      Object.entries(parameter ?? {}).map(([property, value]) => [this.#arguments.get(property) ?? property, value]),
    );
  }
}

class WholeArgument implements ArgumentMapping {
  readonly schema: JsonSchema;
  readonly exclusive: readonly string[] = [];

  constructor(schema: JsonSchema) {
    this.schema = {
      type: 'object',
      properties: { [wholeArgument]: schema },
      required: [wholeArgument],
      additionalProperties: false,
    };
  }

  parameter({ [wholeArgument]: json, ...others }: Readonly<Record<string, unknown>>): ReadParameter {
    return { json, issues: Object.keys(others).map((name) => unknownArgument(name, [wholeArgument])) };
  }

  pointer(path: ValuePath): string {
    return jsonPointer([wholeArgument, ...path]);
  }

  arguments(parameter: JsonValue): JsonValue {
    return { [wholeArgument]: parameter };
  }
}

function unknownArgument(name: string, known: Iterable<string>): ValidationIssue {
  return { path: [name], code: 'unknown-property', message: `the tool has no such argument${didYouMean(name, known)}` };
}

/** Legal names that differ from each other. */
function argumentNames(properties: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  // Names that are legal as they are stay so, whatever the others become.
  for (const property of properties.toSorted((one, other) => Number(isChanged(one)) - Number(isChanged(other)))) {
    const wanted = argumentName(property);
    names.set(property, taken.has(wanted) ? ownName(wanted, property, taken) : wanted);
    taken.add(wanted);
  }
  return names;
}

function isChanged(property: string): boolean {
  return argumentName(property) !== property;
}

/** The members that rules of choices name: `{ anyOf: [{ not: { anyOf: [{ required: [NAME] }] } }] }`. */
function excludedMembers(rules: unknown): readonly string[] {
  const names = [...JSON.stringify(rules ?? []).matchAll(/"required":\["((?:[^"\\]|\\.)*)"\]/g)];
  return [...new Set(names.map(([, name = '']) => JSON.parse(`"${name}"`) as string))];
}
