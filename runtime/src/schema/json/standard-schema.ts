import type { ValidationIssue } from '../context/encoder.js';
import type {
  ElementDescriptor,
  StandardIssue,
  StandardJsonSchemaOptions,
  StandardSchema,
  Type,
} from '../descriptor/descriptor.js';
import { toDraft07 } from '../json-schema/draft-07.js';
import { toJsonSchema } from '../json-schema/json-schema.js';
import { toOpenApi30 } from '../json-schema/openapi-30.js';
import { validateValue } from '../validate/validate.js';
import { readJson } from './from-json.js';

/**
 * A descriptor as a Standard Schema, which checks values against every facet and occurrence and leaves them as they are. Its JSON Schema is that
 * of their JSON form (`toJson`).
 */
export function standardSchema<T>(target: ElementDescriptor<T> | Type<T>): StandardSchema<T> {
  return standard(target, (value) => {
    const issues = validateValue(target, value);
    return issues.length === 0 ? { value: value as T } : { issues: issues.map(standardIssue) };
  });
}

/**
 * A descriptor as a Standard Schema that makes values of what forms, queries and JSON have: `'5'` and `5` become the `bigint` of an `xs:long`.
 * It takes what `fromJson` takes with `coerce`, and checks the result like `standardSchema`.
 */
export function coercingSchema<T>(target: ElementDescriptor<T> | Type<T>): StandardSchema<T, unknown> {
  return standard(target, (input) => {
    const { issues, ...result } = readJson(target, input, { coerce: true });
    return issues === undefined ? (result as { readonly value: T }) : { issues: issues.map(standardIssue) };
  });
}

function standard<T, Input>(
  target: ElementDescriptor | Type,
  validateValue: StandardSchema<T, Input>['~standard']['validate'],
): StandardSchema<T, Input> {
  const schemaOf = (options: StandardJsonSchemaOptions): Record<string, unknown> => jsonSchemaFor(target, options);
  return {
    '~standard': {
      version: 1,
      vendor: 'wsdl-codegen',
      validate: validateValue,
      jsonSchema: { input: schemaOf, output: schemaOf },
    },
  };
}

function standardIssue({ message, path }: ValidationIssue): StandardIssue {
  return { message, path };
}

function jsonSchemaFor(
  descriptor: ElementDescriptor | Type,
  { target }: StandardJsonSchemaOptions,
): Record<string, unknown> {
  switch (target) {
    case 'draft-2020-12':
      return toJsonSchema(descriptor);
    case 'draft-07':
      return toDraft07(toJsonSchema(descriptor));
    case 'openapi-3.0':
      return toOpenApi30(toJsonSchema(descriptor));
    default:
      throw new TypeError(
        `the JSON Schema target "${target}" is not supported; use "draft-2020-12", "draft-07" or "openapi-3.0"`,
      );
  }
}
