import { callback, checkOptions, flag, listOf, type OptionKinds, object, text } from '../base/options.js';
import type { ElementDescriptor, Type } from '../schema/descriptor/descriptor.js';
import { isRecord } from '../schema/descriptor/resolve.js';
import { orNull, SchemaWriter } from '../schema/json-schema/json-schema.js';
import { type JsonMembers, membersKind } from '../schema/json-schema/member-names.js';
import type { JsonSchema } from '../schema/json-schema/simple-schema.js';
import { type ComplexPlan, elementPlan, planOf } from '../schema/plan/plan.js';
import { expressionOf } from '../schema/regex/regex.js';
import type {
  AttachmentDescriptor,
  FaultDescriptor,
  MessageDescriptor,
  OperationDescriptor,
  ServiceDescriptor,
} from '../service/descriptor.js';
import { headersByMember } from './header-json.js';
import {
  attachmentMembers,
  declaredAttachments,
  memberIn,
  memberOf,
  planOfTarget,
  targetOf,
  toOptions,
} from './message-members.js';
import { componentName, SchemaNames } from './schema-names.js';

/** How schemas of messages are written. */
export interface SharedSchemasOptions {
  /** What references begin with. Default `#/$defs/`; `#/components/schemas/` in OpenAPI. */
  readonly refs?: string;
  /** The name of a type's definition, such as that of its TypeScript type. Default: the name of the type. */
  readonly nameOf?: (type: Type) => string | undefined;
  /** The text for people about a type or an element, or about a property of a type: `description`. */
  readonly describe?: (target: ElementDescriptor | Type, property?: string) => string | undefined;
  /** Say with `discriminator` of OpenAPI which types there are in the place of an abstract one. Default false. */
  readonly discriminators?: boolean;
  /** How members are called. Default: as properties. */
  readonly members?: JsonMembers;
  /**
   * The services whose messages are described. Names of definitions then depend on nothing but these services: two types of one name are both
   * named more exactly. Without this option only the one that comes second is.
   */
  readonly services?: readonly ServiceDescriptor[];
}

const kinds: OptionKinds<SharedSchemasOptions> = {
  refs: text,
  nameOf: callback,
  describe: callback,
  discriminators: flag,
  members: membersKind,
  services: listOf(object),
};

/**
 * JSON Schemas (draft 2020-12, as in OpenAPI 3.1) of many messages that share the definitions of their types, for documents that describe a whole service.
 *
 * A value that `fromJson` takes fits its schema. The other way round, a schema takes some values that `fromJson` refuses, because JSON Schema has no words for:
 * bounds, digits and enumerations of integers beyond 32 bits, decimals, dates and times; lengths of octets; texts that are no date, language, URI or octets; patterns of other types than texts, and
 * those that a reader could need more than linear time for; the order of elements, how often those that share a property may occur together, and which members choices and optional groups need; what elements that the schema leaves open may hold; types that attributes choose,
 * and elements that allow fewer types than their type does; identity constraints, assertions and unique IDs; fixed values that may be written in several ways; characters that XML does not have.
 */
export class SharedSchemas {
  readonly #writer: SchemaWriter;
  readonly #members: JsonMembers | undefined;

  constructor(options: SharedSchemasOptions = {}) {
    checkOptions('`SharedSchemas`', options, kinds);
    const { refs = '#/$defs/', nameOf, services = [], describe, discriminators = false, members } = options;
    this.#members = members;
    const detail = { describe, discriminators, expressionOf, ...toOptions(members) };
    const names = new SchemaNames(nameOf);
    if (services.length > 0) {
      const noting = { refs, detail, nameOf: () => 'noted', used: names.note.bind(names) };
      this.#writeAll(new SchemaWriter(noting), services);
      names.decide();
    }
    this.#writer = new SchemaWriter({ refs, detail, nameOf: names.nameOf.bind(names) });
  }

  /** The definitions that the schemas refer to; complete when all of them were asked for. Their names are letters, digits, `.`, `_` and `-`. */
  get definitions(): Readonly<Record<string, JsonSchema>> {
    return this.#writer.definitions;
  }

