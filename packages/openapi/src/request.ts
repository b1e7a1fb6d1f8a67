import { itemList } from '@wsdl-codegen/runtime/extend';
import { type JsonSchema, stepsInJson } from '@wsdl-codegen/runtime/json';
import type { JsonObject, JsonValue } from '@wsdl-codegen/runtime/schema';
import { blocksMember, headerPlaces } from './header-blocks.js';
import type { JsonRoute } from './routes.js';
import { binaryForm, objectIn, textForm, withMembers, without } from './schema-parts.js';
import type { Writing } from './writing.js';

/** The parts of an operation that describe its request. */
export interface RequestParts {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
}

/** Where the values of a request are: in the path, in the query, in the header, and in the body. Throws `TypeError` for what has no place. */
export function requestParts(route: JsonRoute, writing: Writing): RequestParts {
  const { schemas, headerBlocks } = writing;
  const { operation, verb, hasBody } = route;
  const schema = schemas.request(operation);
  const object = objectIn(schema, schemas.definitions);
  const example = writing.example(operation, 'input');
  const members = isObject(example) ? example : {};
  const inPath = namesInPath(route.path);
  for (const name of inPath) {
    requireMember(route, name, object?.properties[name] && textForm(object.properties[name], schemas.definitions));
  }
  const parameter = (name: string, place: 'path' | 'query'): object =>
    fieldParameter(name, place, object?.properties[name] ?? {}, {
      definitions: schemas.definitions,
      isRequired: place === 'path' || object?.required?.includes(name) === true,
      example: members[name],
    });
  if (!hasBody && schema !== undefined && object === undefined) {
    throw new TypeError(
      `"${route.operationId}" cannot be ${verb}: its request is not an object with members, so it needs a body.`,
    );
  }
  const queried = hasBody ? [] : Object.keys(object?.properties ?? {}).filter((name) => !inPath.includes(name));
  const headers = headerBlocks ? headerPlaces(operation, 'input', schemas, hasBody) : [];
  const parameters = [
    ...inPath.map((name) => parameter(name, 'path')),
    ...queried.map((name) => parameter(name, 'query')),
    ...headers.flatMap(({ header, parameter: described }) => (header === undefined ? [] : [described])),
  ];
  const blocks = headers.flatMap(({ property, header, schema: block }) =>
    header === undefined ? [[property, block] as const] : [],
  );
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody &&
      bodyOf(route, writing, { schema, example, inPath: new Set(inPath), blocks: Object.fromEntries(blocks) })),
  };
}

function namesInPath(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

function requireMember({ operationId, path }: JsonRoute, name: string, form: string | undefined): void {
  if (form !== 'text') {
    const reason =
      form === undefined ? 'is no member of its request' : 'is a member of its request that is no single text';
    throw new TypeError(`The path of "${operationId}", ${path}, has {${name}}, which ${reason}.`);
  }
}

interface FieldFacts {
  readonly definitions: Writing['schemas']['definitions'];
  readonly isRequired: boolean;
  readonly example: JsonValue | undefined;
}

function fieldParameter(
  name: string,
  place: 'path' | 'query',
  schema: JsonSchema,
  { definitions, isRequired, example }: FieldFacts,
): object {
  const form = textForm(schema, definitions);
  const { description } = schema;
  return {
    name,
    in: place,
    ...(isRequired && { required: true }),
    ...(typeof description === 'string' && { description }),
    ...(form === 'json' ? { content: { 'application/json': { schema } } } : { schema }),
    ...(form !== 'json' && example !== undefined && { example }),
  };
}

interface BodyFacts {
  readonly schema: JsonSchema | undefined;
  readonly example: JsonValue | undefined;
  readonly inPath: ReadonlySet<string>;
  /** Header blocks that are members of the body. */
  readonly blocks: Readonly<Record<string, JsonSchema>>;
}

function bodyOf(
  { operation }: JsonRoute,
  { schemas, members }: Writing,
  { schema, example, inPath, blocks }: BodyFacts,
): { readonly requestBody?: object } {
  const { definitions } = schemas;
  const hasBlocks = Object.keys(blocks).length > 0;
  if (schema === undefined && !hasBlocks) {
    return {};
  }
  const added = hasBlocks ? { [blocksMember]: blocksSchema(blocks) } : {};
  const own = schema ?? emptySchema;
  const whole = hasBlocks || inPath.size > 0 ? withMembers(own, definitions, added, inPath) : own;
  const shown = isObject(example) ? without(example, inPath) : example;
  const object = objectIn(whole, definitions);
  const list = hasBlocks ? undefined : itemList(operation, 'input');
  const items = list && itemsContent(schemas.of(list.item));
  const [member] = stepsInJson(operation, 'input', list?.steps ?? [], members);
  const isOptional = object !== undefined && (object.required ?? []).length === 0;
  return {
    requestBody: {
      ...(!isOptional && { required: true }),
      content: {
        'application/json': { schema: whole, ...(shown !== undefined && shown !== null && { example: shown }) },
        ...(list !== undefined && needsNothingElse(object, member) && items),
        ...binaryContent(object, definitions),
      },
    },
  };
}

const emptySchema = { type: 'object', properties: {}, additionalProperties: false };

function blocksSchema(blocks: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    description: 'Header blocks of the message.',
    properties: blocks,
    additionalProperties: false,
  };
}

/** Bodies of items, one after the other: each on a line of its own, or after a mark (RFC 7464). The schema is that of one item. */
export function itemsContent(item: JsonSchema): object {
  const schema = { ...item, description: 'One item; the body has one after the other.' };
  return { 'application/x-ndjson': { schema }, 'application/json-seq': { schema } };
}

/** True if a member is all that an object has to have. */
function needsNothingElse(
  object: { readonly required?: readonly string[] } | undefined,
  name: string | undefined,
): boolean {
  return (object?.required ?? []).every((each) => each === name);
}

/** The only binary member of a request as it is. */
function binaryContent(object: ReturnType<typeof objectIn>, definitions: Writing['schemas']['definitions']): object {
  const members = Object.entries(object?.properties ?? {});
  const [only, ...others] = members.filter(([, each]) => binaryForm(each, definitions) !== undefined);
  return only === undefined || others.length > 0 || !needsNothingElse(object, only[0])
    ? {}
    : { 'application/octet-stream': {} };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
