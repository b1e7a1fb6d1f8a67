import type { JsonSchema } from '@wsdl-codegen/runtime/json';

/** Schemas that others refer to, by name. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** What references of documents begin with. */
export const componentSchemas = '#/components/schemas/';

/** References that are followed, one in the other. */
const mostReferences = 20;

/** The schemas of which one fits a value, without references. */
function variantsOf(schema: JsonSchema, definitions: Definitions, depth = 0): readonly JsonSchema[] {
  const { $ref, anyOf, oneOf } = schema;
  if (typeof $ref === 'string') {
    const target = definitions[$ref.slice(componentSchemas.length)];
    return target === undefined || depth > mostReferences ? [] : variantsOf(target, definitions, depth + 1);
  }
  const parts = anyOf ?? oneOf;
  return isList(parts) ? parts.flatMap((each) => variantsOf(each, definitions, depth + 1)) : [schema];
}

/** The only form of a value that is an object: it has members by name. Null counts for none. */
export function objectIn(schema: JsonSchema | undefined, definitions: Definitions): ObjectSchema | undefined {
  const variants = schema === undefined ? [] : variantsOf(schema, definitions);
  const [first, ...others] = variants.filter(isSomething);
  return first !== undefined && others.length === 0 && isTable(first.properties) ? (first as ObjectSchema) : undefined;
}

/** A schema of objects. */
export interface ObjectSchema extends JsonSchema {
  readonly properties: Definitions;
  readonly required?: readonly string[];
}

/** How a value can be written where there is only text: as it is, several times, or as JSON. */
export type AddressForm = 'text' | 'list' | 'json';

/** The form of values of a schema. */
export function textForm(schema: JsonSchema, definitions: Definitions): AddressForm {
  const variants = variantsOf(schema, definitions).filter(isSomething);
  if (variants.length > 0 && variants.every(isText)) {
    return 'text';
  }
  const isOfTexts = ({ items }: JsonSchema): boolean =>
    isTable(items) && textForm(items as JsonSchema, definitions) === 'text';
  return variants.length === 1 && variants.every(isOfTexts) ? 'list' : 'json';
}

const textTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** The types that a schema names; null, which no text means, is none of them. */
function typesOf({ type }: JsonSchema): readonly unknown[] {
  return [type].flat().filter((each) => each !== 'null' && each !== undefined);
}

function isText(schema: JsonSchema): boolean {
  const { type, enum: words } = schema;
  const isWords =
    type === undefined && Array.isArray(words) && words.every((word) => word === null || typeof word !== 'object');
  const types = typesOf(schema);
  return isWords || (types.length > 0 && types.every((each) => textTypes.has(each)));
}

/** False for the schema of null alone. */
function isSomething({ type }: JsonSchema): boolean {
  return type !== 'null';
}

/** What a binary value is: text in base64, or an attachment, which has its media type beside it. */
export function binaryForm(schema: JsonSchema, definitions: Definitions): 'octets' | 'attachment' | undefined {
  const [variant, ...others] = variantsOf(schema, definitions).filter(isSomething);
  if (variant === undefined || others.length > 0) {
    return undefined;
  }
  if (variant.contentEncoding === 'base64') {
    return 'octets';
  }
  const { content, contentType } = isTable(variant.properties) ? (variant.properties as Definitions) : {};
  return contentType !== undefined && content?.contentEncoding === 'base64' ? 'attachment' : undefined;
}

/** A schema of objects with further members, in each of its forms, or without some. */
export function withMembers(
  schema: JsonSchema,
  definitions: Definitions,
  added: Definitions,
  removed: ReadonlySet<string> = new Set(),
  depth = 0,
): JsonSchema {
  const { $ref } = schema;
  const target = typeof $ref === 'string' ? definitions[$ref.slice(componentSchemas.length)] : undefined;
  if (target !== undefined && depth <= mostReferences) {
    const { $ref: _, ...beside } = schema;
    return { ...withMembers(target, definitions, added, removed, depth + 1), ...beside };
  }
  const result: JsonSchema = { ...schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = schema[keyword];
    if (isList(parts)) {
      result[keyword] = parts.map((each) => withMembers(each, definitions, added, removed, depth + 1));
    }
  }
  const { properties, required } = schema;
  if (isTable(properties)) {
    result.properties = { ...without(properties as Definitions, removed), ...added };
  }
  if (Array.isArray(required)) {
    result.required = required.filter((name) => !removed.has(name));
    if ((result.required as readonly string[]).length === 0) {
      delete result.required;
    }
  }
  return result;
}

/** A table without some of its members. */
export function without<T>(table: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.has(name)));
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value);
}