  /** The schema of an element or type; mostly a reference. */
  of(target: ElementDescriptor | Type): JsonSchema {
    return schemaOf(this.#writer, target);
  }

  /** The schema of a method's parameter: of an object, if the parameter is one. Undefined for a method without parameter. */
  request(operation: OperationDescriptor): JsonSchema | undefined {
    return messageSchema(this.#writer, operation, 'input', this.#members);
  }

  /** The schema of a method's result. Undefined for a method without one. */
  answer(operation: OperationDescriptor): JsonSchema | undefined {
    return messageSchema(this.#writer, operation, 'output', this.#members);
  }

  /** The schemas of the declared header blocks of requests or answers, by the members that they are in JSON. */
  headers(operation: OperationDescriptor, way: 'input' | 'output'): Readonly<Record<string, JsonSchema>> {
    return headerSchemas(this.#writer, operation, way, this.#members);
  }

  /** The schema of the detail of a declared fault; undefined for one without detail. */
  fault({ element }: FaultDescriptor): JsonSchema | undefined {
    return element && this.of(element);
  }

  #writeAll(writer: SchemaWriter, services: readonly ServiceDescriptor[]): void {
    for (const operation of services.flatMap(({ operations }) => Object.values<OperationDescriptor>(operations))) {
      for (const way of ['input', 'output'] as const) {
        messageSchema(writer, operation, way, this.#members);
        headerSchemas(writer, operation, way, this.#members);
      }
      for (const { element } of operation.faults ?? []) {
        if (element !== undefined) {
          schemaOf(writer, element);
        }
      }
    }
  }
}

function schemaOf(writer: SchemaWriter, target: ElementDescriptor | Type): JsonSchema {
  return target.kind === 'element'
    ? writer.within(componentName(target.name), () => writer.element(elementPlan(target)))
    : writer.type(planOf(target));
}

function headerSchemas(
  writer: SchemaWriter,
  operation: OperationDescriptor,
  way: 'input' | 'output',
  members: JsonMembers | undefined,
): Readonly<Record<string, JsonSchema>> {
  const headers = [...headersByMember(operation, way, members)];
  return Object.fromEntries(headers.map(([member, { element }]) => [member, schemaOf(writer, element)]));
}

function messageSchema(
  writer: SchemaWriter,
  operation: OperationDescriptor,
  way: 'input' | 'output',
  members: JsonMembers | undefined,
): JsonSchema | undefined {
  const message = operation[way];
  const attachments = attachmentSchemas(operation, way, members);
  if (message === undefined) {
    return undefined;
  }
  const place = operation.name + (way === 'input' ? '' : 'Result');
  const own = writer.within(componentName(place), () => bodySchema(writer, message, members));
  if (Object.keys(attachments).length > 0) {
    return withMembers(own ?? { type: 'object', properties: {}, additionalProperties: false }, attachments, writer);
  }
  return own;
}

function bodySchema(
  writer: SchemaWriter,
  message: MessageDescriptor,
  members: JsonMembers | undefined,
): JsonSchema | undefined {
  const target = targetOf(message);
  const { property, unwrap, absent } = message;
  if (target === undefined) {
    return undefined;
  }
  if (property !== undefined) {
    const member = memberOf(property, members);
    return {
      type: 'object',
      properties: { [member]: schemaOf(writer, target) },
      required: [member],
      additionalProperties: false,
    };
  }
  if (unwrap === undefined) {
    const schema = schemaOf(writer, target);
    return absent === undefined ? schema : orNull(schema);
  }
  const { properties, required } = writer.object(planOfTarget(target) as ComplexPlan);
  const member = memberIn(target, unwrap, members);
  const result = (properties as Readonly<Record<string, JsonSchema>>)[member];
  // What is unwrapped of an element without content is nothing.
  if (result === undefined) {
    return undefined;
  }
  return (required as readonly string[] | undefined)?.includes(member) || result.type === 'array'
    ? result
    : orNull(result);
}

function attachmentSchemas(
  operation: OperationDescriptor,
  way: 'input' | 'output',
  members: JsonMembers | undefined,
): Readonly<Record<string, JsonSchema>> {
  const names = attachmentMembers(operation, way, members);
  const attachments = declaredAttachments(operation, way);
  const schemas = attachments.map((each) => [names.get(each.property), attachmentSchema(each)]);
  return Object.fromEntries(schemas) as Readonly<Record<string, JsonSchema>>;
}

function attachmentSchema({ contentTypes }: AttachmentDescriptor): JsonSchema {
  const [first, ...others] = contentTypes;
  const isOne = first !== undefined && others.length === 0 && !first.includes('*');
  return {
    type: 'object',
    properties: {
      contentType: { type: 'string' },
      content: { type: 'string', contentEncoding: 'base64', ...(isOne && { contentMediaType: first }) },
    },
    required: ['content'],
    additionalProperties: false,
  };
}

/** The schema of objects with further members, which stand in each of its forms: an object of them alone refuses those of others. */
function withMembers(
  schema: JsonSchema,
  members: Readonly<Record<string, JsonSchema>>,
  writer: SchemaWriter,
): JsonSchema {
  const target = writer.referred(schema);
  if (target !== undefined) {
    return withMembers(target, members, writer);
  }
  const result = { ...schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) {
      result[keyword] = parts.map((each: JsonSchema) => withMembers(each, members, writer));
    }
  }
  return isRecord(schema.properties) ? { ...result, properties: { ...schema.properties, ...members } } : result;
}
